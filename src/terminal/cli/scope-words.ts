import { effectWords } from '../../rules/words/effects.ts'
import type { Io } from './io.ts'

/** What an effect setting is for, in words: everything, one plugin or one tool. */
export const scopeWords = (scope: 'all' | 'plugin' | 'tool', id: string | undefined, io: Pick<Io, 'say'>): string => io.say(effectWords[scope], { id: id ?? '' })
