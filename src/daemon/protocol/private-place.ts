import { type Stats, chmodSync, lstatSync, mkdirSync } from 'node:fs'
import { HarnessError } from '../../rules/errors/index.ts'

const ownUid = (): number | undefined => process.getuid?.()

/**
 * A directory that nobody else can enter: ours, 0700, no symlink. Throws `DAEMON_UNSAFE_PLACE`, and never repairs what
 * someone else could have made.
 */
export function assertPrivateDirectory(path: string): void {
  const stats = lstatSync(path)
  if (!stats.isDirectory()) throw unsafe(path, 'not-a-directory')
  assertOwn(path, stats)
  if (process.platform !== 'win32' && (stats.mode & 0o077) !== 0) throw unsafe(path, 'open-to-others')
}

/** Makes the directory where it is missing, 0700 from the first instant, and checks it. Our own loose mode is tightened. */
export function makePrivateDirectory(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const stats = lstatSync(path)
  if (stats.isDirectory() && stats.uid === ownUid() && (stats.mode & 0o077) !== 0) chmodSync(path, 0o700)
  assertPrivateDirectory(path)
}

/**
 * The socket, before a client writes its token to it (bug-log 97: a squatted path was trusted). Throws
 * `DAEMON_UNSAFE_PLACE`; ENOENT passes through, since no socket is not an unsafe one.
 */
export function assertOwnSocket(directory: string, socket: string): void {
  assertPrivateDirectory(directory)
  const stats = lstatSync(socket)
  if (!stats.isSocket()) throw unsafe(socket, 'not-a-socket')
  assertOwn(socket, stats)
}

function assertOwn(path: string, stats: Stats): void {
  const uid = ownUid()
  if (uid !== undefined && stats.uid !== uid) throw unsafe(path, 'not-yours')
}

const unsafe = (path: string, problem: string): HarnessError => new HarnessError('DAEMON_UNSAFE_PLACE', { path, problem })
