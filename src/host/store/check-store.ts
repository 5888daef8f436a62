import { existsSync } from 'node:fs'
import { connect } from './connection.ts'
import { checkDatabase } from './migrations.ts'

/** Throws what `openStore` would throw of the database that is there, and writes nothing into it. One that is not there is fine. */
export function checkStore(path: string): void {
  if (!existsSync(path)) return
  const connection = connect(path)
  try {
    checkDatabase(connection, path)
  } finally {
    connection.abandon()
  }
}
