import type { Trust } from './call.ts'
import type { Json } from './json.ts'

/** A tool's result as the model is given it: data in a place of its own. */
export type Envelope = { readonly tool: string; readonly trust: Trust; readonly untrusted: boolean } & (
  | { readonly ok: true; readonly data: Json }
  | { readonly ok: false; readonly error: { readonly code: string; readonly message: string; readonly hint: string } }
)

/**
 * One line of JSON, its fields in this order, the host's before the tool's. Angle brackets are written as JSON escapes, so
 * no text inside can spell the tag that a provider's template or a reader takes for the end of its place.
 */
export function envelope(result: Envelope): string {
  const { tool, trust, untrusted } = result
  const body = result.ok ? { ok: true, data: result.data } : { ok: false, error: pickError(result.error) }
  return JSON.stringify({ tool, trust, untrusted, ...body }).replace(/[<>\u2028\u2029]/g, escape)
}

const pickError = ({ code, message, hint }: { code: string; message: string; hint: string }) => ({ code, message, hint })
const escape = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
