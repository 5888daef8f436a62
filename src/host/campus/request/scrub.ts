import { objectOf } from '../../../rules/json.ts'
import { cutOut, secretFinder } from '../../../rules/secret-finder.ts'
import { spellingsOf } from '../../../rules/secret-forms.ts'

const mark = '[credential]'
/** Shorter values would be found in ordinary text. */
const shortest = 8

export interface Scrubber {
  text(text: string): string
  /** The same JSON with its strings and keys scrubbed; an escaped spelling cannot hide one. */
  json(value: unknown): unknown
}

/**
 * Takes exact values out of whatever comes back, however they are spelt (as the keystore's: `secretFinder`), and anything
 * that has a ticket's shape. Linear in the text.
 */
export function scrubberOf(secrets: readonly string[]): Scrubber {
  const finder = secretFinder([...new Set(secrets.flatMap((secret) => [secret, decoded(secret)]))].filter(({ length }) => length >= shortest).map(spellingsOf))
  const text = (given: string): string => hideTickets(cutOut(given, finder.spans(given), mark))
  const json = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value)
    if (Array.isArray(value)) return value.map(json)
    if (typeof value !== 'object' || value === null) return value
    return objectOf(Object.entries(value).map(([key, inner]) => [text(key), json(inner)] as const))
  }
  return { text, json }
}

/** What a ticket looks like wherever it turns up: a JWT, or a value behind a name that carries one (bug-log 170). */
function hideTickets(text: string): string {
  return text
    .replaceAll(/[\w.-]{29,}/g, hideJwt)
    .replaceAll(/([?&;](?:token|ticket|access_token|jsessionid|synjones-auth)=)[\w.~%+/-]{8,}/gi, `$1${mark}`)
}

/** Of one run of a token's characters, which is cut at its dots once: no place of it is looked at twice. */
function hideJwt(run: string): string {
  const parts = run.split('.')
  const shown: string[] = []
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] ?? ''
    const begins = part.indexOf('eyJ')
    const jwt = begins >= 0 && part.length - begins >= 11 && [parts[at + 1], parts[at + 2]].every((next) => (next?.length ?? 0) >= 8)
    shown.push(jwt ? part.slice(0, begins) + mark : part)
    if (jwt) at += 2
  }
  return shown.join('.')
}

function decoded(secret: string): string {
  try {
    return decodeURIComponent(secret)
  } catch {
    return secret
  }
}
