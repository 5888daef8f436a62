import { hints } from './hints.ts'
import type { ErrorTable } from './table.ts'

const explainIt = { zh: '运行 pkuh policy explain {tool} 查看怎样才能执行', en: 'Run pkuh policy explain {tool} to see what would let it run' }
const fixFile = { zh: '改好这个文件后重新运行', en: 'Correct the file and run it again' }
const reportIt = { zh: '这多半是插件的问题，请报告给它的作者', en: 'This is most likely the plugin’s fault; please report it to its author' }

/** Refusals by a rule, values that cannot be decided about because they are not JSON, and allow-files. */
export const policyErrors = {
  POLICY_DENIED: { exit: 'deniedByPolicy', zh: '规则 {rule} 不允许调用 {tool}：{whyZh}', en: 'Rule {rule} does not allow {tool}: {whyEn}', hint: explainIt },
  POLICY_UNREVIEWED: {
    exit: 'unreviewed', zh: '{tool} 还没有经过你的审阅，或在审阅后变了', en: '{tool} was not reviewed by you, or changed after the review',
    hint: { zh: '用 pkuh plugin show {plugin} 看它现在的定义；这个版本还没有审阅的命令，所以它不会执行', en: 'See its definition with pkuh plugin show {plugin}; this version has no command to review it yet, so it does not run' },
  },
  JSON_NOT_PLAIN: { exit: 'service', zh: '{path} 处的值不是 JSON', en: 'The value at {path} is not JSON', hint: reportIt },
  JSON_TOO_DEEP: { exit: 'service', zh: '数据嵌套超过 {limit} 层，或者引用了自己', en: 'The data are nested deeper than {limit} levels, or refer to themselves', hint: reportIt },
  JSON_TOO_LARGE: {
    exit: 'service', zh: '数据超过 {limit} 字节', en: 'The data are over {limit} bytes',
    hint: hints.askLess,
  },
  ALLOW_FILE_NOT_JSON: { exit: 'usage', zh: '授权文件不是 JSON：第 {line} 行读不下去', en: 'The allow-file is not JSON: it breaks at line {line}', hint: fixFile },
  ALLOW_FILE_INVALID: {
    exit: 'usage', zh: '授权文件第 {line} 行的 {path} 不对：需要{wantedZh}', en: 'Line {line} of the allow-file is wrong at {path}: it wants {wantedEn}', hint: fixFile,
  },
  EFFECTS_SCOPE: {
    exit: 'usage', zh: '--plugin 和 --tool 只能写一个', en: 'Name a plugin or a tool, not both',
    hint: { zh: '运行 pkuh help effects 查看用法', en: 'Run pkuh help effects for its usage' },
  },
  EFFECTS_OTHER: {
    exit: 'usage', zh: '{tool} 的作用是{effectZh}，这个设置管不到它', en: '{tool} is declared to {effectEn}; such a setting is not about it',
    hint: { zh: '对 {effect} 设置，或不写 --tool', en: 'Set {effect} for it, or leave --tool out' },
  },
  EFFECTS_NEVER_ALLOWED: {
    exit: 'deniedByPolicy', zh: '{plugin} 不是内置或官方插件，不能让它不问就{effectZh}', en: '{plugin} is neither bundled nor official; it cannot be let {effectEn} unasked',
    hint: { zh: '花钱和公开的操作，别的插件总是先问你', en: 'What costs or is seen by others always asks you where the plugin is another’s' },
  },
  EFFECTS_UNREADABLE: {
    exit: 'deniedByPolicy', zh: '作用设置读不懂，所以什么都不会自动执行', en: 'The effect settings cannot be read, so nothing runs by itself',
    hint: { zh: '运行 pkuh effects reset 回到默认', en: 'Run pkuh effects reset to go back to the defaults' },
  },
} as const satisfies ErrorTable
