import { z } from 'zod'
import { HarnessError } from '../../rules/errors/index.ts'
import type { JsonObject } from '../../rules/json.ts'
import type { Clock } from '../clock/clock.ts'
import { auditColumns, hashOf, storedRow } from './audit-row.ts'
import { verifyChain, verifySince } from './audit-verify.ts'
import type { Connection } from './connection.ts'
import { objectColumn, toText } from './json-column.ts'
import { optionalText } from './row-columns.ts'
import { type AuditEntry, type AuditLog, type AuditRow, auditKinds, type ChainHead } from './store.ts'

const row = storedRow.extend({ kind: z.enum(auditKinds), callId: optionalText, plugin: optionalText, detail: objectColumn })

const originRow = z.object({ hash: z.string() })
const headRow = z.object({ seq: z.number(), hash: z.string() })

/** Takes known secrets out of a detail before it is hashed and kept. What it throws ends the append: nothing is kept unscrubbed. */
export type Scrub = (detail: JsonObject) => JsonObject

/** The append-only chain (policy §9). The database's own triggers refuse UPDATE and DELETE on it. */
export function auditLog(connection: Connection, clock: Clock, scrub: Scrub): AuditLog {
  const originOf = (): string => {
    const found = connection.one('SELECT hash FROM audit_origin', originRow)
    if (!found) throw new HarnessError('STORE_FAILED', { reason: 'the audit chain has no origin' })
    return found.hash
  }
  const head = (): ChainHead => {
    const last = connection.one('SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1', headRow)
    return last ? { count: last.seq, hash: last.hash } : { count: 0, hash: originOf() }
  }
  /** undefined where another row has the place after this head. */
  const insert = ({ count, hash: prev }: ChainHead, { kind, callId, plugin, detail: given }: AuditEntry): AuditRow | undefined => {
    const detail = scrub(given)
    const text = toText(detail)
    const made = { seq: count + 1, at: clock.now(), kind, callId: callId ?? null, plugin: plugin ?? null, detail: text, prev }
    const hash = hashOf(made)
    const isIn = connection.run(
      'INSERT INTO audit (seq, at, kind, call_id, plugin, detail, prev, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
      made.seq, made.at, made.kind, made.callId, made.plugin, text, prev, hash,
    ) === 1
    return isIn ? { seq: made.seq, at: made.at, kind, callId, plugin, detail, prev, hash } : undefined
  }
  /** Where this process's last row left the chain: as good as a look, as long as none of its own is rolled back, since another process's row stands in the next one's place. */
  let left: { readonly head: ChainHead; readonly rollbacks: number } | undefined
  const add = (entries: readonly AuditEntry[]): AuditRow[] => {
    const rollbacks = connection.rollbacks()
    let last = left?.rollbacks === rollbacks ? left.head : head()
    const rows = entries.map((entry) => {
      const row = insert(last, entry) ?? insert(head(), entry)
      if (!row) throw new HarnessError('STORE_CONFLICT', { what: 'audit' })
      last = { count: row.seq, hash: row.hash }
      return row
    })
    left = { head: last, rollbacks }
    return rows
  }
  return {
    head,
    append: (entry, durable) => connection.within(() => add([entry])[0] as AuditRow, durable),
    appendAll: (entries, durable) => entries.length === 0 ? [] : connection.transaction(() => add(entries), durable),
    flush: connection.flush,
    list: ({ plugin, call, limit = 1000 } = {}) => {
      const newest = connection.rows(
        `SELECT ${auditColumns} FROM audit WHERE (? IS NULL OR plugin = ?) AND (? IS NULL OR substr(call_id, 1, length(?)) = ?) ORDER BY seq DESC LIMIT ?`, row,
        plugin ?? null, plugin ?? null, call ?? null, call ?? null, call ?? null, limit,
      ).reverse()
      const [oldest] = newest
      return oldest?.callId === undefined ? newest : [...connection.rows(`SELECT ${auditColumns} FROM audit WHERE call_id = ? AND seq < ? ORDER BY seq`, row, oldest.callId, oldest.seq), ...newest]
    },
    page: ({ after, upTo, plugin = null, since = null, limit }) => connection.rows(
      `SELECT ${auditColumns} FROM audit WHERE seq > ? AND seq <= ? AND (? IS NULL OR plugin = ?) AND (? IS NULL OR seq >= (SELECT min(seq) FROM audit WHERE at >= ?)) ORDER BY seq LIMIT ?`, row,
      after, upTo, plugin, plugin, since, since, limit,
    ),
    // One statement reads one snapshot, so a row that another process appends meanwhile is wholly in it or not at all.
    verify: (seal) => verifyChain(connection.rows(`SELECT ${auditColumns} FROM audit ORDER BY seq`, storedRow), originOf(), seal),
    verifySince: (seal) => verifySince(connection.rows(`SELECT ${auditColumns} FROM audit WHERE seq >= ? ORDER BY seq`, storedRow, seal.count), originOf(), seal),
  }
}
