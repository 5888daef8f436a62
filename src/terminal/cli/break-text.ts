import { piecesOf, widestOf } from './width.ts'

/**
 * One line of text as lines that fit into `width` columns anywhere (four or more): broken at spaces, which are left out,
 * and beside wide characters, as Chinese is; within a word only where it fits on no line. No line begins with what
 * closes or ends with what opens, where there is another place. Nothing else is left out, but what joined the characters
 * of an emoji that fits on no line.
 * @param first columns of the first line, where it has others
 */
export function breakText(text: string, width: number, first = width): string[] {
  const lines: string[] = []
  let line = ''
  let used = 0
  const narrowest = Math.min(first, width)
  const room = (): number => (lines.length === 0 ? first : width)
  const end = (): void => { lines.push(line); line = ''; used = 0 }
  for (const { spaces, word } of wordsOf(text, narrowest)) {
    const wide = widestOf(word)
    if (used + spaces.length + wide <= room() || (wide > width && used + spaces.length < room())) { line += spaces; used += spaces.length }
    else if (line !== '') end()
    if (used + wide <= room()) { line += word; used += wide; continue }
    for (const piece of piecesOf(word, narrowest)) {
      const own = widestOf(piece)
      if (used + own > room() && line !== '') end()
      line += piece
      used += own
    }
  }
  if (line !== '' || lines.length === 0) end()
  return lines.map((one) => one.replace(/(?<! ) +$/, '')).filter((one, at) => at === 0 || one !== '')
}

interface Word { readonly spaces: string; readonly word: string }

/** What stays together, with the spaces before it. */
function* wordsOf(text: string, width: number): Iterable<Word> {
  let spaces = ''
  let word: string[] = []
  for (const piece of piecesOf(text, width)) {
    const before = word.at(-1)
    if (before !== undefined && (piece === ' ' || mayBreak(before, piece))) {
      yield { spaces, word: word.join('') }
      spaces = ''
      word = []
    }
    if (piece === ' ') spaces += ' '
    else word.push(piece)
  }
  if (word.length > 0) yield { spaces, word: word.join('') }
}

const mayBreak = (before: string, after: string): boolean => (isWide.test(before) || isWide.test(after)) && !opens.test(before) && !closes.test(after)
const isWide = /[\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60\u{20000}-\u{3fffd}]/u
const opens = /^[([{<\u2018\u201c\u3008\u300a\u300c\u300e\u3010\u3014\u3016\uff08\uff3b\uff5b]/
const closes = /^[)\]}>,.:;!?%\u2019\u201d\u2026\u3001\u3002\u3009\u300b\u300d\u300f\u3011\u3015\u3017\uff01\uff05\uff09\uff0c\uff0e\uff1a\uff1b\uff1f\uff3d\uff5d]/
