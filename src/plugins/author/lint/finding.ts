import { type ErrorCode, type ErrorParams, errorTable } from '../../../rules/errors/index.ts'
import { type LintCode, lintWords } from '../../../rules/words/lint.ts'
import { say } from '../../../rules/words/say.ts'
import type { Lang } from '../../../sdk/index.ts'

/**
 * A change of a file that mends a finding: what stands from `from` to `to` (UTF-16 units) becomes `text`; in bytes, one a character, where the
 * file is in another charset than UTF-8.
 */
export interface Edit { readonly file: string; readonly from: number; readonly to: number; readonly text: string; readonly bytes?: true }

export interface Finding {
  readonly code: LintCode | ErrorCode
  readonly level: 'error' | 'warning'
  readonly file: string
  readonly line: number
  readonly column: number
  /** As an author would say it: `tools.free.effect`. */
  readonly at: string
  /** Values for the words; a `{ zh, en }` is said in the reader's language. */
  readonly params: Readonly<Record<string, ErrorParams[string] | { readonly zh: string; readonly en: string }>>
  readonly fix: Edit | undefined
}

const isLintCode = (code: string): code is LintCode => Object.hasOwn(lintWords, code)

/** What is wrong, and what to write instead. */
export function findingWords({ code, params }: Finding, lang: Lang): { readonly says: string; readonly instead: string } {
  const spoken = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, typeof value === 'object' ? value[lang] : value]))
  if (isLintCode(code)) return { says: say(lintWords[code].says, lang, spoken), instead: say(lintWords[code].instead, lang, spoken) }
  const entry = errorTable[code]
  // Where it stands is shown beside the words.
  return { says: say(entry, lang, spoken).replace(/^\S+:\d+:\d+ /, ''), instead: say(entry.hint, lang, spoken) }
}

/** What reading would refuse is an error. */
export const levelOf = (code: Finding['code']): Finding['level'] => (isLintCode(code) ? lintWords[code].level : 'error')
