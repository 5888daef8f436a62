import type { TraceEntry } from '../../host/net/door.ts'
import type { AuditEntry } from '../../host/store/store.ts'
import { nameDestination } from '../../rules/destination.ts'
import { noteLate } from '../audit.ts'
import type { Running } from './running.ts'

/**
 * Puts each hop of a request into the audit chain: where, how and how it ended, never what was in it. The door tells of one
 * that a cancel or a time-out broke off when the call's record may stand already.
 */
export const traceInto = ({ call, house }: Pick<Running, 'call' | 'house'>) => (entry: TraceEntry): void => {
  const row = hopRow(entry)
  noteLate(call, house, { ...row, detail: { tool: call.request.tool, ...row.detail } })
  call.request.trace?.(entry)
}

/** The audit's row of one hop. */
export const hopRow = ({ destination, method, host, path, status, bytes, ms, error }: TraceEntry): Pick<AuditEntry, 'kind' | 'detail'> => ({
  kind: 'request.sent', detail: { to: nameDestination(destination), method, host, path, status: status ?? null, bytes, ms, error: error ?? null },
})
