import { eastAsianWidth } from 'get-east-asian-width'
import { firstHidden } from '../../rules/hygiene/characters.ts'

/**
 * Columns that a text takes in most terminals, to stand cells under each other: two for wide characters (East Asian wide
 * and full-width by Unicode's table, emoji), none for marks that take no place. No line may be broken by it: terminals differ.
 */
export function widthOf(text: string): number {
  let width = 0
  if (plain.test(text)) for (let at = 0; at < text.length; at++) width += isPlainWide(text.charCodeAt(at)) ? 2 : 1
  else for (const grapheme of graphemesOf(text)) width += graphemeWidth(grapheme)
  return width
}

/**
 * The most columns that any terminal gives a text. Printable ASCII is one; letters and digits are what Unicode's table says,
 * with what it calls ambiguous as two; all else, marks and joiners too, is two. A line that fits by this count goes on at
 * the left edge nowhere, where outside text would stand as a row of the host's.
 */
export function widestOf(text: string): number {
  let width = 0
  if (plain.test(text)) for (let at = 0; at < text.length; at++) width += text.charCodeAt(at) < 0x7f ? 1 : 2
  else for (const character of text) width += widestPoint(character)
  return width
}

function widestPoint(character: string): number {
  const point = character.codePointAt(0) ?? 0
  if (point >= 0x20 && point < 0x7f) return 1
  return letter.test(character) && !joiningJamo.test(character) ? eastAsianWidth(point, { ambiguousAsWide: true }) : 2
}
const letter = /^(?!\p{Extended_Pictographic})[\p{L}\p{Nd}]$/u
/** Vowels and finals of Hangul, which terminals give none, one or two. */
const joiningJamo = /^[\u1160-\u11ff\ud7b0-\ud7ff]$/

/**
 * The text as a person counts its characters. Plain Latin and Han need neither the segmenter nor Unicode's table, which
 * take longer to load than a whole command.
 */
function graphemesOf(text: string): Iterable<string> {
  if (plain.test(text)) return text
  const cutter = segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return stretchesOf(text).flatMap((stretch) => Array.from(cutter.segment(stretch), ({ segment }) => segment))
}

/**
 * V8 segments in a time that grows with the square of the text: 80,000 characters took 15 s. So it gets a stretch at a time, cut
 * where two plain characters stand beside each other, between which there is always a boundary; else at the end of a character.
 */
function stretchesOf(text: string): string[] {
  const stretches: string[] = []
  let from = 0
  while (text.length - from > longest) {
    let at = from + longest
    while (at > from + longest / 2 && !(isPlain(text, at - 1) && isPlain(text, at))) at--
    if (!(isPlain(text, at - 1) && isPlain(text, at))) at = from + longest - (/[\ud800-\udbff]/.test(text[from + longest - 1] ?? '') ? 1 : 0)
    stretches.push(text.slice(from, at))
    from = at
  }
  return [...stretches, text.slice(from)]
}
const longest = 1_000
const isPlain = (text: string, at: number): boolean => { const unit = text.charCodeAt(at); return unit >= 0x20 && unit < 0x7f }
const plain = /^[\x20-\x7e\u2010-\u2027\u2190-\u21ff\u2500-\u259f\u3000-\u3029\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uff01-\uff60]*$/
const isPlainWide = (unit: number): boolean => unit >= 0x3000
let segmenter: Intl.Segmenter | undefined

function graphemeWidth(segment: string): number {
  const base = placed.exec(segment)?.[0]
  if (base === undefined) return 0
  const own = /\p{Emoji_Presentation}|\ufe0f/u.test(segment) ? 2 : eastAsianWidth(base.codePointAt(0) ?? 0)
  return own + (segment.slice(segment.indexOf(base) + base.length).match(spacing)?.length ?? 0)
}
/** What takes a place of its own: no control, no format character, no mark that stands above, below or around a letter. */
const placed = /[^\p{Cc}\p{Cf}\p{Cs}\p{Mn}\p{Me}\p{Default_Ignorable_Code_Point}]/u
/** What takes a column behind its letter: spacing marks, and the half-width sound marks of kana. */
const spacing = /[\p{Mc}\uff9e\uff9f]/gu

export const padTo = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)))

/** Breaks a text into lines that fit into `width` columns anywhere (two or more), at spaces where there are any, which begin no line. Nothing that is seen is left out. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  for (const paragraph of text.split('\n')) {
    let line = ''
    let used = 0
    let space = -1
    let broken = false
    for (const segment of piecesOf(paragraph, width)) {
      const wide = widestOf(segment)
      while (used + wide > width && line !== '') {
        const at = space > 0 && segment !== ' ' ? space : line.length
        lines.push(line.slice(0, at))
        broken = true
        line = line.slice(at).replace(/^ +/, '')
        used = widestOf(line)
        space = -1
      }
      // A space that a line breaks at begins none.
      if (segment === ' ' && line === '' && broken) continue
      if (segment === ' ') space = line.length
      line += segment
      used += wide
    }
    lines.push(line)
  }
  return lines
}

/**
 * Graphemes, and the characters of one that does not fit into a line: a letter may have any number of marks. What joined
 * those of an emoji is left out there, since alone it would be a hidden character.
 */
export function* piecesOf(text: string, width: number): Iterable<string> {
  for (const grapheme of graphemesOf(text)) {
    if (widestOf(grapheme) <= width) yield grapheme
    else for (const character of grapheme) if (firstHidden(character) === undefined) yield character
  }
}
