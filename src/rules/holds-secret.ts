import { canonicalJson } from './canonical.ts'
import type { Json } from './json.ts'
import type { Scrubber } from './redaction.ts'

/** Whether a known secret stands anywhere in a value: as JSON writes it, and in each text and name by itself, where nothing is escaped. What cannot say counts as one. */
export const holdsSecret = (value: Json, { holdsSecret: inText }: Pick<Scrubber, 'holdsSecret'>, canonical = canonicalJson(value)): boolean =>
  [canonical, ...texts(value)].some((text) => inText(text) !== false)

function texts(value: Json): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries<Json>(value).flatMap(([key, part]) => [key, ...texts(part)])
}
