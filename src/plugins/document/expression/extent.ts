import type { Json } from '../../../rules/json.ts'

const known = new WeakMap<object, number>()

/**
 * How much a value is when it is written out, in characters and single values; never more than its JSON. A part that stands in it many
 * times counts each time and is looked through once: seven lists of twenty names each are a billion values in memory of
 * a few hundred, and whoever wrote them out would not come back.
 */
export function extentOf(value: Json): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 1
  const before = known.get(value)
  if (before !== undefined) return before
  let extent = 1
  for (const part of Object.values<Json>(value)) extent += extentOf(part)
  if (!Array.isArray(value)) for (const key of Object.keys(value)) extent += key.length
  known.set(value, extent)
  return extent
}
