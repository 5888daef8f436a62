import type { Lang, Words } from '../../sdk/index.ts'
import { type ErrorParams, fill } from '../errors/index.ts'

/** Phrases for people by code. A table a domain: `words/card.ts`, `words/policy.ts`, … A test finds a missing language. */
export type WordTable = Readonly<Record<string, Words>>

/** One phrase in one language, its `{name}` places filled. */
export const say = (words: Words, lang: Lang, params: ErrorParams = {}): string => fill(words[lang], params)
