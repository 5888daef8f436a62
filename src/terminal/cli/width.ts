import { oneLine } from './one-line.ts'

/** Columns that a text takes in a terminal: two for wide characters (East Asian wide and full-width, emoji), none for marks. */
export function widthOf(text: string): number {
  let width = 0
  if (plain.test(text)) for (let at = 0; at < text.length; at++) width += isWide(text.charCodeAt(at)) ? 2 : 1
  else for (const grapheme of graphemesOf(text)) width += graphemeWidth(grapheme)
  return width
}

/**
 * The text as a person counts its characters. Plain Latin and Han need no segmenter, whose tables take longer to load
 * than a whole command.
 */
function graphemesOf(text: string): Iterable<string> {
  if (plain.test(text)) return text
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}
const plain = /^[\x20-\x7e\u2010-\u2027\u2190-\u21ff\u2500-\u259f\u3000-\u3029\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uff01-\uff60]*$/
let segmenter: Intl.Segmenter | undefined

function graphemeWidth(segment: string): number {
  const point = segment.codePointAt(0) ?? 0
  if (point < 0x20 || (point >= 0x7f && point < 0xa0)) return 0
  if (point < 0x300) return 1
  if (segment.length === 1 && isWide(point)) return 2
  if (/^\p{M}/u.test(segment)) return 0
  return isWide(point) || /\p{Emoji_Presentation}|\ufe0f/u.test(segment) ? 2 : 1
}

const isWide = (point: number): boolean =>
  (point >= 0x1100 && point <= 0x115f) || (point >= 0x2e80 && point <= 0x303e) || (point >= 0x3041 && point <= 0xa4cf)
  || (point >= 0xac00 && point <= 0xd7a3) || (point >= 0xf900 && point <= 0xfaff) || (point >= 0xfe30 && point <= 0xfe6f)
  || (point >= 0xff00 && point <= 0xff60) || (point >= 0xffe0 && point <= 0xffe6) || (point >= 0x20000 && point <= 0x3fffd)

export const padTo = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)))

/** Breaks a text into lines of at most `width` columns, at spaces where there are any. Nothing is left out. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  for (const paragraph of text.split('\n')) {
    let line = ''
    let used = 0
    let space = -1
    for (const segment of graphemesOf(paragraph)) {
      const wide = graphemeWidth(segment)
      if (used + wide > width && line !== '') {
        const at = space > 0 && segment !== ' ' ? space : line.length
        lines.push(line.slice(0, at))
        line = line.slice(at).replace(/^ /, '')
        used = widthOf(line)
        space = -1
      }
      if (segment === ' ') space = line.length
      line += segment
      used += wide
    }
    lines.push(line)
  }
  return lines
}

/** Rows as aligned columns, two spaces between; the last column is as long as it is. A row is one line whatever its cells hold. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = []
  const folded = rows.map((row) => row.map(oneLine))
  for (const row of folded) row.slice(0, -1).forEach((cell, at) => { widths[at] = Math.max(widths[at] ?? 0, widthOf(cell)) })
  return folded.map((row) => row.map((cell, at) => (at < row.length - 1 ? padTo(cell, widths[at] ?? 0) : cell)).join('  ').trimEnd())
}
