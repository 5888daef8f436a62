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
