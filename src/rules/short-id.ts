import { HarnessError } from './errors/index.ts'

/** Characters of an id, or of a part of it, that people see at least. */
const shortest = 8
/** Ids that an error names. */
const named = 8

/** Each id as people read and type it: no longer than it takes to mean this one of them. */
export const shortIds = (ids: readonly string[]): ReadonlyMap<string, string> => new Map(ids.map((id) => [id, shortOf(id, ids)]))

/**
 * The one of the ids that a person means: the whole one, or the only one that begins so; of an id in parts, such as
 * `file:<digest>:3`, also the beginning of each part but the last. Undefined for none; throws `ID_AMBIGUOUS` with the candidates.
 */
export function meantId(typed: string, ids: readonly string[]): string | undefined {
  const found = [...new Set(meant(typed, ids))]
  if (found.length > 1) throw new HarnessError('ID_AMBIGUOUS', { typed: typed.slice(0, 40), count: found.length, ids: [...found.slice(0, named).map((id) => shortOf(id, ids)), ...(found.length > named ? ['…'] : [])].join(', ') })
  return found[0]
}

function meant(typed: string, ids: readonly string[]): readonly string[] {
  if (typed === '') return []
  return ids.includes(typed) ? [typed] : ids.filter((id) => id.startsWith(typed) || beginsParts(typed, id))
}

function beginsParts(typed: string, id: string): boolean {
  const [given, parts] = [typed.split(':'), id.split(':')]
  return parts.length > 1 && given.length === parts.length && given.at(-1) === parts.at(-1) && given.every((part, at) => part !== '' && parts[at]?.startsWith(part))
}

function shortOf(id: string, ids: readonly string[]): string {
  for (let length = shortest; length < id.length; length++) {
    const short = id.split(':').map((part) => part.slice(0, length)).join(':')
    if (short !== id && meant(short, ids).length === 1 && meant(short, ids)[0] === id) return short
  }
  return id
}
