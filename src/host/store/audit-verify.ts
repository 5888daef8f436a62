import { toText } from './json-column.ts'
import { hashOf, type StoredRow } from './audit-row.ts'
import type { AuditVerdict, ChainHead } from './store.ts'

/**
 * Walks the chain and names the first row at which it stops being what was written. Total: a row that cannot even be
 * read is `changed`. Without a seal a cut at the end cannot be seen; rows that were cut and then written anew after the
 * last seal cannot either (SECURITY.md says so).
 * @param rows every row by `seq`, ascending
 * @param origin what the first row's `prev` must be, from the database's making
 * @param seal head and count as they were kept in the keystore
 */
export function verifyChain(rows: readonly StoredRow[], origin: string, seal?: ChainHead): AuditVerdict {
  const verdict = walk(rows, { count: 0, hash: origin }, seal)
  if (!verdict.ok) return verdict
  const { count } = verdict
  if (seal && count < seal.count) return { ok: false, seq: count + 1, fault: 'cut', count }
  if (seal?.count === 0 && seal.hash !== origin) return { ok: false, seq: 1, fault: 'changed', count }
  return verdict
}

/**
 * The same from a seal on: the sealed row is still there as it was sealed, and everything after it follows from it.
 * @param rows every row by `seq`, ascending, from the sealed one on (from the first one for a seal over none)
 */
export function verifySince(rows: readonly StoredRow[], origin: string, seal: ChainHead): AuditVerdict {
  if (seal.count === 0) return verifyChain(rows, origin, seal)
  const [sealed, ...after] = rows
  const count = rows.at(-1)?.seq ?? seal.count - 1
  if (!sealed) return { ok: false, seq: seal.count, fault: 'cut', count }
  if (sealed.seq !== seal.count) return { ok: false, seq: seal.count, fault: 'dropped', count }
  if (sealed.hash !== seal.hash || !isIntact(sealed)) return { ok: false, seq: seal.count, fault: 'changed', count }
  return walk(after, seal)
}

/** Row after row from what stands before the first of them. */
function walk(rows: readonly StoredRow[], before: ChainHead, seal?: ChainHead): AuditVerdict {
  const count = before.count + rows.length
  let prev = before.hash
  for (const [index, row] of rows.entries()) {
    const seq = before.count + index + 1
    if (row.seq !== seq) return { ok: false, seq, fault: 'dropped', count }
    if (!isIntact(row)) return { ok: false, seq, fault: misplaced(rows, row, seq, count + 1), count }
    if (row.prev !== prev) return { ok: false, seq, fault: 'changed', count }
    if (seal?.count === seq && seal.hash !== row.hash) return { ok: false, seq, fault: 'changed', count }
    prev = row.hash
  }
  return { ok: true, count, hash: prev }
}

/** The row's hash covers what stands in it, as if written for `seq`. Its text must be the canonical one, byte for byte. */
function isIntact(row: StoredRow, seq = row.seq): boolean {
  try {
    return hashOf(row, seq) === row.hash && toText(JSON.parse(row.detail)) === row.detail
  } catch {
    return false
  }
}

/**
 * Why the row at `seq` does not fit. Written for another place and the row for this one stands elsewhere: reordered.
 * Written for another place and the row for this one is nowhere: that one was dropped and the rest moved up.
 */
function misplaced(rows: readonly StoredRow[], row: StoredRow, seq: number, next: number): 'changed' | 'reordered' | 'dropped' {
  const writtenElsewhere = rows.some((other) => isIntact(row, other.seq)) || isIntact(row, next)
  if (!writtenElsewhere) return 'changed'
  return rows.some((other) => isIntact(other, seq)) ? 'reordered' : 'dropped'
}
