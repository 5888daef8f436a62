import { hideShapes, looksRandom, secretName } from './credential-shapes.ts'
import { isList, type Json, objectOf } from './json.ts'
import { type Spellings, spellingsOf } from './secret-forms.ts'
import { cutOut, type SecretFinder, secretFinder } from './secret-finder.ts'
import { streamScrubber, type ScrubStream } from './scrub-stream.ts'

/** Keeps credentials out of whatever is shown, stored, logged or sent to a model (policy §8). */
export interface Scrubber {
  /** The text with each known secret, and each string shaped like a credential, as `[credential: kind]`. */
  text(text: string): string
  /** The same for every key and text of a value; a field named like a credential loses its text whole. */
  json(value: Json): Json
  /** For a text that comes in pieces: a secret split over them is found in its usual spellings. What it holds back comes by `end()`. */
  stream(): ScrubStream
  /** Whether a known secret stands in the text, in any spelling: a person typed their password where words go. */
  holdsSecret(text: string): boolean
}

/**
 * @param secrets gives the secrets known now (passwords, cookies, tokens, keys); asked anew each time, so that one learnt
 *   later is kept out from then on. Those under four characters cannot be looked for.
 */
export function makeScrubber(secrets: () => readonly string[]): Scrubber {
  const finder = rememberFinder(secrets)
  const text = (raw: string) => hideShapes(cutOut(raw, finder().spans(raw), '[credential: keystore]'))
  const json = (value: Json): Json => {
    if (typeof value === 'string') return text(value)
    // A password of digits, where a page writes it as a number.
    if (typeof value === 'number' && finder().spans(String(value)).length > 0) return text(String(value))
    if (typeof value !== 'object' || value === null) return value
    if (isList(value)) return value.map(json)
    return objectOf(Object.entries(value).map(([key, part]) => [nameOf(key).text, field(key, part)] as const))
  }
  // Names come again with every row and result: what one becomes is the same until the secrets change.
  const nameOf = rememberNames(finder, (key) => ({ text: text(key), kind: secretName(key) }))
  const field = (key: string, part: Json): Json => {
    const { kind } = nameOf(key)
    if (kind === undefined) return json(part)
    const hides = (inside: Json) => typeof inside === 'string' && (kind === 'surely' ? /^[\x20-\x7e]{4,}$/.test(inside) : looksRandom(inside))
    const one = (inside: Json): Json => (hides(inside) ? '[credential: field]' : json(inside))
    return isList(part) ? part.map(one) : one(part)
  }
  return {
    text, json,
    stream: () => streamScrubber(text, () => finder().exact),
    holdsSecret: (raw) => finder().spans(raw).length > 0,
  }
}

interface Name { readonly text: string; readonly kind: ReturnType<typeof secretName> }

function rememberNames(finder: () => SecretFinder, make: (key: string) => Name): (key: string) => Name {
  const names = new Map<string, Name>()
  let of: SecretFinder | undefined
  return (key) => {
    const now = finder()
    if (now !== of || names.size >= mostNames) names.clear()
    of = now
    const name = names.get(key) ?? make(key)
    if (key.length <= longestName) names.set(key, name)
    return name
  }
}
const mostNames = 500
const longestName = 40

/** Made anew only when the secrets changed, and spellings only of those that are new. */
function rememberFinder(secrets: () => readonly string[]): () => SecretFinder {
  let known: readonly string[] = []
  let spelt: ReadonlyMap<string, Spellings> = new Map()
  let finder = secretFinder([])
  return () => {
    const now = secrets()
    if (now.length !== known.length || now.some((secret, index) => secret !== known[index])) {
      known = [...now]
      spelt = new Map(known.map((secret) => [secret, spelt.get(secret) ?? spellingsOf(secret)]))
      finder = secretFinder([...spelt.values()])
    }
    return finder
  }
}
