import type { TraceEntry } from '../../host/net/door.ts'
import { noteLate } from '../audit.ts'
import type { Running } from './running.ts'

/**
 * Puts each hop of a request into the audit chain: where, how and how it ended, never what was in it. The door tells of one
 * that a cancel or a time-out broke off when the call's record may stand already.
 */
export const traceInto = ({ call, house }: Pick<Running, 'call' | 'house'>) => (entry: TraceEntry): void => noteLate(call, house, {
  kind: 'request.sent',
  detail: {
    tool: call.request.tool, to: entry.destination.kind, method: entry.method, host: entry.host, path: entry.path,
    status: entry.status ?? null, bytes: entry.bytes, error: entry.error ?? null,
  },
})
