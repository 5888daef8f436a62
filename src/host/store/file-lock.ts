import Database from 'libsql'
import { ensurePrivateFile } from './private-file.ts'

export interface FileLock { release(): void }

/**
 * Holds a lock of the kernel's: an exclusive SQLite transaction on an empty file, which falls with the process however it
 * dies. Undefined when another holds it for longer than `patienceMs`; throws SQLite's own error for anything else.
 */
export function takeFileLock(path: string, patienceMs: number): FileLock | undefined {
  ensurePrivateFile(path)
  const database = new Database(path, { timeout: patienceMs })
  try {
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')) return undefined
    throw error
  }
  return { release: () => database.close() }
}
