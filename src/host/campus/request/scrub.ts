import { objectOf } from '../../../rules/json.ts'
import { secretForms } from '../../../rules/secret-forms.ts'
import { undoEscapes } from '../../../rules/undo-escapes.ts'

const mark = '[credential]'
/** Shorter values would be found in ordinary text. */
const shortest = 8
/** Layers of escapes that are looked under: a page in a script in a JSON text. */
const layers = 3

export interface Scrubber {
  text(text: string): string
  /** The same JSON with its strings and keys scrubbed; an escaped spelling cannot hide one. */
  json(value: unknown): unknown
}

/**
 * Takes exact values out of whatever comes back, in the spellings they can come in (plain, percent-encoded, decoded,
 * Base64, hex, in any case, and any of these under escapes of HTML, JavaScript or URLs), and anything that has a
 * ticket's shape. Linear in the text.
 */
export function scrubberOf(secrets: readonly string[]): Scrubber {
  const needles = [...new Set(secrets.flatMap(spellingsOf).map(lower))].filter((text) => text.length >= shortest)
  const text = (given: string): string => hideTickets(hide(given, placesOf(given, needles)))
  const json = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value)
    if (Array.isArray(value)) return value.map(json)
    if (typeof value !== 'object' || value === null) return value
    return objectOf(Object.entries(value).map(([key, inner]) => [text(key), json(inner)] as const))
  }
  return { text, json }
}

interface Place { readonly start: number; readonly end: number }

/** Where a secret stands in the text itself, and where it would stand once its escapes are undone. */
function placesOf(given: string, needles: readonly string[]): readonly Place[] {
  if (needles.length === 0) return []
  const places: Place[] = []
  let [seen, startOf, endOf] = [given, (at: number) => at, (end: number) => end]
  for (let layer = 0; ; layer++) {
    const searched = lower(seen)
    for (const needle of needles) {
      for (let at = searched.indexOf(needle); at >= 0; at = searched.indexOf(needle, at + needle.length)) {
        places.push({ start: startOf(at), end: endOf(at + needle.length) })
      }
    }
    const undone = layer < layers ? undoEscapes(seen) : undefined
    if (!undone) return places
    const [outerStart, outerEnd] = [startOf, endOf]
    seen = undone.text
    startOf = (at) => outerStart(undone.starts[at] ?? 0)
    endOf = (end) => outerEnd(undone.ends[end - 1] ?? 0)
  }
}

function hide(text: string, places: readonly Place[]): string {
  if (places.length === 0) return text
  const parts: string[] = []
  let end = 0
  for (const place of [...places].sort((a, b) => a.start - b.start)) {
    if (place.start >= end) parts.push(text.slice(end, place.start), mark)
    end = Math.max(end, place.end)
  }
  return parts.join('') + text.slice(end)
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

function spellingsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret)
  return [...secretForms(secret), decoded(secret), bytes.toString('base64'), bytes.toString('base64url'), bytes.toString('hex')]
}

function decoded(secret: string): string {
  try {
    return decodeURIComponent(secret)
  } catch {
    return secret
  }
}

/** Of ASCII only, so that every place stays where it was. */
const lower = (text: string): string => text.replaceAll(/[A-Z]+/g, (upper) => upper.toLowerCase())
