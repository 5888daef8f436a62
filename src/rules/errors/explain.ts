import type { Lang } from '../../sdk/index.ts'
import { type ErrorCode, errorTable } from './error-table.ts'
import { type ErrorParams, HarnessError, fill } from './harness-error.ts'
import { type ErrorEntry, exits } from './table.ts'

/** An error as it crosses the socket and stands in `--json`. */
export interface ErrorReport {
  readonly code: string
  readonly exit: number
  readonly message: string
  readonly hint: string
}

/** An error in a person's language. Total: an unknown thing thrown is `UNEXPECTED`, also one that resists being read. */
export function explain(error: unknown, lang: Lang): ErrorReport {
  const { code, params } = read(error)
  const entry: ErrorEntry = errorTable[code]
  return { code, exit: exits[entry.exit], message: fill(entry[lang], params), hint: fill(entry.hint[lang], params) }
}

function read(error: unknown): { readonly code: ErrorCode; readonly params: ErrorParams } {
  try {
    if (error instanceof HarnessError) return error
    return { code: 'UNEXPECTED', params: { problem: error instanceof Error ? error.message : String(error) } }
  } catch {
    return { code: 'UNEXPECTED', params: { problem: '?' } }
  }
}
