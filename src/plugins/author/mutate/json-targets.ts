import { isList, isMap, type Json } from '../../../rules/json.ts'

/** A key of a JSON answer, with `[]` for each item of a list: `rows[].room`. */
export interface KeyTarget {
  readonly name: string
  readonly count: number
}

/** Every key by its place, each counted once for all items of a list. */
export function jsonTargets(json: Json): readonly KeyTarget[] {
  const counts = new Map<string, number>()
  walk(json, '', (name) => { counts.set(name, (counts.get(name) ?? 0) + 1) })
  return [...counts].map(([name, count]) => ({ name, count }))
}

function walk(json: Json, at: string, found: (name: string) => void): void {
  if (isList(json)) for (const item of json) walk(item, `${at}[]`, found)
  else if (isMap(json)) {
    for (const [key, value] of Object.entries(json)) {
      const name = nameOf(at, key)
      found(name)
      walk(value, name, found)
    }
  }
}

/** The JSON without that key, or with it called otherwise: in every item, or in the first that has it. */
export function changeKey(json: Json, target: string, change: 'removed' | 'renamed', only: 'all' | 'first'): Json {
  let left = only === 'first' ? 1 : Infinity
  const visit = (value: Json, at: string): Json => {
    if (isList(value)) return value.map((item) => visit(item, `${at}[]`))
    if (!isMap(value)) return value
    return Object.fromEntries(Object.entries(value).flatMap(([key, part]): readonly (readonly [string, Json])[] => {
      const name = nameOf(at, key)
      if (name !== target || left-- <= 0) return [[key, visit(part, name)]]
      return change === 'removed' ? [] : [[`${key}_x`, part]]
    }))
  }
  return visit(json, '')
}

const nameOf = (at: string, key: string): string => (at === '' ? key : `${at}.${key}`)
