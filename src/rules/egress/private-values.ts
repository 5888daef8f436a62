import { normalise, spansOf, widthAt } from '../normalise.ts'
import { indexOf, spansIn } from '../third-party-index.ts'

/** A text of the context that holds private data: the strings and numbers of one result, a line each. */
export interface HeldText { readonly source: string; readonly text: string }

/** From one UTF-16 unit of a text to another; `end` is not in it. */
export interface Range { readonly start: number; readonly end: number }

/**
 * Where a text, such as the person's own words, says a known private value (policy §3, R7): a number that stands in one at any length,
 * a whole string of one, or 4 Han or 8 other characters of it, compared without case, width and white space as provenance
 * compares them. `everywhere` where that cannot be told.
 */
export function privateRanges(words: string, held: readonly HeldText[]): readonly Range[] | 'everywhere' {
  const dense = denseWithOrigins(words)
  if (!dense) return 'everywhere'
  return held.flatMap((one) => [...spansOfIt(dense, one), ...valuesOfIt(dense, one)])
}

/** A text without white space, and which unit of the original each of its units came from. */
interface Dense { readonly text: string; readonly original: string; readonly origins: readonly Range[] }

function denseWithOrigins(original: string): Dense | undefined {
  let text = ''
  const origins: Range[] = []
  for (let at = 0; at < original.length; at += widthAt(original, at)) {
    const end = at + widthAt(original, at)
    const own = normalise(original.slice(at, end)).dense
    for (let unit = 0; unit < own.length; unit++) origins.push({ start: at, end })
    text += own
  }
  // Characters that join others change when they stand together; then places cannot be told.
  return text === normalise(original).dense ? { text, original, origins } : undefined
}

function spansOfIt(dense: Dense, held: HeldText): readonly Range[] {
  return [...spansIn(indexOf(held), new Set(spansOf(dense.text)))].flatMap((span) => placesOf(span, dense))
}

function valuesOfIt(dense: Dense, held: HeldText): readonly Range[] {
  const { numbers } = indexOf(held)
  const digits = [...dense.text.matchAll(/\d+/g)].flatMap(({ 0: run, index }) => (numbers.has(run) ? [rangeOf(dense, index, run.length)] : []))
  return [...digits, ...wholeValues(held).flatMap((value) => placesOf(value, dense).filter((range) => standsAlone(dense.original, range, value)))]
}

const known = new WeakMap<HeldText, readonly string[]>()

/** Each string and number of it as a whole, up to what could stand in a person's line. */
function wholeValues(held: HeldText): readonly string[] {
  const made = known.get(held) ?? [...new Set(held.text.split('\n').map((line) => normalise(line).dense))].filter((value) => value !== '' && value.length <= longestLine)
  known.set(held, made)
  return made
}
const longestLine = 500

function placesOf(part: string, dense: Dense): readonly Range[] {
  const places: Range[] = []
  for (let at = dense.text.indexOf(part); at !== -1; at = dense.text.indexOf(part, at + 1)) places.push(rangeOf(dense, at, part.length))
  return places
}

const rangeOf = ({ origins, original }: Dense, at: number, length: number): Range =>
  ({ start: origins[at]?.start ?? 0, end: origins[at + length - 1]?.end ?? original.length })

/** A single character is a value only where nothing is joined to it, so that a grade of 优 is not found in every word with it. */
const standsAlone = (text: string, { start, end }: Range, value: string): boolean =>
  value.length > 1
    ? isBoundary(text, start) && isBoundary(text, end)
    : !inWord.test(text.slice(Math.max(0, start - 1), start)) && !inWord.test(text.slice(end, end + 1))

const inWord = /[\p{L}\p{N}\p{M}_]/u
const han = /\p{Script=Han}/u

/** Whether a word may end or begin here: Han characters are words of their own, and a number goes on past its point. */
export function isBoundary(text: string, at: number): boolean {
  const before = charBefore(text, at)
  const after = text.slice(at, at + (at < text.length ? widthAt(text, at) : 0))
  if (/\p{M}/u.test(after)) return false
  if (inWord.test(before) && inWord.test(after)) return han.test(before) || han.test(after)
  return !(/\d/.test(before) && /^[.,:/-]\d/.test(text.slice(at, at + 2))) && !(/\d[.,:/-]$/.test(text.slice(Math.max(0, at - 2), at)) && /\d/.test(after))
}

function charBefore(text: string, at: number): string {
  const low = at > 1 && /[\udc00-\udfff]/.test(text.charAt(at - 1)) && /[\ud800-\udbff]/.test(text.charAt(at - 2))
  return text.slice(at - (low ? 2 : at > 0 ? 1 : 0), at)
}
