import { randomBytes } from 'node:crypto'
import { copyFileSync } from 'node:fs'
import Database from 'libsql'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { systemChance } from '../../../src/host/clock/clock.ts'
import { auditLog } from '../../../src/host/store/audit.ts'
import { connect } from '../../../src/host/store/connection.ts'
import { openStore } from '../../../src/host/store/open-store.ts'
import { auditKinds, type AuditVerdict } from '../../../src/host/store/store.ts'
import { steppedClock, temporaryPath } from './temporary-store.ts'

const rows = 24
const clock = steppedClock()

/** A database with a chain of `rows` rows, sealed; the intruder works on a copy. */
function original() {
  const path = temporaryPath()
  const store = openStore(path, { clock, chance: systemChance })
  store.transaction(() => {
    for (let n = 1; n <= rows; n += 1) {
      clock.advance(n)
      store.audit.append({ kind: auditKinds[n % auditKinds.length] ?? 'daemon', callId: n % 3 ? `c${n}` : undefined, plugin: n % 2 ? 'treehole' : undefined, detail: { n, code: randomBytes(4).toString('hex') } })
    }
  })
  const seal = store.audit.head()
  store.close()
  return { path, seal }
}
type Original = ReturnType<typeof original>

/** What `verify` says after someone with the file and SQL, who first drops the triggers, did `sql`. */
function after({ path, seal }: Original, sql: string, sealed = true): AuditVerdict {
  const copy = temporaryPathBeside(path)
  copyFileSync(path, copy)
  const intruder = new Database(copy)
  intruder.exec(`PRAGMA synchronous = OFF; DROP TRIGGER audit_stays; DROP TRIGGER audit_keeps; BEGIN; ${sql}; COMMIT`)
  intruder.close()
  const connection = connect(copy)
  try {
    return auditLog(connection, clock, (detail) => detail).verify(sealed ? seal : undefined)
  } finally {
    connection.abandon()
  }
}
let copies = 0
const temporaryPathBeside = (path: string): string => `${path}.${copies += 1}`

/** Exchanges the places of two rows: each keeps everything else it has. */
const swap = (a: number, b: number) => `UPDATE audit SET seq = -1 WHERE seq = ${a}; UPDATE audit SET seq = ${a} WHERE seq = ${b}; UPDATE audit SET seq = ${b} WHERE seq = -1`
/** Takes `count` rows out at `at` and moves the rest up, so that the numbers have no gap. */
const close = (at: number, count: number) => `DELETE FROM audit WHERE seq >= ${at} AND seq < ${at + count};
  UPDATE audit SET seq = -seq WHERE seq >= ${at + count}; UPDATE audit SET seq = -seq - ${count} WHERE seq < 0`

const place = fc.integer({ min: 1, max: rows })
const runs = { numRuns: 20 }

describe('audit verify', { timeout: 60_000 }, () => {
  const failed = (seq: number, fault: string, count = rows) => ({ ok: false, seq, fault, count })

  it('passes what nobody touched', () => {
    const chain = original()
    expect(after(chain, 'SELECT 1')).toStrictEqual({ ok: true, ...chain.seal })
  })

  it.each([
    'at = at + 1', "kind = iif(kind = 'daemon', 'outcome', 'daemon')", "call_id = coalesce(call_id, '') || 'x'", "plugin = iif(plugin IS NULL, 'treehole', NULL)",
    "detail = json_set(detail, '$.n', 99)", "detail = replace(detail, ',', ', ')", "detail = 'not json'", 'prev = hash', 'hash = prev', "hash = ''",
  ])('names the row that was changed by SET %s', (change) => {
    const chain = original()
    fc.assert(fc.property(place, (seq) => {
      const sql = `UPDATE audit SET ${change} WHERE seq = ${seq}`
      expect(after(chain, sql)).toStrictEqual(failed(seq, 'changed'))
      expect(after(chain, sql, false)).toStrictEqual(failed(seq, 'changed'))
    }), { numRuns: 4 })
  })

  it('names the first of the rows that were dropped, with the gap left open or closed', () => {
    const chain = original()
    fc.assert(fc.property(fc.integer({ min: 1, max: rows - 6 }), fc.integer({ min: 1, max: 3 }), (at, count) => {
      expect(after(chain, `DELETE FROM audit WHERE seq >= ${at} AND seq < ${at + count}`)).toStrictEqual(failed(at, 'dropped', rows - count))
      expect(after(chain, close(at, count))).toStrictEqual(failed(at, 'dropped', rows - count))
    }), runs)
  })

  it('names the first of two rows that changed places', () => {
    const chain = original()
    fc.assert(fc.property(fc.uniqueArray(place, { minLength: 2, maxLength: 2 }), ([a = 0, b = 0]) => {
      expect(after(chain, swap(a, b))).toStrictEqual(failed(Math.min(a, b), 'reordered'))
    }), runs)
  })

  it('names the first row that was cut off the end since the seal; without a seal it cannot', () => {
    const chain = original()
    fc.assert(fc.property(place, (at) => {
      const sql = `DELETE FROM audit WHERE seq >= ${at}`
      expect(after(chain, sql)).toStrictEqual(failed(at, 'cut', at - 1))
      expect(after(chain, sql, false)).toMatchObject({ ok: true, count: at - 1 })
    }), runs)
  })

  it('finds a forged row at the end, a changed origin, and rows that are no rows', () => {
    const chain = original()
    expect(after(chain, `INSERT INTO audit SELECT seq + 1, at, kind, call_id, plugin, detail, hash, hash FROM audit WHERE seq = ${rows}`)).toStrictEqual(failed(rows + 1, 'changed', rows + 1))
    expect(after(chain, "UPDATE audit_origin SET hash = 'x'")).toStrictEqual(failed(1, 'changed'))
    expect(after(chain, 'UPDATE audit SET seq = 0 WHERE seq = 1')).toMatchObject({ ok: false, seq: 1 })
  })

  it('finds a chain that was cut and honestly grown again past the seal, by the row that was sealed', () => {
    const { path, seal } = original()
    const intruder = new Database(path)
    intruder.exec('DROP TRIGGER audit_keeps; DELETE FROM audit WHERE seq > 10')
    intruder.close()
    const store = openStore(path, { clock, chance: systemChance })
    for (let n = 11; n <= rows + 3; n += 1) store.audit.append({ kind: 'daemon', detail: { n } })
    expect(store.audit.verify()).toMatchObject({ ok: true })
    expect(store.audit.verify(seal)).toStrictEqual({ ok: false, seq: rows, fault: 'changed', count: rows + 3 })
    store.close()
  })
})
