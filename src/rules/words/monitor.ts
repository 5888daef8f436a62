import type { WordTable } from './say.ts'

/** What was wrong with one argument of a call. */
export const argumentWords = {
  notObject: { zh: '参数要写成一个 JSON 对象', en: 'the arguments must be one JSON object' },
  unknown: { zh: '没有参数 {argument}，可用的参数：{allowed}', en: 'there is no argument {argument}; it takes {allowed}' },
  missing: { zh: '缺少参数 {argument}（{allowed}）', en: '{argument} is missing ({allowed})' },
  value: { zh: '{argument} 是 {found}，可用的值：{allowed}', en: '{argument} is {found}; allowed are {allowed}' },
  type: { zh: '{argument} 应当是{allowed}，收到的是{found}', en: '{argument} should be {allowed}, not {found}' },
  tooSmall: { zh: '{argument} 太小或太短，至少 {allowed}', en: '{argument} is too small or too short: at least {allowed}' },
  tooBig: { zh: '{argument} 太大或太长，至多 {allowed}', en: '{argument} is too large or too long: at most {allowed}' },
  example: { zh: '{argument} 的写法不对，例如 {allowed}', en: '{argument} is not written as it should be; for example {allowed}' },
  form: { zh: '{argument} 的写法不对（{allowed}）', en: '{argument} is not written as it should be ({allowed})' },
} as const satisfies WordTable

/** The types of JSON, in words. */
export const typeWords = {
  string: { zh: '文字', en: 'text' }, number: { zh: '数字', en: 'a number' }, int: { zh: '整数', en: 'a whole number' },
  boolean: { zh: '是或否', en: 'true or false' }, array: { zh: '列表', en: 'a list' }, object: { zh: '对象', en: 'an object' },
  null: { zh: '空值', en: 'null' }, undefined: { zh: '没有给', en: 'nothing' }, other: { zh: '别的值', en: 'something else' },
} as const satisfies WordTable

/** Why no entry of the allow-file spoke for a call. */
export const allowFileWords = {
  otherTool: { zh: '授权文件里没有管 {tool} 这个版本的条目', en: 'no entry of the allow-file is for {tool} as it is installed' },
  notImported: { zh: '授权文件里的这一条没有导入', en: 'its entry in the allow-file was not imported' },
  otherArguments: { zh: '参数 {names} 和授权文件里写的不同', en: '{names} is not what the allow-file says' },
  revoked: { zh: '授权文件里的这一条已经撤回', en: 'its entry in the allow-file was revoked' },
  expired: { zh: '授权文件里的这一条已在 {when} 过期', en: 'its entry in the allow-file expired at {when}' },
  usedUp: { zh: '授权文件里的这一条已经用完（{uses} 次）', en: 'its entry in the allow-file is used up ({uses})' },
  ceiling: { zh: '授权文件里的这一条不管有别人写的文字的情形（ceiling: untainted）', en: 'its entry in the allow-file does not hold where others’ text is in the context (ceiling: untainted)' },
  consent: { zh: '还没有同意数据的去向（pkuh consents accept），授权文件管不到这一点', en: 'nobody agreed where the data go (pkuh consents accept), and no allow-file answers that' },
  other: { zh: '授权文件里的这一条没有用上', en: 'its entry in the allow-file does not answer it' },
} as const satisfies WordTable
