import { isMap, type Json } from '../../../src/rules/json.ts'
import type { FunctionName } from '../../../src/plugins/document/expression/functions/function-table.ts'

type Fits = (value: Json) => boolean
const orNull = (fits: Fits): Fits => (value) => value === null || fits(value)
const text: Fits = (value) => typeof value === 'string'
const number: Fits = (value) => typeof value === 'number'
const whole: Fits = (value) => Number.isInteger(value)
const list: Fits = (value) => Array.isArray(value)
const anything: Fits = () => true
const moment: Fits = (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?)?$/.test(value)
const day: Fits = (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)

/** What each function of the closed list may give. One that is missing here does not type-check. */
export const functionResults: Readonly<Record<FunctionName, Fits>> = {
  trim: orNull(text), lower: orNull(text), upper: orNull(text), replace: orNull(text), split: orNull(list), join: orNull(text), pad: orNull(text),
  slice: (value) => value === null || text(value) || list(value),
  match: (value) => value === null || text(value) || isMap(value), test: (value) => typeof value === 'boolean',
  int: orNull(whole), float: orNull(number), round: orNull(number), abs: orNull((value) => typeof value === 'number' && value >= 0), min: orNull(number), max: orNull(number), sum: orNull(number),
  len: whole, keys: orNull(list), values: orNull(list), first: anything, last: anything, find: anything, count: whole, flatten: orNull(list), reverse: (value) => value === null || text(value) || list(value),
  now: moment, today: day, date: orNull(day), parseDate: orNull(moment), formatDate: orNull(text), addDays: orNull(moment),
  weekday: orNull((value) => typeof value === 'number' && value >= 1 && value <= 7), term: orNull((value) => typeof value === 'string' && /^\d{2}-\d{2}-[123]$/.test(value)), week: orNull((value) => typeof value === 'number' && value >= 1),
  url: orNull((value) => typeof value === 'string' && /^https?:\/\//.test(value)), html: orNull(text), hash: orNull((value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)), coalesce: anything,
  money: orNull((value) => typeof value === 'string' && /^-?\d+\.\d{2}$/.test(value)),
}
