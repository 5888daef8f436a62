import { secretNames } from './credential-shapes.ts'

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
 * run of visible ASCII (tokens have no spaces), and a line that began as a header with a credential.
 * @param scrub scrubs a whole text. @param forms gives the spellings of the known secrets, longest first.
 */
export function streamScrubber(scrub: (text: string) => string, forms: () => readonly string[]): ScrubStream {
  let held = ''
  /** Inside a credential too long to hold: its run is dropped to its end. */
  let dropping = false

  const drop = (text: string): string => {
    if (!dropping) return text
    const rest = text.slice(runLength(text))
    dropping = rest === ''
    return rest
  }
  return {
    push(piece) {
      held += drop(piece)
      const safe = safeLength(held, forms())
      const ready = scrub(held.slice(0, safe))
      held = held.slice(safe)
      if (held.length <= longestHeld) return ready
      const forced = scrub(held)
      dropping = forced.endsWith(']') && !held.endsWith(']')
      held = ''
      return ready + forced
    },
    end() {
      const rest = scrub(held)
      held = ''
      dropping = false
      return rest
    },
  }
}

const isVisible = (code: number): boolean => code > 0x20 && code < 0x7f

function runLength(text: string): number {
  let at = 0
  while (at < text.length && isVisible(text.charCodeAt(at))) at++
  return at
}

/** How much of the text's front is in no secret that goes on, and cuts none in two. */
function safeLength(text: string, forms: readonly string[]): number {
  const begun = text.lastIndexOf('-----BEGIN ')
  const openKey = begun >= 0 && text.indexOf('-----END', begun) < 0 ? begun : text.length
  let safe = Math.min(beforeKnown(text, forms), openKey)
  // Each step back may stand in something that began earlier still.
  for (let back = stepBack(text, safe, forms); back < safe; back = stepBack(text, safe, forms)) safe = back
  return safe
}

const stepBack = (text: string, at: number, forms: readonly string[]): number => startAcross(text, openedAt(text, runStart(text, at)), forms)

/** A word that makes what follows it on the line a credential, at the end of the text or anywhere in a header. */
const opener = new RegExp([
  String.raw`(?:bearer|dpop|cookie2?|authorization|${secretNames})["'\\]{0,4}[ \t]{0,3}[:=]?[ \t]{0,3}["'\\]{0,4}$`,
  String.raw`cookie2?["'\\]{0,4}[ \t]{0,3}[:=]`,
  String.raw`authorization["'\\]{0,4}[ \t]{0,3}[:=][^\n]{0,40}$`,
].join('|'), 'i')

/** Where the run of visible ASCII starts that ends at `end`. */
function runStart(text: string, end: number): number {
  let at = end
  while (at > 0 && isVisible(text.charCodeAt(at - 1))) at--
  return at
}

/** Where an opener starts that reaches to `at` on its line; `at` itself where there is none. */
function openedAt(text: string, at: number): number {
  const lineStart = Math.max(at > 0 ? text.lastIndexOf('\n', at - 1) + 1 : 0, at - 4096)
  const opened = opener.exec(text.slice(lineStart, at))
  return opened ? lineStart + opened.index : at
}

/** Where the longest end starts that is the beginning of a known secret. */
function beforeKnown(text: string, forms: readonly string[]): number {
  const firsts = new Set(forms.map((form) => form[0]))
  for (let at = Math.max(0, text.length - (forms[0]?.length ?? 1) + 1); at < text.length; at++) {
    if (!firsts.has(text[at])) continue
    const end = text.slice(at)
    if (forms.some((form) => form.length > end.length && form.startsWith(end))) return at
  }
  return text.length
}

/** Where a known secret starts that a cut at `at` would go through. */
function startAcross(text: string, at: number, forms: readonly string[]): number {
  return forms.reduce((first, form) => {
    const from = Math.max(0, at - form.length + 1)
    const found = text.slice(from, at + form.length - 1).indexOf(form)
    return found < 0 ? first : Math.min(first, from + found)
  }, at)
}
