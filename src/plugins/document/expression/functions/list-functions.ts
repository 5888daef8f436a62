import { isMap, type Json } from '../../../../rules/json.ts'
import type { Work } from '../evaluate.ts'
import { same, textCost } from '../operators.ts'
import { type FunctionSpec, list, text } from './function-spec.ts'

export const listFunctions = {
  /** len(text, list or map): characters, items or keys; 0 for null, so that `len(x) > 0` finds a missing part. */
  len: {
    arity: [1, 1], seesNull: true,
    examples: [["len('理教')", 2], ['len(null)', 0]],
    run([value], work) {
      if (value === null || value === undefined) return 0
      if (typeof value === 'string') { work.spend(value.length); return [...value].length }
      if (Array.isArray(value)) return value.length
      return Object.keys(map(value, work)).length
    },
  },
  keys: {
    arity: [1, 1],
    examples: [['keys(row)', ['room', 'seats']]],
    run: ([value], work) => Object.keys(map(value, work)),
  },
  values: {
    arity: [1, 1],
    examples: [['values(row)', ['101', 30]]],
    run: ([value], work) => Object.values(map(value, work)),
  },
  first: {
    arity: [1, 1],
    examples: [['first(rows).room', '101']],
    run: ([value], work) => list(value, work)[0] ?? null,
  },
  last: {
    arity: [1, 1],
    examples: [['last(rows).room', '102']],
    run: ([value], work) => list(value, work).at(-1) ?? null,
  },
  /** find(list, value), find(list, 'key', value): the first item that is it, or whose key is it. */
  find: {
    arity: [2, 3],
    examples: [["find(rows, 'room', '102').seats", 50], ['find([4, 5], 6)', null]],
    run: (args, work) => hits(args, work)[0] ?? null,
  },
  /** count(list), count(list, value), count(list, 'key', value): how many; 0 for null. */
  count: {
    arity: [1, 3], seesNull: true,
    examples: [['count(rows)', 2], ["count(rows, 'seats', 30)", 1]],
    run: (args, work) => (args[0] === null ? 0 : args.length === 1 ? list(args[0], work).length : hits(args, work).length),
  },
  /** flatten(list): one level. */
  flatten: {
    arity: [1, 1],
    examples: [['flatten([[1, 2], [3]])', [1, 2, 3]]],
    run: ([value], work) => list(value, work).flatMap((item) => (Array.isArray(item) ? list(item, work) : [item])),
  },
  /** reverse(list or text). */
  reverse: {
    arity: [1, 1],
    examples: [['reverse([1, 2])', [2, 1]]],
    run([value], work) {
      if (Array.isArray(value)) return list(value, work).toReversed()
      work.spend(text(value, work).length)
      return [...text(value, work)].toReversed().join('')
    },
  },
} as const satisfies Readonly<Record<string, FunctionSpec>>

function map(value: Json | undefined, work: Work): Readonly<Record<string, Json>> {
  if (!isMap(value)) throw work.wrong('object', value ?? null)
  work.spend(Object.keys(value).length)
  return value
}

function hits(args: readonly Json[], work: Work): readonly Json[] {
  const [of, second = null, third] = args
  if (third === undefined) return list(of, work).filter((item) => same(item, second, work))
  const key = text(second, work)
  const items = list(of, work)
  work.spend(textCost(key.length) * items.length)
  return items.filter((item) => isMap(item) && Object.hasOwn(item, key) && same(item[key] ?? null, third, work))
}
