import { HarnessError } from '../../rules/errors/index.ts'
import type { Connection, SqlValue } from './connection.ts'

/** Inserts a row whose id must be new; `STORE_CONFLICT` when it stands already, for nothing here is overwritten unseen. */
export function insertNew(connection: Connection, what: string, sql: string, ...values: readonly SqlValue[]): void {
  if (connection.run(`${sql} ON CONFLICT DO NOTHING`, ...values) === 0) throw new HarnessError('STORE_CONFLICT', { what })
}
