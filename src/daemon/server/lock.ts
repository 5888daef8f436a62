import { type FileLock, takeFileLock } from '../../host/store/file-lock.ts'
import { HarnessError } from '../../rules/errors/index.ts'

export type DaemonLock = FileLock

/**
 * Holds the profile's lock for the life of this process: a lock of the kernel's, which falls with the process however it dies
 * (bug-log 98: probing a socket and removing it is a race). Throws `DAEMON_TAKEN` at once when another process holds it.
 */
export function takeLock(path: string): DaemonLock {
  let lock: FileLock | undefined
  try {
    lock = takeFileLock(path, 0)
  } catch (cause) {
    if (cause instanceof HarnessError) throw cause
    throw new HarnessError('DAEMON_START_FAILED', { problem: cause instanceof Error && 'code' in cause ? String(cause.code) : 'lock' }, { cause })
  }
  if (!lock) throw new HarnessError('DAEMON_TAKEN')
  return lock
}
