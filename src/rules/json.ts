/** Plain JSON as it stands after parsing. Arguments, results and everything stored are of this type. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
export type JsonObject = { readonly [key: string]: Json }

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isMap = (value: Json | undefined): value is JsonObject => isObject(value)

/** `Array.isArray` does not narrow a readonly array. */
export const isList = (value: Json): value is readonly Json[] => Array.isArray(value)

/** A value of a record, or undefined where it has no such key of its own: `constructor` is on none. */
export const own = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined => (Object.hasOwn(record, key) ? record[key] : undefined)

/** A value without the keys that hold none, however deep. What is no JSON stays and is for the reader to refuse. */
export function withoutAbsent(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAbsent)
  return isObject(value) ? Object.fromEntries(Object.entries(value).flatMap(([key, item]) => (item === undefined ? [] : [[key, withoutAbsent(item)]]))) : value
}

/**
 * An object of these entries. A key that comes again, as two do that were cleaned into one, is told apart by a mark, so
 * that no value is lost.
 */
export function objectOf<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  const whole = Object.fromEntries(entries)
  if (Object.keys(whole).length === entries.length) return whole
  const made = new Map<string, T>()
  const seen = new Map<string, number>()
  for (const [key, value] of entries) {
    let free = key
    for (let count = (seen.get(key) ?? 0) + 1; made.has(free); count++) {
      free = `${key} [again: ${count}]`
      seen.set(key, count)
    }
    made.set(free, value)
  }
  return Object.fromEntries(made)
}
