import type { WordTable } from './say.ts'

/** What is wrong with a line, and what would be right. None of it is in the hot bundle, which leaves a wrong line to the other. */
export const problemWords = {
  beforeCommand: { zh: '{name} 要写在命令前面：pkuh {name} … {command}', en: '{name} stands before the command: pkuh {name} … {command}' },
  choice: { zh: '{name} 只能是 {choices} 之一', en: '{name} is one of {choices}' },
  twice: { zh: '{name} 写了两次，只能写一次', en: '{name} is given twice; it stands once' },
  noOption: { zh: '{word} 不是选项；可以写：{names}', en: '{word} is no option; what may stand here: {names}' },
  noOptions: { zh: '{word} 是多出来的：这个工具没有参数', en: '{word} is one too many: this tool takes no arguments' },
  noValue: { zh: '{name} 后面要写它的值：{name} 值', en: '{name} wants its value behind it: {name} VALUE' },
  spare: { zh: '{name} 后面不写值', en: '{name} takes no value' },
  inputForm: { zh: '--input 后面写一个 JSON 对象，例如 \'{"name":"值"}\'，或写 - 从标准输入读', en: '--input takes one JSON object, such as \'{"name":"value"}\', or - to read it from standard input' },
  notJson: { zh: '{name} 的值不是 JSON；列表写成 ["甲","乙"]，对象写成 {"name":"值"}', en: 'The value of {name} is not JSON; a list is ["a","b"], an object {"name":"value"}' },
  range: { zh: '{name} 要写 {from} 到 {to} 的整数', en: '{name} takes a whole number from {from} to {to}' },
  atLeast: { zh: '{name} 要写不小于 {from} 的整数', en: '{name} takes a whole number of {from} or more' },
  until: { zh: '{name} 写多久（90m、12h、7d）或带时区的时间（2026-12-31T18:00+08:00），要在一年之内、还没有过去', en: '{name} wants how long (90m, 12h, 7d) or a moment with its zone (2026-12-31T18:00+08:00), not past and within a year' },
  since: { zh: '{name} 写多久以前（90m、12h、7d）、日期（2026-09-01）或带时区的时间（2026-09-01T08:00+08:00），不能在将来', en: '{name} wants how long ago (90m, 12h, 7d), a day (2026-09-01) or a moment with its zone (2026-09-01T08:00+08:00), not to come' },
  seconds: { zh: '--timeout 后面写秒数，大于 0，不超过 86400', en: '--timeout takes seconds: more than 0, at most 86400' },
  nothingAsked: { zh: '没有写要问什么：pkuh ask "…"', en: 'There is no question: pkuh ask "…"' },
  twoForms: { zh: '--json 和 --jsonl 只能用一个：--json 在最后输出一个文档，--jsonl 一个事件一行', en: '--json and --jsonl do not go together: --json prints one document at the end, --jsonl one line for each event' },
  notTogether: { zh: '{one} 和 {other} 只能用一个', en: '{one} and {other} do not go together' },
  accountNeeded: { zh: '没有写哪个账号，也没有终端可以问：用 --user 写出学号', en: 'No account is named and there is no terminal to ask at: name it with --user' },
  excess: { zh: '{name} 后面多写了词', en: 'There are more words behind {name} than it takes' },
} as const satisfies WordTable
