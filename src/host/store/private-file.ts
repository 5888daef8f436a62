import { chmodSync, closeSync, constants, fchmodSync, fstatSync, fsyncSync, lstatSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, parse } from 'node:path'
import { HarnessError } from '../../rules/errors/index.ts'

/**
 * Directories of mode 0700 and files of mode 0600, whatever the umask, from the first instant: the mode is given
 * at creation, so there is no moment in which another user could open one (bug-log 95). On Windows modes mean
 * nothing and the profile's own directory protects it. What the system refuses is `STORE_PLACE_UNSAFE` with its code, or
 * `STORE_FULL`.
 */

/** Makes `directory` (with its parents) or tightens it. Throws `STORE_PLACE_UNSAFE` for one that is not ours or is shared. */
export function ensurePrivateDirectory(directory: string): void {
  const found = attempt(directory, () => {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    return lstatSync(directory)
  })
  if (!found.isDirectory()) throw unsafe(directory, 'not a directory')
  if (!isOurs(found.uid)) throw unsafe(directory, 'owned by someone else')
  if (process.platform === 'win32' || (found.mode & 0o077) === 0) return
  // A shared place such as /tmp must never be taken over by tightening it.
  if (found.mode & 0o1000 || directory === parse(directory).root) throw unsafe(directory, 'a shared directory')
  chmodSync(directory, 0o700)
}

/** Makes an empty file of mode 0600 where there is none; tightens one that is there. Never follows a link. */
export function ensurePrivateFile(path: string): void {
  ensurePrivateDirectory(dirname(path))
  const file = openPrivate(path, constants.O_RDWR | constants.O_CREAT)
  closeSync(file)
}

/** Tightens a file that may or may not be there, such as a `-wal` beside a database. */
export function tightenIfThere(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found?.isFile() && found.mode & 0o077) chmodSync(path, 0o600)
}

/** Replaces a whole file: written beside it, synced, renamed over it. A reader sees the old content or the new one, also after a loss of power. */
export function replacePrivateFile(path: string, content: string | Uint8Array): void {
  ensurePrivateDirectory(dirname(path))
  const beside = `${path}.${process.pid}.new`
  try {
    attempt(path, () => {
      rmSync(beside, { force: true })
      writeNew(beside, content)
      renameSync(beside, path)
      syncDirectory(dirname(path))
    })
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
}

/** Makes a rename durable. Windows opens no directory. */
function syncDirectory(path: string): void {
  if (process.platform === 'win32') return
  const directory = openSync(path, constants.O_RDONLY)
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}

function writeNew(path: string, content: string | Uint8Array): void {
  const file = openPrivate(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL)
  try {
    writeFileSync(file, content)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function openPrivate(path: string, flags: number): number {
  const file = attempt(path, () => openSync(path, flags | (constants.O_NOFOLLOW ?? 0), 0o600))
  const found = fstatSync(file)
  const fault = !found.isFile() ? 'not a file' : !isOurs(found.uid) ? 'owned by someone else' : undefined
  if (fault) {
    closeSync(file)
    throw unsafe(path, fault)
  }
  if (found.mode & 0o077) fchmodSync(file, 0o600)
  return file
}

function attempt<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    if (cause instanceof HarnessError) throw cause
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown'
    if (code === 'ENOSPC') throw new HarnessError('STORE_FULL', {}, { cause })
    throw new HarnessError('STORE_PLACE_UNSAFE', { path, reason: code === 'ELOOP' ? 'a symbolic link' : code }, { cause })
  }
}

const isOurs = (uid: number): boolean => process.getuid === undefined || uid === process.getuid()
const unsafe = (path: string, reason: string) => new HarnessError('STORE_PLACE_UNSAFE', { path, reason })
