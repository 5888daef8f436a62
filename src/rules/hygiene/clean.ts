import { isList, type Json, objectOf } from '../json.ts'
import { cleanCharacters } from './characters.ts'
import { htmlToText } from './html.ts'
import { markdownToText } from './markdown.ts'

export interface CleanOptions {
  /** Characters of one text that stay; the rest is replaced by `[cut: n more]`. */
  readonly max?: number
}

/** Characters of one text of a result that the model is given where nothing else is said. */
export const modelTextLimit = 20_000
const keyLimit = 200
/** Nothing that comes here may be larger (a result has at most 1 MiB), so no pass is asked to work on more. */
const inputLimit = 4 * 1024 * 1024

/**
 * Outside text as the model is given it (law 6): no characters that a person would not see, no markup, bounded, and a
 * mark where something was taken out. Cleaning twice changes nothing more. It stays data: the caller puts it in its place.
 */
export function cleanForModel(text: string, options: CleanOptions = {}): string {
  const visible = cleanCharacters(cut(text, inputLimit), 'dropped')
  return cut(markdownToText(htmlToText(visible)), options.max ?? modelTextLimit)
}

/**
 * Outside text as it may be written to a terminal: line ends and tabs are the only controls left in it, and nothing in it
 * is invisible or reorders what stands beside it. Each character taken out leaves a mark, and nothing is cut, so that no
 * long argument hides its end.
 */
export const cleanForTerminal = (text: string): string => cleanCharacters(text)

/** A result's keys and texts, cleaned for the model. Two keys that become the same are told apart, so that neither value is lost. */
export function cleanJson(value: Json): Json {
  if (typeof value === 'string') return cleanForModel(value)
  if (typeof value !== 'object' || value === null) return value
  if (isList(value)) return value.map((part) => cleanJson(part))
  return objectOf(Object.entries(value).map(([key, part]) => [cleanKey(key), cleanJson(part)] as const))
}

/** What is kept for people and models alike: keys and texts cleaned as for a terminal, so that nothing in them is hidden and nothing else is changed. */
export function visibleJson(value: Json): Json {
  if (typeof value === 'string') return cleanForTerminal(value)
  if (typeof value !== 'object' || value === null) return value
  if (isList(value)) return value.map((part) => visibleJson(part))
  return objectOf(Object.entries(value).map(([key, part]) => [cleanForTerminal(key), visibleJson(part)] as const))
}

/** A name as programs have them is clean as it is; most are. */
function cleanKey(key: string): string {
  if (/^[A-Za-z][\w-]{0,63}$/.test(key)) return key
  const short = cut(cleanForModel(key).replace(/[\n\t]+/g, ' '), keyLimit)
  return short === '__proto__' ? '[__proto__]' : short
}

/** At most `max` characters, not ending inside a pair, an emoji or a letter with its marks, and how many are left out. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text
  const end = clusterStart(text, Math.max(0, max - roomForMark))
  return `${text.slice(0, end)} [cut: ${text.length - end} more]`
}
/** So that what was cut once is not cut again. */
const roomForMark = 24

function clusterStart(text: string, at: number): number {
  const from = Math.max(0, at - 64)
  return from + (graphemes.segment(text.slice(from, at + 64)).containing(at - from)?.index ?? at - from)
}
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
