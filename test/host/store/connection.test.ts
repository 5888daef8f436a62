import Database from 'libsql'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { connect } from '../../../src/host/store/connection.ts'
import { HarnessError } from '../../../src/rules/errors/index.ts'
import { temporaryStore } from './temporary-store.ts'

/** A second connection to a real store's file, and what else the tests need of it. */
function second(busyMs?: number) {
  const { store, path } = temporaryStore()
  const connection = connect(path, busyMs)
  onTestFinished(() => connection.abandon())
  return { store, path, connection }
}
const thrown = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return error
  }
}

/** As a variable: the lint refuses to name it, for the reason that this test is about. */
const then: string = ['th', 'en'].join('')

describe('a connection', () => {
  it('says busy, and not for ever, while another holds the database; then works again', () => {
    const { store, connection } = second(60)
    const errors = store.transaction(() => [
      thrown(() => connection.transaction(() => 1)),
      thrown(() => connection.run('DELETE FROM settings')),
      thrown(() => connection.script('DELETE FROM settings')),
    ])
    expect(errors).toMatchObject([{ code: 'STORE_BUSY' }, { code: 'STORE_BUSY' }, { code: 'STORE_BUSY' }])
    expect(connection.run("INSERT INTO settings VALUES ('k', '1')")).toBe(1)
    expect(connection.run('DELETE FROM settings')).toBe(1)
    expect(connection.transaction(() => 1)).toBe(1)
  })

  it('waits for the disk at each commit, but for one that may come soon; the outer of two decides', () => {
    const { connection } = second()
    const synchronous = () => connection.one('PRAGMA synchronous', z.object({ synchronous: z.number() }))?.synchronous
    const [normal, full] = [1, 2]
    expect(connection.transaction(synchronous, 'soon')).toBe(normal)
    expect(connection.transaction(synchronous)).toBe(full)
    expect(connection.transaction(() => connection.transaction(synchronous, 'soon'))).toBe(full)
    connection.transaction(() => 0, 'soon')
    expect(connection.transaction(synchronous)).toBe(full)
  })

  it('within a transaction goes with it; outside one it has its own', () => {
    const { connection } = second()
    const put = (key: string) => connection.within(() => connection.run('INSERT INTO settings VALUES (?, ?)', key, '1'), 'soon')
    const count = () => connection.one('SELECT count(*) AS n FROM settings', z.object({ n: z.number() }))?.n
    put('alone')
    thrown(() => connection.transaction(() => { put('inside'); throw new Error('no') }))
    thrown(() => connection.within(() => { put('with it'); throw new Error('no') }))
    expect(count()).toBe(1)
  })

  it('a look at the first of many rows leaves nothing open behind it', () => {
    const { store, connection } = second(60)
    store.transaction(() => { for (let n = 0; n < 300; n++) store.settings.put(`k${n}`, n) })
    expect(connection.one('SELECT key FROM settings ORDER BY key', z.object({ key: z.string() }))).toStrictEqual({ key: 'k0' })
    store.settings.put('after', 1)
    store.audit.flush()
    expect(store.settings.get('after')).toBe(1)
  })

  it('puts no value into an error: neither its message nor its parameters', () => {
    const { connection } = second()
    const statement = 'INSERT INTO settings (key, value) VALUES (?, ?)'
    connection.run(statement, 'canary-key', 'canary-value')
    const error = thrown(() => connection.run(statement, 'canary-key', 'canary-value'))
    expect(error).toBeInstanceOf(HarnessError)
    expect(error).toMatchObject({ code: 'STORE_FAILED', params: { reason: 'SQLITE_CONSTRAINT_PRIMARYKEY' } })
    const seen = error instanceof HarnessError ? [error.message, error.stack, String(error.cause)] : []
    expect(seen.join()).not.toContain('canary')
  })

  it('gives a row only in the shape that was asked for', () => {
    const { connection } = second()
    expect(connection.one("SELECT 1 AS n, 'x' AS more", z.object({ n: z.number() }))).toStrictEqual({ n: 1 })
    expect(() => connection.one("SELECT 'one' AS n", z.object({ n: z.number() }))).toThrow('STORE_UNREADABLE')
    expect(connection.one('SELECT 1 AS n WHERE 0', z.object({ n: z.number() }))).toBeUndefined()
  })

  it('keeps the first error when the database has rolled back by itself', () => {
    const { connection } = second()
    const error = thrown(() => connection.transaction(() => {
      connection.script('ROLLBACK')
      throw new Error('the first')
    }))
    expect(error).toMatchObject({ message: 'the first' })
    expect(connection.transaction(() => 'again')).toBe('again')
  })

  it('tells the first error where rolling back fails too', () => {
    const { connection } = second()
    const error = thrown(() => connection.transaction(() => connection.transaction(() => {
      connection.script('RELEASE s1')
      throw new Error('the first')
    })))
    expect(error).toMatchObject({ message: 'the first' })
    expect(connection.transaction(() => 'again')).toBe('again')
  })

  it('commits nothing whose inner part could not be rolled back, though the outer part went on', () => {
    const { connection } = second()
    const error = thrown(() => connection.transaction(() => thrown(() => connection.transaction(() => {
      connection.run("INSERT INTO settings VALUES ('half', '1')")
      connection.script('RELEASE s1')
      throw new Error('the first')
    }))))
    expect(error).toMatchObject({ code: 'STORE_FAILED', params: { reason: 'rollback' } })
    expect(connection.rows("SELECT key FROM settings WHERE key = 'half'", z.object({ key: z.string() }))).toEqual([])
    expect(connection.transaction(() => 'again')).toBe('again')
  })

  it('let go of inside a transaction says that it is closed, and the process lives on', () => {
    expect(thrown(() => { const { connection } = second(); connection.transaction(() => connection.abandon()) })).toMatchObject({ code: 'STORE_CLOSED' })
    const { connection } = second()
    expect(thrown(() => connection.transaction(() => { connection.abandon(); throw new Error('the first') }))).toMatchObject({ message: 'the first' })
  })

  it.each<[string, () => unknown]>([
    ['a promise', async () => 1],
    ['an object with a then', () => Object.fromEntries([[then, () => undefined]])],
    ['a function with a then', () => Object.assign(() => 1, Object.fromEntries([[then, () => undefined]]))],
  ])('refuses a transaction whose function gives %s, and keeps nothing of it', (_, give) => {
    const { connection } = second()
    expect(() => connection.transaction(() => { connection.run("INSERT INTO settings VALUES ('late', '1')"); return give() })).toThrow('must be synchronous')
    expect(connection.rows("SELECT key FROM settings WHERE key = 'late'", z.object({ key: z.string() }))).toEqual([])
  })

  it('is on the libsql that the design measured, with an SQLite that knows STRICT tables', () => {
    const database = new Database(':memory:')
    expect(database.prepare('SELECT sqlite_version() AS version').all()).toStrictEqual([{ version: expect.stringMatching(/^3\.(4[5-9]|[5-9]\d)\./) }])
    database.close()
  })
})
