import { firstHidden } from '../../../rules/hygiene/characters.ts'

/** The shells that completions are printed for. */
export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

/** The words of a line up to the cursor as the program would get them, and how much of the last one the shell has already set aside. */
export interface TypedLine {
  /** Whole words behind `pkuh`. */
  readonly before: readonly string[]
  /** What stands before the cursor of the word that is being typed. */
  readonly current: string
  /** How many characters at the start of `current` the shell takes as a word of their own: an answer leaves them out. */
  readonly apart: number
}

/** bash breaks words at `=` and `:` too, and a word may be opened with a quote; other shells hand on whole words. */
export function typedLine(shell: Shell, words: readonly string[]): TypedLine {
  const whole = shell === 'bash' ? joined(words) : [...words]
  const current = (whole.pop() ?? '').replace(/^["']/, '')
  return { before: whole, current, apart: shell === 'bash' ? Math.max(current.lastIndexOf('='), current.lastIndexOf(':')) + 1 : 0 }
}

const isBreak = (word: string): boolean => /^[=:]+$/.test(word)

/** `--profile`, `=`, `sim` → `--profile=sim`. */
function joined(pieces: readonly string[]): string[] {
  const words: string[] = []
  let glued = false
  for (const piece of pieces) {
    const last = words.pop()
    if (last !== undefined && (isBreak(piece) || glued)) words.push(last + piece)
    else words.push(...(last === undefined ? [] : [last]), piece)
    glued = isBreak(piece)
  }
  return words
}

/** Whether every shell takes it as the one word it is, and a person sees all of it (some letters are blank). Nothing else is ever answered: a plugin's own value could be a command to a shell. */
export const isPlainWord = (word: string): boolean => /^[\p{L}\p{N}_./-][\p{L}\p{N}_.,:@%+=/-]*$/u.test(word) && firstHidden(word) === undefined
