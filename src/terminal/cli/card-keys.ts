import { confirmWords } from '../../rules/confirm-word.ts'
import { type AskedKind, deniesByDefault } from './card.ts'

export type CardAnswer = { readonly answer: 'once' | 'session' | 'always' | 'deny'; readonly note?: string; readonly free?: readonly string[] }
export type KeyOutcome =
  | { readonly kind: 'answer'; readonly answer: CardAnswer }
  | { readonly kind: 'interrupt' }
  /** What the line shows now; `enterDropped` where an Enter came with the text or right behind it. */
  | { readonly kind: 'typed'; readonly text: string; readonly enterDropped: boolean }
  /** These arguments may have any value once `session` or `always` is answered. */
  | { readonly kind: 'freed'; readonly names: readonly string[] }
  /** Another word than the card's; what was typed is gone, and so many tries are left. */
  | { readonly kind: 'wrong'; readonly left: number }
  | { readonly kind: 'ignored'; readonly why: 'early' | 'paste' | 'key' }

/** Keys within this many milliseconds of the card's last line were meant for something else. */
export const settleMs = 300
/** An Enter that comes sooner than this many milliseconds behind other keys is a paste's, not a person's. */
export const enterAloneMs = 50
/** The arguments that a number frees, in its order; a name that could be read as anything else has none. */
export const freedByKey = ({ answers, freeable }: AskedKind): readonly string[] =>
  (answers.includes('session') || answers.includes('always') ? freeable.filter((name) => /^[A-Za-z][\w-]{0,39}$/.test(name)).slice(0, 9) : [])
/** How often the word may be typed; the last wrong one denies. */
export const wordTries = 3

export interface CardKeys {
  /** Takes what was read from the terminal, `at` in milliseconds since the card stood whole. */
  press(chunk: string, at: number): KeyOutcome
}

/**
 * What keys mean at a card. Enter is the focused answer, which is to deny where something costs, is public or final, and
 * once otherwise: it never widens. Money and public need their word typed and then an Enter by itself, as a paste without
 * brackets comes all at once; a word that is another may be typed anew. Pastes and early keys never count.
 */
export function createCardKeys(card: AskedKind): CardKeys {
  let line = ''
  let pasting = false
  let lastAt = 0
  let tries = wordTries
  const freed = new Set<string>()
  const answers = { y: 'once', s: 'session', a: 'always', n: 'deny' } as const

  const enter = (): KeyOutcome => {
    if (card.typed === undefined) return { kind: 'answer', answer: { answer: deniesByDefault(card) ? 'deny' : 'once' } }
    const typed = line
    if (confirmWords(card.typed).includes(typed)) return { kind: 'answer', answer: { answer: 'once', note: typed } }
    tries -= 1
    if (typed === '' || tries === 0) return { kind: 'answer', answer: { answer: 'deny' } }
    line = ''
    return { kind: 'wrong', left: tries }
  }
  const key = (text: string): KeyOutcome => {
    if (text === '\u0003') return { kind: 'interrupt' }
    if (text === '\r' || text === '\n') return enter()
    if (text === '\u001b' || text === '\u0004') return { kind: 'answer', answer: { answer: 'deny' } }
    const name = /^[1-9]$/.test(text) ? freedByKey(card)[Number(text) - 1] : undefined
    if (name !== undefined) {
      if (!freed.delete(name)) freed.add(name)
      return { kind: 'freed', names: [...freed] }
    }
    const answer = Object.entries(answers).find(([letter]) => letter === text.toLowerCase())?.[1]
    if (!answer || !card.answers.includes(answer)) return { kind: 'ignored', why: 'key' }
    const lasts = answer === 'session' || answer === 'always'
    return { kind: 'answer', answer: lasts && freed.size > 0 ? { answer, free: [...freed] } : { answer } }
  }

  /** One key of the word, or several where a person's input method puts them together. */
  const typeWord = (chunk: string, sinceLast: number): KeyOutcome => {
    const several = [...chunk].length > 1
    let enterDropped = false
    for (const text of chunk) {
      if (text === '\r' || text === '\n') {
        if (!several && (sinceLast >= enterAloneMs || line === '')) return enter()
        enterDropped = true
      } else if (text === '\u001b' || text === '\u0004') return key(text)
      else if (text === '\u007f' || text === '\b') line = [...line].slice(0, -1).join('')
      else if (text === '\u0015') line = ''
      else if (!/[\u0000-\u001f\u007f]/.test(text)) line += text
    }
    return { kind: 'typed', text: line, enterDropped }
  }

  return {
    press(chunk, at) {
      const sinceLast = at - lastAt
      lastAt = at
      if (chunk.includes('\u0003')) return { kind: 'interrupt' }
      if (at < settleMs) return { kind: 'ignored', why: 'early' }
      if (pasting || chunk.includes('\u001b[200~')) {
        pasting = !chunk.includes('\u001b[201~')
        return { kind: 'ignored', why: 'paste' }
      }
      // An arrow or another escape sequence is no answer; a lone escape is a no.
      if (chunk.length > 1 && chunk.startsWith('\u001b')) return { kind: 'ignored', why: 'key' }
      // Several keys in one read: only the first may count without its word, so that a buffered line answers nothing.
      if (card.typed !== undefined) return typeWord(chunk, sinceLast)
      return [...chunk].length > 1 ? { kind: 'ignored', why: 'paste' } : key(chunk)
    },
  }
}
