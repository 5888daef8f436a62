import { createRequire } from 'node:module'

/** Reads any table of a database file, as an outsider with the file would. */
export interface Tables extends Disposable {
  names(): string[]
  rows(table: string): unknown[]
  write(sql: string, ...params: string[]): void
}
interface Statement { all(): unknown[]; run(...params: string[]): unknown }
interface Connection { prepare(sql: string): Statement; close(): void }

export function connectTo(path: string): Tables {
  const Database = createRequire(import.meta.url)('libsql') as new (path: string) => Connection
  const connection = new Database(path)
  return {
    names: () => (connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all() as { name: string }[]).map(({ name }) => name),
    rows: (table) => connection.prepare(`SELECT * FROM "${table}"`).all(),
    write: (sql, ...params) => { connection.prepare(sql).run(...params) },
    [Symbol.dispose]: () => connection.close(),
  }
}
