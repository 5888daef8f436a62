import { closeSync, constants, fchmodSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { HarnessError } from '../../../rules/errors/index.ts'
import { maxVaultBytes } from './vault-format.ts'

/**
 * The vault's file as bytes; undefined where there is none. A link, a pipe, somebody else's file: refused unread with
 * `KEYSTORE_VAULT_UNSAFE`, and nobody waits for a pipe's other end. Our own loose mode is tightened.
 */
export function readVaultFile(path: string): Buffer | undefined {
  const unsafe = (reason: string, cause?: unknown) => new HarnessError('KEYSTORE_VAULT_UNSAFE', { path, reason }, cause === undefined ? {} : { cause })
  let file: number
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown'
    if (code === 'ENOENT') return undefined
    throw unsafe(code === 'ELOOP' ? 'a symbolic link' : code, cause)
  }
  try {
    const stats = fstatSync(file)
    if (!stats.isFile()) throw unsafe('not a file')
    if (process.getuid !== undefined && stats.uid !== process.getuid()) throw unsafe('owned by someone else')
    if (stats.size > maxVaultBytes) throw new HarnessError('KEYSTORE_VAULT_DAMAGED', { path, reason: 'not-a-vault' })
    if (stats.mode & 0o077) fchmodSync(file, 0o600)
    return readFileSync(file)
  } finally {
    closeSync(file)
  }
}
