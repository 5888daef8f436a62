import type { Lang } from '../../sdk/index.ts'
import { agentErrors } from './agent.ts'
import { campusErrors } from './campus.ts'
import { cliErrors } from './cli.ts'
import { daemonErrors } from './daemon.ts'
import { documentErrors } from './document.ts'
import { keystoreErrors } from './keystore.ts'
import { monitorErrors } from './monitor.ts'
import { netErrors } from './net.ts'
import { pluginErrors } from './plugin.ts'
import { policyErrors } from './policy.ts'
import { storeErrors } from './store.ts'
import { type ErrorEntry, exits } from './table.ts'

export const errorTable = {
  ...netErrors, ...keystoreErrors, ...campusErrors, ...storeErrors, ...documentErrors, ...pluginErrors,
  ...policyErrors, ...monitorErrors, ...agentErrors, ...daemonErrors, ...cliErrors,
}

/** The closed union of what can go wrong. Callers route on it, never on a message. */
export type ErrorCode = keyof typeof errorTable
export type ErrorParams = Readonly<Record<string, string | number>>

/** The one error type that crosses rooms. `params` fill the words and are shown to people, so no secret may stand in them. */
export class HarnessError extends Error {
  override readonly name = 'HarnessError'
  constructor(readonly code: ErrorCode, readonly params: ErrorParams = {}, options?: ErrorOptions) {
    super(`${code}${Object.keys(params).length ? ` ${JSON.stringify(params)}` : ''}`, options)
  }
}

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorTable, code)

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

/** Puts parameters into `{name}` places; a place without a parameter stays as it is. */
export const fill = (text: string, params: ErrorParams): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => (Object.hasOwn(params, name) ? String(params[name]) : place))
