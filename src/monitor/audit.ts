import type { AuditEntry } from '../host/store/store.ts'
import type { CallInProgress } from './call-in-progress.ts'
import type { House } from './house.ts'

/** Notes a row about this call, in order, to be written at the next `writeNotes`. Details hold ids, codes and digests, never a value. */
export function note(call: CallInProgress, kind: AuditEntry['kind'], detail: AuditEntry['detail']): void {
  call.notes.push({ kind, callId: call.id, plugin: call.resolved.peek()?.plugin.id, detail })
}

/** Writes what was noted and does `more` with it in one transaction: all of it is on the disk when this returns, or none. */
export function writeNotes(call: CallInProgress, house: House, more?: () => void): void {
  house.store.transaction(() => {
    for (const entry of call.notes) house.store.audit.append(entry)
    more?.()
  })
  call.notes.length = 0
}
