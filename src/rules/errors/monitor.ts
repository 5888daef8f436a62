import { hints } from './hints.ts'
import type { ErrorTable } from './table.ts'

const preAuthorise = {
  zh: '在终端里运行并批准，或另开终端运行 pkuh approvals；脚本可以先用 pkuh grants import 预先授权，再加 --allow-file',
  en: 'Run it in a terminal and approve, or open another terminal with pkuh approvals; a script can be pre-authorised with pkuh grants import and then --allow-file',
}
const tryOther = { zh: '换些参数再试；pkuh tools {tool} 列出它的参数', en: 'Try other arguments; pkuh tools {tool} lists them' }

/** Errors of one call on its way through the monitor: its arguments, its approval, its run. */
export const monitorErrors = {
  CALL_ARGS_INVALID: {
    exit: 'usage', zh: '{tool} 的参数不对：{zh}', en: 'Wrong arguments for {tool}: {en}',
    hint: { zh: '运行 pkuh tools {tool} 查看它的参数', en: 'Run pkuh tools {tool} to see its arguments' },
  },
  CALL_ARGS_SECRET: {
    exit: 'usage', zh: '{tool} 的参数里有保存在密钥库里的秘密，没有执行', en: 'The arguments of {tool} hold a secret of the keystore; it did not run',
    hint: { zh: '去掉密码或口令再试；插件从不需要它们', en: 'Leave the password or token out and try again; no plugin ever needs one' },
  },
  CALL_CANCELLED: { exit: 'interrupted', zh: '调用已取消', en: 'The call was cancelled', hint: { zh: '需要时重新运行', en: 'Run it again if you still want it' } },
  CALL_TIMED_OUT: { exit: 'timedOut', zh: '{tool} 超过了 {seconds} 秒', en: '{tool} took longer than {seconds} s', hint: hints.later },
  CALL_LOCKED: { exit: 'keystore', zh: '已锁定，调用没有执行', en: 'Locked: the call did not run', hint: { zh: '解锁后再试', en: 'Unlock and try again' } },
  CALL_DEFINITION_CHANGED: {
    exit: 'unreviewed', zh: '{tool} 在调用途中变了，没有执行', en: '{tool} changed while the call was under way; it did not run',
    hint: { zh: '查看新的定义后重新运行', en: 'Look at the new definition and run it again' },
  },
  CALL_ACCOUNT_CHANGED: { exit: 'signIn', zh: '账号在调用途中变了，没有执行', en: 'The account changed while the call was under way; it did not run', hint: { zh: '登录后重新运行', en: 'Sign in and run it again' } },
  CALL_CONTEXT_CHANGED: {
    exit: 'deniedByPolicy', zh: '判断之后对话里又有了第三方文字，{tool} 没有执行', en: 'Third-party text came into the conversation after the decision; {tool} did not run',
    hint: { zh: '重新运行，会按新的情况判断', en: 'Run it again; it will be decided anew' },
  },
  CALL_RULES_CHANGED: {
    exit: 'deniedByPolicy', zh: '判断之后你改了设置或同意，{tool} 没有执行', en: 'Your settings or consents changed after the decision; {tool} did not run',
    hint: { zh: '重新运行，会按现在的判断', en: 'Run it again; it will be decided as things are now' },
  },
  CALL_RESULT_WITHHELD: {
    exit: 'service', zh: '{tool} 已经执行，但它的结果无法给出', en: '{tool} was done, but its result cannot be given',
    hint: { zh: '不要重做；到原网站确认', en: 'Do not repeat it; check on the site itself' },
  },
  CALL_RESULT_PRIVATE: {
    exit: 'deniedByPolicy', zh: '{tool} 读到了你的私人数据，结果没有交给外部程序', en: '{tool} read private data of yours; its result was not given to the outside program',
    hint: { zh: '在终端里自己运行它', en: 'Run it yourself in a terminal' },
  },
  CALL_OUTCOME_UNKNOWN: {
    exit: 'outcomeUnknown', zh: '{tool} 的请求可能已经发出，结果未知', en: 'The request of {tool} may have been sent; its outcome is unknown',
    hint: { zh: '先到原网站确认，再决定要不要重做；不会自动重试', en: 'Check on the site itself before doing it again; it is never retried by itself' },
  },
  CALL_SERVICE_UNDECLARED: {
    exit: 'service', zh: '插件 {plugin} 没有声明 {target}', en: 'The plugin {plugin} did not declare {target}',
    hint: hints.declare,
  },
  CALL_EFFECT_EXCEEDED: {
    exit: 'service', zh: '{tool} 声明为 {effect}，却要做更强的事', en: '{tool} is declared {effect} but tried to do more',
    hint: hints.seeLog,
  },
  CALL_PRIVATE_EGRESS: {
    exit: 'deniedByPolicy', zh: '{tool} 读过你的私人数据，之后不能再访问网站 {host}', en: '{tool} has read private data of yours; after that it may not ask the website {host}',
    hint: { zh: '请求没有发出；插件要分开做这两件事', en: 'The request was not sent; the plugin has to keep the two apart' },
  },
  CALL_USE_FAILED: { exit: 'service', zh: '插件要用的 {tool} 没有成功：{detail}', en: '{tool}, which the plugin uses, did not succeed: {detail}', hint: hints.seeLog },
  CALL_RESULT_TOO_LARGE: { exit: 'service', zh: '{tool} 的结果超过 {limit} 字节', en: 'The result of {tool} is over {limit} bytes', hint: hints.askLess },
  TOOL_ARGS_REFUSED: {
    exit: 'usage', zh: '{tool} 的参数不对：{detail}', en: 'Wrong arguments for {tool}: {detail}',
    hint: { zh: '运行 pkuh tools {tool} 查看它的参数', en: 'pkuh tools {tool} shows what it takes' },
  },
  TOOL_NOT_FOUND: { exit: 'notFound', zh: '{tool}：没有找到（{detail}）', en: '{tool}: not found ({detail})', hint: tryOther },
  TOOL_SIGNED_OUT: { exit: 'signIn', zh: '{tool}：登录已失效（{detail}）', en: '{tool}: signed out ({detail})', hint: { zh: '运行 pkuh login 重新登录', en: 'Run pkuh login to sign in again' } },
  TOOL_CLOSED: { exit: 'service', zh: '{tool}：现在不开放（{detail}）', en: '{tool}: not open now ({detail})', hint: hints.later },
  TOOL_REJECTED: { exit: 'service', zh: '{tool}：对方没有接受（{detail}）', en: '{tool}: refused by the service ({detail})', hint: tryOther },
  TOOL_SITE_CHANGED: { exit: 'service', zh: '{tool}：网站变了，插件读不懂（{detail}）', en: '{tool}: the site changed and the plugin cannot read it ({detail})', hint: { zh: '更新插件，或报告这个问题', en: 'Update the plugin, or report it' } },
  TOOL_BROKE: { exit: 'service', zh: '{tool} 内部出错', en: '{tool} failed inside', hint: hints.seeLog },
  APPROVAL_UNAVAILABLE: { exit: 'approvalNeeded', zh: '{tool} 需要批准，但现在没有人可以批准{whyZh}', en: '{tool} needs an approval and nobody is here to give one{whyEn}', hint: preAuthorise },
  APPROVAL_TERMINAL_ONLY: {
    exit: 'approvalNeeded', zh: '要你本人在终端里看过原文再批准', en: 'You approve it yourself, at a terminal that shows its text',
    hint: { zh: '在终端里运行 {command}', en: 'Run {command} in a terminal' },
  },
  APPROVAL_TOO_LARGE: { exit: 'usage', zh: '{tool} 的参数超过 {limit} 字节，批准卡片放不下，没有执行', en: 'The arguments of {tool} are over {limit} bytes, more than an approval card can show; it did not run', hint: { zh: '把内容缩短再试', en: 'Make them shorter and try again' } },
  APPROVAL_DENIED: { exit: 'deniedByPerson', zh: '你没有批准 {tool}{note}', en: '{tool} was not approved{note}', hint: { zh: '没有执行任何操作', en: 'Nothing was done' } },
  APPROVAL_EXPIRED: { exit: 'approvalNeeded', zh: '{tool} 的批准请求已过期', en: 'The approval request of {tool} expired', hint: preAuthorise },
  APPROVAL_CANCELLED: { exit: 'approvalNeeded', zh: '{tool} 的批准请求已取消', en: 'The approval request of {tool} was cancelled', hint: { zh: '没有执行任何操作；需要时重新运行', en: 'Nothing was done; run it again if you still want it' } },
  APPROVAL_MISMATCH: { exit: 'deniedByPolicy', zh: '{tool} 将要执行的与批准时显示的不同，没有执行', en: 'What {tool} would run is not what was shown; it did not run', hint: hints.seeLog },
  GRANT_USED_UP: { exit: 'approvalNeeded', zh: '{tool} 的授权已用完、已过期或已撤回', en: 'The grant for {tool} is used up, expired or revoked', hint: preAuthorise },
  GUARD_DENIED: { exit: 'deniedByPolicy', zh: '{guard} 阻止了 {tool}：{zh}', en: '{guard} stopped {tool}: {en}', hint: { zh: '没有执行任何操作', en: 'Nothing was done' } },
  MONITOR_DECISION_FAILED: { exit: 'deniedByPolicy', zh: '判断 {tool} 能否执行时出错（{step}），按不允许处理', en: 'Deciding on {tool} failed at {step}, so it was refused', hint: hints.seeLog },
  MONITOR_FAULT: { exit: 'unexpected', zh: '调用 {tool} 时内部出错', en: 'The call of {tool} failed inside the host', hint: hints.seeLog },
  MONITOR_STEP_MISSING: { exit: 'unexpected', zh: '调用缺了 {step} 这一步，没有继续', en: 'The call lacks its step {step} and went no further', hint: hints.seeLog },
} as const satisfies ErrorTable
