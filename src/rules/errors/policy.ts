import { hints } from './hints.ts'
import type { ErrorTable } from './table.ts'

const explainIt = { zh: '运行 pkuh policy explain {tool} 查看原因', en: 'Run pkuh policy explain {tool} to see why' }
const fixFile = { zh: '改好这个文件后重新运行', en: 'Correct the file and run it again' }
const reportIt = { zh: '这多半是插件的问题，请报告给它的作者', en: 'This is most likely the plugin’s fault; please report it to its author' }

/** Refusals by a rule, values that cannot be decided about because they are not JSON, and allow-files. */
export const policyErrors = {
  POLICY_DENIED: { exit: 'deniedByPolicy', zh: '规则 {rule} 不允许调用 {tool}', en: 'Rule {rule} does not allow {tool}', hint: explainIt },
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
  ALLOW_FILE_NOT_JSON: { exit: 'usage', zh: '授权文件不是 JSON', en: 'The allow-file is not JSON', hint: fixFile },
  ALLOW_FILE_INVALID: {
    exit: 'usage', zh: '授权文件的 {path} 不对：需要{wantedZh}', en: 'The allow-file is wrong at {path}: it wants {wantedEn}', hint: fixFile,
  },
} as const satisfies ErrorTable
