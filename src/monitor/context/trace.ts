import type { TraceEntry } from '../../host/net/door.ts'
import { note } from '../audit.ts'
import type { CallInProgress } from '../call-in-progress.ts'

/** Puts each hop of a request into the audit chain: where, how and how it ended, never what was in it. */
export const traceInto = (call: CallInProgress) => (entry: TraceEntry): void => note(call, 'request.sent', {
  tool: call.request.tool, to: entry.destination.kind, method: entry.method, host: entry.host, path: entry.path,
  status: entry.status ?? null, bytes: entry.bytes, error: entry.error ?? null,
})
