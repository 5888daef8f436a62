import { isList, isMap, type Json, own } from '../json.ts'

/** The names of a JSON Pointer (RFC 6901); none for all of the value. */
export const namesOf = (path: string): readonly string[] =>
  (path === '' || path === '/' ? [] : path.replace(/^\//, '').split('/').map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~')))

/** What stands at a path; null for a miss. @param item where a path without a leading `/` begins */
export function valueAt(path: string, whole: Json, item: Json): Json {
  return namesOf(path).reduce<Json>((at, name) => {
    if (isList(at)) return /^\d+$/.test(name) ? at[Number(name)] ?? null : null
    return isMap(at) ? own(at, name) ?? null : null
  }, path.startsWith('/') ? whole : item)
}
