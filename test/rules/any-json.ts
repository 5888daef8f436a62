import { jsonValue, type JsonValue, type Arbitrary } from 'fast-check'
import type { Json } from '../../src/rules/json.ts'

/** Any JSON that a call, a card or a record can hold: a key `__proto__`, which all of them refuse, is none of it. */
export const anyJson = (constraints?: Parameters<typeof jsonValue>[0]): Arbitrary<Json> =>
  jsonValue(constraints).map((value: JsonValue): Json => JSON.parse(JSON.stringify(value).replaceAll('__proto__', 'proto')))
