import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'libsql'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemChance } from '../../../src/host/clock/clock.ts'
import { openStore } from '../../../src/host/store/open-store.ts'
import { unlabelled } from '../../../src/rules/labels.ts'
import { steppedClock, temporaryPath } from './temporary-store.ts'

const seams = { clock: steppedClock(), chance: systemChance }
const owner = { account: '2500000001', plugin: 'memory' }
const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8)

/** Makes a database at `path` with something in it, and closes it. */
function filled(path: string): void {
  const store = openStore(path, seams)
  for (let n = 0; n < 200; n += 1) store.audit.append({ kind: 'daemon', detail: { n, text: 'x'.repeat(100) } })
  store.close()
}
function change(path: string, sql: string): void {
  const database = new Database(path)
  database.exec(sql)
  database.close()
}

describe('opening the store', () => {
  it.each([0o000, 0o022, 0o077])('bug-log 95: makes the directory 0700 and every file 0600 under umask %o', (mask) => {
    const path = temporaryPath()
    const old = process.umask(mask)
    onTestFinished(() => { process.umask(old) })
    const store = openStore(path, seams)
    onTestFinished(() => store.close())
    store.audit.append({ kind: 'daemon', detail: {} })
    expect(mode(dirname(path))).toBe('700')
    const files = readdirSync(dirname(path)).sort()
    expect(files).toStrictEqual(['store.db', 'store.db-shm', 'store.db-wal'])
    expect(files.map((file) => mode(join(dirname(path), file)))).toStrictEqual(['600', '600', '600'])
  })

  it('tightens what was left open to others', () => {
    const path = temporaryPath()
    filled(path)
    chmodSync(path, 0o644)
    chmodSync(dirname(path), 0o755)
    openStore(path, seams).close()
    expect([mode(path), mode(dirname(path))]).toStrictEqual(['600', '700'])
  })

  it('refuses a symbolic link, a directory in its place, and a shared directory; none is touched', () => {
    const link = temporaryPath()
    mkdirSync(dirname(link), { mode: 0o700 })
    symlinkSync(join(dirname(link), 'elsewhere'), link)
    expect(() => openStore(link, seams)).toThrow('a symbolic link')
    expect(existsSync(join(dirname(link), 'elsewhere'))).toBe(false)

    const directory = temporaryPath()
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    expect(() => openStore(directory, seams)).toThrow('STORE_PLACE_UNSAFE')

    const shared = temporaryPath()
    mkdirSync(dirname(shared))
    chmodSync(dirname(shared), 0o1777)
    expect(() => openStore(shared, seams)).toThrow('a shared directory')
    expect(readdirSync(dirname(shared))).toStrictEqual([])
  })

  it('runs in WAL with synchronous=FULL and foreign keys, so that what is acknowledged is on the disk', async () => {
    const path = temporaryPath()
    filled(path)
    const { connect } = await import('../../../src/host/store/connection.ts')
    const { migrate } = await import('../../../src/host/store/migrations.ts')
    const { z } = await import('zod')
    const connection = connect(path)
    onTestFinished(() => connection.close())
    migrate(connection, path, systemChance)
    const pragma = (name: string) => connection.one(`PRAGMA ${name}`, z.record(z.string(), z.unknown()))
    expect([pragma('journal_mode'), pragma('synchronous'), pragma('foreign_keys'), pragma('busy_timeout')])
      .toMatchObject([{ journal_mode: 'wal' }, { synchronous: 2 }, { foreign_keys: 1 }, { timeout: 5000 }])
  })

  it('finds everything again, and does not migrate twice', () => {
    const path = temporaryPath()
    filled(path)
    const again = openStore(path, seams)
    expect(again.audit.verify()).toMatchObject({ ok: true, count: 200 })
    again.close()
  })

  it('brings one of the version before along: what was agreed to stands, and can be taken back', () => {
    const path = temporaryPath()
    filled(path)
    change(path, "ALTER TABLE consents DROP COLUMN revoked_at; CREATE INDEX audit_by_plugin ON audit (plugin); PRAGMA user_version = 3; INSERT INTO consents VALUES ('-', 'p', 'campus:portal', 1)")
    const { consents, close } = openStore(path, seams)
    onTestFinished(close)
    expect([consents.agreed('p', ['-', '-']), consents.takenBack()]).toStrictEqual([['campus:portal'], []])
    expect([consents.revoke('-', 'p'), consents.agreed('p', ['-', '-']), consents.takenBack()]).toStrictEqual([1, [], [{ plugin: 'p', destination: 'campus:portal' }]])
  })

  it('refuses a database that a newer version wrote, and leaves it as it is', () => {
    const path = temporaryPath()
    filled(path)
    change(path, 'PRAGMA user_version = 99')
    const before = readFileSync(path)
    expect(() => openStore(path, seams)).toThrow(expect.objectContaining({ code: 'STORE_NEWER', params: { path, found: 99, known: 5 } }))
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  it.each<[string, (path: string) => void]>([
    ['is no database', (path) => writeFileSync(path, 'these are not the bytes of a database\n'.repeat(300))],
    ['is shorter than it was', (path) => truncateSync(path, statSync(path).size - 4096 * 3)],
    ['has a page of zeroes', (path) => writeFileSync(path, readFileSync(path).fill(0, 4096 * 5, 4096 * 6))],
    ['is another program’s database', (path) => change(path, 'PRAGMA application_id = 7')],
    ['has lost its version', (path) => change(path, 'PRAGMA application_id = 0; PRAGMA user_version = 0')],
  ])('refuses a file that %s, and leaves it as it is', (_, damage) => {
    const path = temporaryPath()
    filled(path)
    damage(path)
    const before = readFileSync(path)
    expect(() => openStore(path, seams)).toThrow(expect.objectContaining({ code: 'STORE_UNREADABLE' }))
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  it('has everything in the one file once it is closed', () => {
    const path = temporaryPath()
    filled(path)
    expect(statSync(path).size).toBeGreaterThan(30_000)
    expect(existsSync(`${path}-wal`) ? statSync(`${path}-wal`).size : 0).toBe(0)
  })

  it('says closed after it is closed, and closes twice without complaint', () => {
    const store = openStore(temporaryPath(), seams)
    store.close()
    store.close()
    expect(() => store.values.get(owner, 'k')).toThrow('STORE_CLOSED')
  })
})

describe('a transaction', () => {
  it('rolls back whole, and an inner one by itself', () => {
    const store = openStore(temporaryPath(), seams)
    onTestFinished(() => store.close())
    store.transaction(() => {
      store.values.put(owner, 'kept', 1, unlabelled)
      expect(() => store.transaction(() => {
        store.values.put(owner, 'inner', 2, unlabelled)
        throw new Error('inner')
      })).toThrow('inner')
    })
    expect(() => store.transaction(() => {
      store.values.put(owner, 'outer', 3, unlabelled)
      throw new Error('outer')
    })).toThrow('outer')
    expect(store.values.list(owner).value).toStrictEqual(['kept'])
  })

  it('refuses a promise, whose writes would come after its end', () => {
    const store = openStore(temporaryPath(), seams)
    onTestFinished(() => store.close())
    expect(() => store.transaction(async () => { store.values.put(owner, 'k', 1, unlabelled) })).toThrow('synchronous')
    expect(store.values.list(owner).value).toStrictEqual([])
  })
})
