import type { WordTable } from '../../rules/words/say.ts'
import type { Io } from './io.ts'

/** The phrase that a table has for a word of the daemon's; a word that it has none for is shown as it is. */
export function wordIn(table: WordTable, word: string, { say }: Pick<Io, 'say'>): string {
  const words = Object.hasOwn(table, word) ? table[word] : undefined
  return words ? say(words) : word
}
