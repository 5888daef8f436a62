import Database from 'libsql'
import { ensurePrivateFile } from '../../host/store/private-file.ts'
import { HarnessError } from '../../rules/errors/index.ts'

export interface DaemonLock { release(): void }

/**
 * Holds the profile's lock for the life of this process: an exclusive SQLite transaction on an empty file, which is a lock
 * of the kernel's and falls with the process however it dies (bug-log 98: probing a socket and removing it is a race).
 * Throws `DAEMON_TAKEN` at once when another process holds it.
 */
export function takeLock(path: string): DaemonLock {
  ensurePrivateFile(path)
  const database = new Database(path, { timeout: 0 })
  try {
    database.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    database.close()
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    if (code.startsWith('SQLITE_BUSY')) throw new HarnessError('DAEMON_TAKEN', {}, { cause })
    throw new HarnessError('DAEMON_START_FAILED', { problem: code || 'lock' }, { cause })
  }
  return { release: () => database.close() }
}
