import type { ErrorCode } from './error-table.ts'

export type ErrorParams = Readonly<Record<string, string | number>>

/**
 * The one error type that crosses rooms. `params` fill the words and are shown to people, so no secret may stand in them.
 * Apart from the tables, whose words are half of a small client: who only throws does not carry them.
 */
export class HarnessError extends Error {
  override readonly name = 'HarnessError'
  constructor(readonly code: ErrorCode, readonly params: ErrorParams = {}, options?: ErrorOptions) {
    super(`${code}${Object.keys(params).length ? ` ${JSON.stringify(params)}` : ''}`, options)
  }
}

/** Puts parameters into `{name}` places; a place without a parameter stays as it is. */
export const fill = (text: string, params: ErrorParams): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => (Object.hasOwn(params, name) ? String(params[name]) : place))
