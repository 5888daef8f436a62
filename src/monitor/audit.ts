import type { AuditEntry } from '../host/store/store.ts'
import type { Json } from '../rules/json.ts'
import type { CallInProgress } from './call-in-progress.ts'
import type { House } from './house.ts'

type Row = Pick<AuditEntry, 'kind' | 'detail'>

/** Notes a row about this call, in order, to be written at the next `writeNotes`. Details hold ids, codes and digests, never a value. */
export function note(call: CallInProgress, kind: Row['kind'], detail: Row['detail']): void {
  call.notes.push(entryOf(call, { kind, detail }))
}

/**
 * Notes how the call ended. What was noted of the call itself, and stands on no disk yet, is told by this one row: it would
 * be kept with it or not at all, and most calls are reads of which nothing is on the disk before. Their details share no name.
 */
export function noteOutcome(call: CallInProgress, detail: Row['detail']): void {
  const all: Record<string, Json> = {}
  const others: AuditEntry[] = []
  for (const row of call.notes.splice(0)) {
    if (row.kind === 'call.resolved' || row.kind === 'call.decided') Object.assign(all, row.detail)
    else others.push(row)
  }
  call.notes.push(...others, entryOf(call, { kind: 'outcome', detail: Object.assign(all, detail) }))
}

/** Writes what was noted and does `more` with it in one transaction: all of it is kept when this returns, or none. */
export function writeNotes(call: CallInProgress, house: House, more?: () => void, durable?: 'now' | 'soon'): void {
  if (more) house.store.transaction(() => { house.store.audit.appendAll(call.notes); more() }, durable)
  else house.store.audit.appendAll(call.notes, durable)
  call.notes.length = 0
}

/** The same, with the row that tells of `act`: it stands in the chain only where that was done. */
export function writeDone(call: CallInProgress, house: House, row: Row, act: () => void): void {
  writeNotes(call, house, () => {
    house.store.audit.append(entryOf(call, row))
    act()
  })
}

/** A row that can come after the call's record was written, where nobody would write a note any more. */
export function noteLate(call: CallInProgress, house: House, row: Row): void {
  if (call.recorded.peek()) house.store.audit.append(entryOf(call, row))
  else note(call, row.kind, row.detail)
}

/** The digest under which the chain holds something. Throws for an answer that is none, so that no call goes on without it. */
export function auditDigest(house: Pick<House, 'auditDigest'>, text: string): string {
  const digest: unknown = house.auditDigest(text)
  if (typeof digest !== 'string' || !/^[0-9a-f]{64}$/.test(digest)) throw new TypeError('no digest for the audit chain')
  return digest
}

const entryOf = (call: CallInProgress, row: Row): AuditEntry => ({ ...row, callId: call.id, plugin: call.resolved.peek()?.plugin.id })
