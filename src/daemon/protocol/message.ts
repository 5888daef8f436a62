import type { ErrorReport } from '../../rules/errors/index.ts'
import { isObject } from '../../rules/json.ts'

/** JSON-RPC 2.0 as this socket speaks it: ids are whole numbers from 0, no batches. */
export type Message = Request | Notification | Reply
export interface Request { readonly id: number; readonly method: string; readonly params: unknown }
export interface Notification { readonly method: string; readonly params: unknown }
export type Reply = { readonly id: number; readonly result: unknown } | { readonly id: number; readonly error: Fault }

/** What went wrong, in the words of the connection's language. `rules` and `id` stand where a rule refused a call. */
export interface Fault extends ErrorReport {
  readonly rules?: readonly string[]
  readonly id?: string
}

/** JSON-RPC wants a number; callers route on `data.code`. */
const jsonRpcCode = -32000

/**
 * Reads one frame; undefined for anything that is not one whole message. Hand-written, since clients must start without
 * a schema library; `params` and `result` are checked by the method table.
 */
export function parseMessage(text: string): Message | undefined {
  let value: unknown
  try { value = JSON.parse(text) } catch { return undefined }
  if (!isObject(value) || value['jsonrpc'] !== '2.0') return undefined
  const { id, method, params } = value
  if (typeof method === 'string' && !('result' in value) && !('error' in value)) {
    if (id === undefined) return { method, params }
    return isId(id) ? { id, method, params } : undefined
  }
  if (method !== undefined || !isId(id)) return undefined
  const hasError = 'error' in value
  if (hasError === 'result' in value) return undefined
  if (!hasError) return { id, result: value['result'] }
  const fault = readFault(value['error'])
  return fault && { id, error: fault }
}

const isId = (id: unknown): id is number => typeof id === 'number' && Number.isSafeInteger(id) && id >= 0

function readFault(error: unknown): Fault | undefined {
  const data = isObject(error) ? error['data'] : undefined
  if (!isObject(data)) return undefined
  const { code, exit, message, hint, rules, id } = data
  if (typeof code !== 'string' || typeof exit !== 'number' || typeof message !== 'string' || typeof hint !== 'string') return undefined
  return {
    code, exit, message, hint,
    ...(Array.isArray(rules) ? { rules: rules.map(String) } : {}),
    ...(typeof id === 'string' ? { id } : {}),
  }
}

/** The wire form of a message. */
export function wire(message: Message): object {
  if ('error' in message) return { jsonrpc: '2.0', id: message.id, error: { code: jsonRpcCode, message: message.error.message, data: message.error } }
  return { jsonrpc: '2.0', ...message }
}
