import { digest } from '../../rules/canonical.ts'
import { isObject, type JsonObject } from '../../rules/json.ts'
import { schemaWords } from '../../rules/lattice/schema-words.ts'
import type { Words } from '../../sdk/index.ts'
import type { Part } from './choices.ts'

/** Words that are not there have a digest as well, so that taking them away is a change. */
export const wordsDigest = (words: Words | undefined): string => digest(words === undefined ? null : { zh: words.zh, en: words.en })

/** The words of each part of a schema, by their place. */
export const schemaGuidance = (name: string, schema: JsonObject): Readonly<Record<string, string>> =>
  Object.fromEntries(schemaWords(schema).map(([at, words]) => [`${name}${at}`, digest(words)]))

/** What the fields of a manifest gave, with what stands in none of them; texts by name beside each other. */
export function withOwn(gathered: Part, own: Part): Part {
  const [one, other] = [gathered['guidance'], own['guidance']]
  return { ...gathered, ...own, guidance: { ...(isObject(one) ? one : {}), ...(isObject(other) ? other : {}) } }
}
