import Database from 'libsql'
import { z } from 'zod'
import { HarnessError } from '../../rules/errors/index.ts'

/**
 * The small port between the repositories and libsql, so that `node:sqlite` can follow when Node 20 is dropped.
 * What goes in is text, numbers and null; what comes out has passed the caller's row schema. Every failure is a
 * `STORE_*` error whose parameters hold a code of SQLite, never a value.
 */
export interface Connection {
  /** Runs one statement; how many rows it changed. */
  run(sql: string, ...values: readonly SqlValue[]): number
  /** The first row, or undefined. `row` is made once and not for each call: zod compiles a schema at its first use, at forty times the cost of a look. */
  one<T>(sql: string, row: z.ZodType<T>, ...values: readonly SqlValue[]): T | undefined
  rows<T>(sql: string, row: z.ZodType<T>, ...values: readonly SqlValue[]): T[]
  /** Runs a script of several statements. */
  script(sql: string): void
  /** Puts the file into WAL mode, where it stays; waits for other processes' locks as a write does. */
  useWal(): void
  /**
   * `fn` in one transaction: BEGIN IMMEDIATE outside, a savepoint inside another. What it throws rolls back. Its commit is
   * on the disk before it returns. With `soon` the file system may still hold it: a process that dies loses nothing, a
   * machine that loses power may lose the newest of them, and a later commit without `soon` brings all before it along.
   * That spares the disk's own wait, most of what a small commit costs. Inside another transaction the outer one decides.
   */
  transaction<T>(fn: () => T, durable?: Durable): T
  /** `fn` in the transaction that is open, or in one of its own. For what changes by its last statement alone, so that none of it need be undone by itself. */
  within<T>(fn: () => T, durable?: Durable): T
  /** How many transactions, or parts of one, were rolled back so far: what was read or written before may not stand any more. */
  rollbacks(): number
  /** Another text whenever what was read may not hold any more, though nothing was written since: after a rollback, or a commit of another process. */
  epoch(): string
  /** `fn`, in which one look answers whether another process has committed: what is remembered is as old as that look at most. `fn` waits for nothing. */
  steady<T>(fn: () => T): T
  /** Brings what was committed `soon` to the disk. Throws `STORE_BUSY` where another process's reading keeps it from that. */
  flush(): void
  /** Moves what stands in the WAL into the database where it can, and lets go of both. */
  close(): void
  /** Lets go of the file without moving anything: for one that is damaged or not ours. */
  abandon(): void
}

export type SqlValue = string | number | null

/** When a commit is on the disk: before it returns, or when the file system sees to it. */
export type Durable = 'now' | 'soon'

const checkpoint = z.object({ log: z.number(), checkpointed: z.number() })

/** Milliseconds between two tries of a step for which SQLite itself does not wait. */
const pauseMs = 20

/**
 * Opens the file as it is. Throws `STORE_UNREADABLE` when SQLite cannot.
 * @param busyMs how long to wait for another process's write, in milliseconds, before `STORE_BUSY`
 */
