import { type Stats, accessSync, chmodSync, constants, lstatSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { HarnessError } from '../../rules/errors/index.ts'
import { isPrivateGroupHere } from './private-group.ts'

const ownUid = (): number | undefined => process.getuid?.()

/**
 * A directory that nobody else can enter or put another in the place of: ours, 0700, no symlink, and below nothing but
 * directories of ours and root's that nobody else, no group of others either, can write to (or only with the sticky bit,
 * as /tmp). Throws `DAEMON_UNSAFE_PLACE`, and never repairs what someone else could have made.
 */
export function assertPrivateDirectory(path: string): void {
  const stats = lstatSync(path)
  assertSafeAbove(path)
  if (!stats.isDirectory()) throw unsafe(path, 'not-a-directory')
  assertOwn(path, stats)
  if (process.platform !== 'win32' && (stats.mode & 0o077) !== 0) throw unsafe(path, 'open-to-others')
}

/**
 * Makes the directory where it is missing, 0700 from the first instant, and checks it. Our own loose mode is tightened. Throws
 * `DAEMON_UNSAFE_PLACE`, and `DAEMON_PLACE_UNWRITABLE` for one that the system lets us neither make nor write to.
 */
export function makePrivateDirectory(path: string): void {
  writable(path, () => {
    assertSafeAbove(path)
    mkdirSync(path, { recursive: true, mode: 0o700 })
    const stats = lstatSync(path)
    if (stats.isDirectory() && stats.uid === ownUid() && (stats.mode & 0o077) !== 0) chmodSync(path, 0o700)
    assertPrivateDirectory(path)
    accessSync(path, constants.W_OK | constants.X_OK)
  })
}

/**
 * Looks at a directory as `makePrivateDirectory` would, without making it or tightening anything; false where it is not there
 * yet and could be made. Throws as that does, and `DAEMON_UNSAFE_PLACE` for our own loose mode too.
 */
export function checkPrivateDirectory(path: string): boolean {
  return writable(path, () => {
    assertSafeAbove(path)
    let there = path
    while (!lstatSync(there, { throwIfNoEntry: false })) there = dirname(there)
    if (there === path) assertPrivateDirectory(path)
    accessSync(there, constants.W_OK | constants.X_OK)
    if (!statSync(there).isDirectory()) throw new HarnessError('DAEMON_PLACE_UNWRITABLE', { path, reason: 'ENOTDIR' })
    return there === path
  })
}

/** Runs what makes a place. Throws `DAEMON_PLACE_UNWRITABLE` with the path and the system's code for what it is refused. */
export function writable<T>(path: string, make: () => T): T {
  try {
    return make()
  } catch (cause) {
    if (cause instanceof HarnessError) throw cause
    throw new HarnessError('DAEMON_PLACE_UNWRITABLE', { path, reason: cause instanceof Error && 'code' in cause ? String(cause.code) : '?' }, { cause })
  }
}

/**
 * The socket, before a client writes its token to it (bug-log 97: a squatted path was trusted). Throws
 * `DAEMON_UNSAFE_PLACE`; ENOENT passes through, since no socket is not an unsafe one.
 */
export function assertOwnSocket(directory: string, socket: string): void {
  assertPrivateDirectory(directory)
  assertSocket(socket)
}

/** The socket alone, whatever its directory is. Throws as `assertOwnSocket` does. */
export function assertSocket(socket: string): void {
  const stats = lstatSync(socket)
  if (!stats.isSocket()) throw unsafe(socket, 'not-a-socket')
  assertOwn(socket, stats)
}

/**
 * Whoever owns a directory above, or may write to it, can rename what stands in it and put their own there. Walks up the
 * path as it is written and, at a symlink, as it leads. What is missing is passed over: it is ours once it is made.
 */
function assertSafeAbove(path: string): void {
  const uid = ownUid()
  if (uid === undefined) return
  for (let at = dirname(path); ; at = dirname(at)) {
    const stats = lstatSync(at, { throwIfNoEntry: false })
    if (stats) {
      if (stats.uid !== uid && stats.uid !== 0) throw unsafe(at, 'not-yours')
      if (stats.isSymbolicLink()) assertSafeAbove(`${realpathSync(at)}/.`)
      else if (othersMayReplaceIn(stats)) throw unsafe(at, 'open-to-others')
    }
    if (dirname(at) === at) return
  }
}

/** Whether somebody else can rename what stands in the directory. With the sticky bit only its owner and the owner of each thing can. */
function othersMayReplaceIn({ mode, gid, uid }: Stats): boolean {
  if ((mode & 0o1000) !== 0) return false
  return (mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && !isPrivateGroupHere(gid, uid === 0))
}

function assertOwn(path: string, stats: Stats): void {
  const uid = ownUid()
  if (uid !== undefined && stats.uid !== uid) throw unsafe(path, 'not-yours')
}

const unsafe = (path: string, problem: string): HarnessError => new HarnessError('DAEMON_UNSAFE_PLACE', { path, problem })
