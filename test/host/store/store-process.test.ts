import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'libsql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { systemChance, systemClock } from '../../../src/host/clock/clock.ts'
import { openStore } from '../../../src/host/store/open-store.ts'
import { ensurePrivateFile } from '../../../src/host/store/private-file.ts'
import { type Bundle, bundled } from '../keystore/built-helper.ts'
import { temporaryPath } from './temporary-store.ts'

let program: Bundle
beforeAll(async () => { program = await bundled('test/host/store/store-process.ts') })
afterAll(() => program.remove())

/** Starts a writer. `written` is the acknowledgements so far; the last line may be half. */
function writer(path: string, name: string, rounds: number) {
  const child = spawn(process.execPath, [program.path, path, name, String(rounds)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const state = { text: '' }
  child.stdout.on('data', (chunk: Buffer) => { state.text += chunk.toString() })
  return { child, closed: once(child, 'close'), written: () => state.text.split('\n').slice(0, -1) }
}

describe('the store of a process that is killed', () => {
  it('keeps every acknowledged row and intent through kill -9 at any moment, its chain verifies, and the file is sound', async () => {
    const path = temporaryPath()
    const acknowledged: string[] = []
    for (let life = 0; life < 6; life += 1) {
      const { child, closed, written } = writer(path, `life${life}`, 100_000)
      await expect.poll(() => written().length, { timeout: 30_000, interval: 5 }).toBeGreaterThan(life === 0 ? 0 : 2)
      await sleep(Math.random() * 250)
      child.kill('SIGKILL')
      expect(await closed).toStrictEqual([null, 'SIGKILL'])
      acknowledged.push(...written())

      const store = openStore(path, { clock: systemClock, chance: systemChance })
      const rows = new Map(store.audit.list({ limit: 1_000_000 }).map((row) => [row.seq, row.hash]))
      const intents = new Map(store.intents.list(1_000_000).map((intent) => [intent.callId, intent.outcome]))
      for (const line of acknowledged) {
        const [what, id = '', hash] = line.split(' ')
        if (what === 'row') expect(rows.get(Number(id)), line).toBe(hash)
        else if (what === 'settled') expect(intents.get(id), line).toBe('done')
        else expect(intents.has(id), line).toBe(true)
      }
      expect(store.audit.verify()).toMatchObject({ ok: true })
      // An outcome stands in both tables or in neither: the transaction was one.
      const outcomes = store.audit.list({ limit: 1_000_000 }).filter(({ kind }) => kind === 'outcome').map(({ callId }) => callId)
      expect(outcomes.toSorted()).toStrictEqual([...intents].filter(([, outcome]) => outcome === 'done').map(([id]) => id).sort())
      const open = [...intents].filter(([, outcome]) => outcome === undefined).map(([id]) => id)
      expect(store.intents.recover().map(({ callId }) => callId).sort()).toStrictEqual(open.sort())
      store.close()
    }
    const database = new Database(path)
    expect(database.prepare('PRAGMA integrity_check').all()).toStrictEqual([{ integrity_check: 'ok' }])
    database.close()
    console.log(`kill -9: 6 lives, ${acknowledged.length} acknowledgements, none lost`)
  }, 120_000)

  it('is one chain when two processes write at once, and this one reads meanwhile', async () => {
    const path = temporaryPath()
    const store = openStore(path, { clock: systemClock, chance: systemChance })
    const writers = ['a', 'b'].map((name) => writer(path, name, 150))
    let seen = 0
    while (writers.some(({ child }) => child.exitCode === null)) {
      const verdict = store.audit.verify()
      expect(verdict.ok).toBe(true)
      expect(verdict.count).toBeGreaterThanOrEqual(seen)
      seen = verdict.count
      await sleep(20)
    }
    for (const { closed, written } of writers) {
      expect(await closed).toStrictEqual([0, null])
      expect(written()).toHaveLength(150 + 150 + 75)
    }
    expect(store.audit.verify()).toMatchObject({ ok: true, count: 2 * (150 + 75) })
    store.close()
  }, 120_000)

  it('is not made again by a process that waited while another made it', async () => {
    const [path, made] = [temporaryPath(), temporaryPath()]
    openStore(made, { clock: systemClock, chance: systemChance }).close()
    ensurePrivateFile(path)
    const maker = new Database(path)
    maker.exec(`PRAGMA journal_mode = WAL; ATTACH '${made}' AS made; BEGIN IMMEDIATE`)
    const late = writer(path, 'late', 3)
    await sleep(700)
    const parts = z.array(z.object({ sql: z.string() })).parse(maker.prepare('SELECT sql FROM made.sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE \'sqlite_%\'').all())
    const pragma = (name: string) => z.tuple([z.record(z.string(), z.number())]).parse(maker.prepare(`PRAGMA made.${name}`).all())[0][name]
    maker.exec(`${parts.map(({ sql }) => sql).join(';')}; INSERT INTO audit_origin SELECT * FROM made.audit_origin;
      PRAGMA main.application_id = ${pragma('application_id')}; PRAGMA main.user_version = ${pragma('user_version')}; COMMIT`)
    expect(await late.closed).toStrictEqual([0, null])
    const store = openStore(path, { clock: systemClock, chance: systemChance })
    expect(store.audit.verify()).toMatchObject({ ok: true, count: 4 })
    store.close()
    maker.close()
  }, 120_000)

  it('waits for another process that writes to the file before it is in WAL mode', async () => {
    const path = temporaryPath()
    ensurePrivateFile(path)
    const other = new Database(path)
    other.exec('BEGIN IMMEDIATE')
    const late = writer(path, 'late', 3)
    await sleep(700)
    expect(late.child.exitCode).toBeNull()
    other.exec('COMMIT')
    other.close()
    expect(await late.closed).toStrictEqual([0, null])
  }, 120_000)

  it('is made once when several processes make it at once', async () => {
    const path = temporaryPath()
    const writers = ['a', 'b', 'c', 'd'].map((name) => writer(path, name, 3))
    for (const { closed } of writers) expect(await closed).toStrictEqual([0, null])
    const store = openStore(path, { clock: systemClock, chance: systemChance })
    expect(store.audit.verify()).toMatchObject({ ok: true, count: 4 * (3 + 1) })
    store.close()
  }, 120_000)
})
