import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openSeal } from '../../src/daemon/seal.ts'
import { sealFault } from '../../src/daemon/seal-fault.ts'
import { systemChance, systemClock } from '../../src/host/clock/clock.ts'
import type { Keystore } from '../../src/host/keystore/keystore.ts'
import { openKeystore } from '../../src/host/keystore/open-keystore.ts'
import { auditColumns, hashOf, storedRow } from '../../src/host/store/audit-row.ts'
import { openStore } from '../../src/host/store/open-store.ts'
import type { Store } from '../../src/host/store/store.ts'

let folder: string
let store: Store
let keystore: Keystore
const path = () => join(folder, 'harness.db')
const append = (count: number) => { for (let row = 0; row < count; row++) store.audit.append({ kind: 'daemon', detail: { row } }) }
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pkuh-seal-'))
  store = openStore(path(), { clock: systemClock, chance: systemChance })
  keystore = openKeystore({ backend: 'memory', service: 'test', index: join(folder, 'index'), helper: '', onUse: () => {} })
})
afterEach(async () => { store.close(); await keystore.close(); rmSync(folder, { recursive: true, force: true }) })

/** Someone with the file and SQL changes what row `at` says and makes every hash from there on anew, as the daemon runs. */
function forge(at: number, rehash = true): void {
  const intruder = new Database(path())
  intruder.exec('DROP TRIGGER IF EXISTS audit_stays; DROP TRIGGER IF EXISTS audit_keeps')
  intruder.prepare('UPDATE audit SET detail = ? WHERE seq = ?').run('{"row":99}', at)
  const rows = z.array(storedRow).parse(intruder.prepare(`SELECT ${auditColumns} FROM audit ORDER BY seq`).all())
  let prev = rows[at - 1]?.prev ?? ''
  for (const row of rehash ? rows.slice(at - 1) : []) {
    const hash = hashOf({ ...row, prev })
    intruder.prepare('UPDATE audit SET prev = ?, hash = ? WHERE seq = ?').run(prev, hash, row.seq)
    prev = hash
  }
  intruder.close()
}

it('a seal never outlives its rows: those that were kept soon are on the disk before it is set', async () => {
  const durable = (): number => {
    const copy = join(folder, 'copy.db')
    copyFileSync(path(), copy) // the file alone, without the log that a loss of power may take
    const read = new Database(copy)
    try {
      return z.object({ count: z.number() }).parse(read.prepare('SELECT count(*) AS count FROM audit').get()).count
    } finally {
      read.close()
    }
  }
  const seal = openSeal(keystore, store.audit)
  append(1)
  await seal.set()
  store.audit.append({ kind: 'request.sent', detail: {} }, 'soon')
  store.audit.append({ kind: 'request.sent', detail: {} }, 'soon')
  expect(durable()).toBe(1)
  await seal.set()
  expect(durable()).toBe(3)
})

it('while another process’s reading keeps a row from the disk no seal is set; the next one is', async () => {
  const seal = openSeal(keystore, store.audit)
  append(1)
  const reader = new Database(path())
  reader.exec('BEGIN')
  reader.prepare('SELECT count(*) FROM audit').get()
  append(1)
  await expect(seal.set()).rejects.toMatchObject({ code: 'STORE_BUSY' })
  expect(await seal.last()).toBeUndefined()
  reader.exec('COMMIT')
  reader.close()
  await seal.set()
  expect((await seal.last())?.count).toBe(2)
})

describe('a forged chain is never sealed', () => {
  it('rewritten before the seal and rehashed on: the old seal stays, in this run and after a new start, and verify names the row', async () => {
    const seal = openSeal(keystore, store.audit)
    append(8)
    await seal.set()
    append(2)
    forge(4)
    expect(store.audit.verify()).toMatchObject({ ok: true })
    await expect(seal.set()).rejects.toMatchObject({ code: 'AUDIT_BROKEN', params: { seq: 8, fault: 'changed' } })
    append(1)
    await expect(openSeal(keystore, store.audit).set()).rejects.toMatchObject({ code: 'AUDIT_BROKEN' })
    const last = await seal.last()
    expect(last?.count).toBe(8)
    expect(store.audit.verify(last)).toMatchObject({ ok: false, seq: 8, fault: 'changed' })
  })

  it.each([[10, 'changed', 10], [9, 'changed', 9]] as const)('row %i changed after the seal, not rehashed', async (at, fault, seq) => {
    const seal = openSeal(keystore, store.audit)
    append(8)
    await seal.set()
    append(4)
    forge(at, false)
    await expect(seal.set()).rejects.toMatchObject({ params: { seq, fault } })
  })

  it('no row, the sealed row or those behind it gone; and a first seal wants a whole chain', async () => {
    const seal = openSeal(keystore, store.audit)
    append(6)
    forge(2, false)
    await expect(seal.set()).rejects.toMatchObject({ params: { seq: 2 } })
    expect(await seal.last()).toBeUndefined()
    forge(1)
    await seal.set()
    const intruder = new Database(path())
    intruder.exec('DELETE FROM audit WHERE seq > 4')
    intruder.close()
    await expect(seal.set()).rejects.toMatchObject({ params: { seq: 6, fault: 'cut' } })
    append(3)
    await expect(seal.set()).rejects.toMatchObject({ params: { seq: 6, fault: 'dropped' } })
  })

  it('an honest chain is sealed on and on', async () => {
    const seal = openSeal(keystore, store.audit)
    await seal.set()
    for (const rows of [1, 0, 5]) {
      append(rows)
      await seal.set()
      expect(await seal.last()).toEqual(store.audit.head())
    }
  })

  it('the daemon says so: in its log each time, in the chain once', async () => {
    const lines: string[] = []
    const fault = sealFault(pino({}, { write: (line: string) => { lines.push(line) } }), store.audit)
    append(3)
    forge(2, false)
    const seal = openSeal(keystore, store.audit)
    for (const _ of [1, 2]) await expect(seal.set().catch((broken: unknown) => { fault(broken); throw broken })).rejects.toThrow('AUDIT_BROKEN')
    expect(lines.filter((line) => line.includes('seal-refused'))).toHaveLength(2)
    expect(store.audit.list().filter(({ detail }) => detail['event'] === 'seal-refused').map(({ detail }) => detail)).toEqual([{ event: 'seal-refused', seq: 2, fault: 'changed' }])
  })
})