export function connect(path: string, busyMs = 5000): Connection {
  const database = guard(path, () => new Database(path, { timeout: busyMs }))
  const statements = new Map<string, Database.Statement>()
  let depth = 0
  let closed = false
  /** A part of the open transaction should have been rolled back and was not: nothing of it may be committed. */
  let spoilt = false
  let rollbacks = 0
  /** The last look of the `steady` that is on. */
  let looked: number | undefined
  /** What the last transaction was kept with: the setting stays until the next one says otherwise. */
  let last: Durable | undefined

  const attempt = <T>(fn: () => T): T => {
    if (closed) throw new HarnessError('STORE_CLOSED')
    return guard(path, fn)
  }
  const statement = (sql: string): Database.Statement => {
    const known = statements.get(sql)
    if (known) return known
    const made = database.prepare(sql)
    statements.set(sql, made)
    return made
  }
  const read = (sql: string, values: readonly SqlValue[]): unknown[] => attempt(() => statement(sql).all(...values.map(fit)))
  const first = (sql: string, values: readonly SqlValue[]): unknown => attempt(() => statement(sql).get(...values.map(fit)))
  /** Asked at every call: without the names of columns, a third less. */
  const look = (): number => {
    const found: unknown = attempt(() => statement('PRAGMA data_version').raw().get())
    if (!Array.isArray(found) || typeof found[0] !== 'number') throw new HarnessError('STORE_UNREADABLE', { path })
    return found[0]
  }
  const script = (sql: string): void => attempt(() => { database.exec(sql) })

  const connection: Connection = {
    // Always inside a transaction: libsql leaves a statement that met a lock half-way, and then nothing can be committed
    // any more (measured). BEGIN IMMEDIATE meets the lock first, and leaves nothing behind.
    run: (sql, ...values) => {
      const change = () => attempt(() => statement(sql).run(...values.map(fit)).changes)
      return connection.within(change)
    },
    one: (sql, row, ...values) => {
      const found = first(sql, values)
      return found === undefined ? undefined : shaped(path, row, found)
    },
    rows: (sql, row, ...values) => read(sql, values).map((found) => shaped(path, row, found)),
    script,
    useWal: () => {
      // SQLite takes this switch's write lock while it already reads, and then answers a lock at once, whatever the time-out.
      for (let left = Math.ceil(busyMs / pauseMs); ; left -= 1) {
        try {
          return script('PRAGMA journal_mode = WAL')
        } catch (error) {
          if (left <= 0 || !(error instanceof HarnessError && error.code === 'STORE_BUSY')) throw error
        }
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)
      }
    },
    transaction: (fn, durable = 'now') => {
      const level = depth
      if (level === 0 && durable !== last) {
        script(`PRAGMA synchronous = ${durable === 'now' ? 'FULL' : 'NORMAL'}`)
        last = durable
      }
      script(level === 0 ? 'BEGIN IMMEDIATE' : `SAVEPOINT s${level}`)
      depth += 1
      try {
        const result = fn()
        // A promise would outlive the transaction: what it writes later would stand outside.
        if (isThenable(result)) throw new TypeError('A transaction must be synchronous')
        if (spoilt) throw new HarnessError('STORE_FAILED', { reason: 'rollback' })
        script(level === 0 ? 'COMMIT' : `RELEASE s${level}`)
        return result
      } catch (error) {
        rollbacks += 1
        // Asked of a closed one, whether it is in a transaction, libsql ends the process (measured).
        if (!closed && !rolledBack(database, level)) spoilt = true
        throw error
      } finally {
        depth -= 1
        if (level === 0) spoilt = false
      }
    },
    rollbacks: () => rollbacks,
    epoch: () => `${rollbacks} ${looked ?? look()}`,
    steady: (fn) => {
      if (looked !== undefined) return fn()
      looked = look()
      try {
        return fn()
      } finally {
        looked = undefined
      }
    },
    within: (fn, durable) => (depth > 0 ? fn() : connection.transaction(fn, durable)),
    flush: () => {
      const done = connection.one('PRAGMA wal_checkpoint(PASSIVE)', checkpoint)
      if (!done || done.checkpointed < done.log) throw new HarnessError('STORE_BUSY')
    },
    close: () => {
      if (closed) return
      // libsql ends a connection only when its statements are collected, so the checkpoint of a close would come late or never.
      // One that is not done (another process reads) is no loss: the rows are safe in the WAL.
      try {
        guard(path, () => { database.exec('PRAGMA wal_checkpoint(TRUNCATE)') })
      } finally {
        connection.abandon()
      }
    },
    abandon: () => {
      closed = true
      statements.clear()
      database.close()
    },
  }
  return connection
}

/** Whether it is undone. Throws nothing, since the first error is the one to tell. SQLite may have rolled back by itself already (disk full, I/O error). */
function rolledBack(database: Database.Database, level: number): boolean {
  try {
    if (database.inTransaction) database.exec(level === 0 ? 'ROLLBACK' : `ROLLBACK TO s${level}; RELEASE s${level}`)
    return true
  } catch {
    return false
  }
}

const isThenable = (value: unknown): boolean =>
  (typeof value === 'object' || typeof value === 'function') && value !== null && 'then' in value && typeof value.then === 'function'

/** libsql cuts a text at NUL and spoils a lone surrogate, both silently: two names would become one. */
function fit(value: SqlValue): SqlValue {
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) throw new HarnessError('STORE_TEXT')
  return value
}

function shaped<T>(path: string, row: z.ZodType<T>, found: unknown): T {
  const parsed = row.safeParse(found)
  if (!parsed.success) throw new HarnessError('STORE_UNREADABLE', { path })
  return parsed.data
}

function guard<T>(path: string, fn: () => T): T {
  try {
    return fn()
  } catch (cause) {
    if (cause instanceof HarnessError) throw cause
    throw translated(path, cause)
  }
}

function translated(path: string, cause: unknown): HarnessError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const of = (...families: readonly string[]) => families.some((family) => code === family || code.startsWith(`${family}_`))
  if (of('SQLITE_BUSY', 'SQLITE_LOCKED')) return new HarnessError('STORE_BUSY', {}, { cause })
  if (of('SQLITE_FULL')) return new HarnessError('STORE_FULL', {}, { cause })
  if (of('SQLITE_NOTADB', 'SQLITE_CORRUPT', 'SQLITE_CANTOPEN') || code === '') return new HarnessError('STORE_UNREADABLE', { path }, { cause })
  return new HarnessError('STORE_FAILED', { reason: code }, { cause })
}
