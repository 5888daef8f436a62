import { secretNames } from './credential-shapes.ts'
import type { FormFinder } from './form-finder.ts'

export interface ScrubStream {
  /** Takes the next piece and gives what may be shown already: clean, and with nothing that the next piece could complete. */
  push(piece: string): string
  /** Gives what was held back. */
  end(): string
}

/** A run without a space that is longer than any token; past it, what looks like a credential is dropped as it comes. */
const longestHeld = 16 * 1024

/**
 * Scrubs a text that comes in pieces. It holds back what could still become a secret: an end that begins a known one, a
 * run of visible ASCII (tokens have no spaces), and a line that began as a header with a credential. What is held is
 * looked at again only when it has grown by a part of itself, so that the whole takes time as its length does, however
 * small the pieces.
 * @param scrub scrubs a whole text. @param finder gives the finder of the secrets known now.
 */
export function streamScrubber(scrub: (text: string) => string, finder: () => FormFinder): ScrubStream {
  let held = ''
  /** How long it must be to be looked at. */
  let due = 0
  /** Inside a credential too long to hold: says how much of a text still belongs to it, and goes. */
  let dropping: ((text: string) => number) | undefined

  const drop = (text: string): string => {
    const rest = text.slice(dropping?.(text) ?? 0)
    if (rest !== '') dropping = undefined
    return rest
  }
  const release = (length: number): string => {
    const ready = scrub(held.slice(0, length))
    held = held.slice(length)
    return ready
  }
  return {
    push(piece) {
      held += drop(piece)
      if (held.length < due) return ''
      const known = finder()
      let ready = release(safeLength(held, known))
      while (held.length > longestHeld) {
        const { length, whole } = forcedLength(held, known, scrub)
        const before = held.charAt(length - 1)
        const forced = release(length)
        if (!whole && before !== ']') dropping = forced.endsWith(': cookie]') ? lineLength : forced.endsWith(']') ? runLength : undefined
        held = drop(held)
        ready += forced
      }
      due = held.length + Math.floor(held.length / 16)
      return ready
    },
    end() {
      const rest = scrub(held)
      held = ''
      due = 0
      dropping = undefined
      return rest
    },
  }
}

/**
 * How much of a text too long to hold goes now: half of it where no credential lies across, else all of it, and what is
 * then cut in two is to be dropped. A known secret, whole or begun, is cut by neither.
 */
function forcedLength(text: string, finder: FormFinder, scrub: (text: string) => string): { readonly length: number; readonly whole: boolean } {
  const spans = finder.spans(text)
  const half = outside(spans, Math.floor(text.length / 2))
  if (half > 0 && scrub(text.slice(0, half)) + scrub(text.slice(half)) === scrub(text)) return { length: half, whole: true }
  const known = outside(spans, finder.begun(text))
  return { length: known > 0 ? known : text.length, whole: false }
}

const outside = (spans: ReturnType<FormFinder['spans']>, at: number): number => spans.find(({ from, to }) => from < at && at < to)?.from ?? at

const isVisible = (code: number): boolean => code > 0x20 && code < 0x7f

function runLength(text: string): number {
  let at = 0
  while (at < text.length && isVisible(text.charCodeAt(at))) at++
  return at
}

const lineLength = (text: string): number => {
  const end = text.indexOf('\n')
  return end < 0 ? text.length : end
}

/** How much of the text's front is in no secret that goes on, and cuts none in two. In time as the text's length. */
function safeLength(text: string, finder: FormFinder): number {
  const begun = text.lastIndexOf('-----BEGIN ')
  const openKey = begun >= 0 && text.indexOf('-----END', begun) < 0 ? begun : text.length
  const spans = [...finder.spans(text)]
  const headers = [...text.matchAll(header)].map(({ 0: { length }, index }) => ({ from: index, to: index + length === text.length ? Infinity : index + length }))
  let safe = Math.min(finder.begun(text), openKey)
  // Each step back may stand in something that began earlier still.
  for (;;) {
    const start = runStart(text, safe)
    const back = Math.min(openedAt(text, start), startOf(headers, start), startOf(spans, start))
    if (back >= safe) return safe
    safe = back
  }
}

/** A header whose value goes on to the line's end. */
const header = /cookie2?["'\\]{0,4}[ \t]{0,3}[:=][^\n]*/gi

/** A word that makes what follows it a credential, at the end of the text. */
const opener = new RegExp([
  String.raw`(?:bearer|dpop|cookie2?|authorization|${secretNames})["'\\]{0,4}[ \t]{0,3}[:=]?[ \t]{0,3}["'\\]{0,4}$`,
  String.raw`authorization["'\\]{0,4}[ \t]{0,3}[:=][^\n]{0,40}$`,
].join('|'), 'i')
/** No opener is longer. */
const longestOpener = 80

/** Where the run of visible ASCII starts that ends at `end`. */
function runStart(text: string, end: number): number {
  let at = end
  while (at > 0 && isVisible(text.charCodeAt(at - 1))) at--
  return at
}

/** Where an opener starts that reaches to `at`; `at` itself where there is none. */
function openedAt(text: string, at: number): number {
  const from = Math.max(0, at - longestOpener)
  const opened = opener.exec(text.slice(from, at))
  return opened ? from + opened.index : at
}

/** Where that starts which a cut at `at` would go through. It takes those behind it off the list, since nobody comes back to them. */
function startOf(places: { readonly from: number; readonly to: number }[], at: number): number {
  for (let last = places.at(-1); last && last.from >= at; last = places.at(-1)) places.pop()
  const last = places.at(-1)
  return last && at < last.to ? last.from : at
}
