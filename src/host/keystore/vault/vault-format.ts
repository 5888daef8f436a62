import { createHash } from 'node:crypto'
import { HarnessError } from '../../../rules/errors/index.ts'
import { nonceBytes, tagBytes } from './aead.ts'

/**
 * The vault's file, version 1: magic 10 · version 1 · length of the whole 4 · salt 32 · nonce 12 · ciphertext and tag ·
 * SHA-256 of all before 32. The header up to the ciphertext is the AEAD's associated data. The checksum proves nothing to
 * an attacker; it tells a broken disk from a wrong passphrase, without any work of scrypt.
 */
const magic = Buffer.from('pkuh-vault')
const version = 1
export const saltBytes = 32
const sumBytes = 32
const at = { version: magic.length, length: magic.length + 1, salt: magic.length + 5, nonce: magic.length + 5 + saltBytes, body: magic.length + 5 + saltBytes + nonceBytes } as const
/** Far more than a person's secrets; a larger file is not one of ours. */
export const maxVaultBytes = 16 * 1024 * 1024

export interface SealedVault {
  readonly salt: Buffer
  readonly nonce: Buffer
  /** What the AEAD authenticates beside the content. */
  readonly header: Buffer
  readonly sealed: Buffer
}

/** @param sealedBytes length of ciphertext and tag */
export function vaultHeader(salt: Buffer, nonce: Buffer, sealedBytes: number): Buffer {
  const header = Buffer.alloc(at.body)
  magic.copy(header)
  header.writeUInt8(version, at.version)
  header.writeUInt32BE(at.body + sealedBytes + sumBytes, at.length)
  salt.copy(header, at.salt)
  nonce.copy(header, at.nonce)
  return header
}

export function writeVault(header: Buffer, sealed: Buffer): Buffer {
  const body = Buffer.concat([header, sealed])
  return Buffer.concat([body, sumOf(body)])
}

/** Throws `KEYSTORE_VAULT_DAMAGED` with why, or `KEYSTORE_VAULT_VERSION` for one that a newer program wrote. */
export function readVault(file: Buffer, path: string): SealedVault {
  const damaged = (reason: string) => new HarnessError('KEYSTORE_VAULT_DAMAGED', { path, reason })
  if (!file.subarray(0, magic.length).equals(magic)) throw damaged(magic.subarray(0, file.length).equals(file) ? 'truncated' : 'not-a-vault')
  if (file.length <= at.version) throw damaged('truncated')
  const found = file.readUInt8(at.version)
  if (found !== version) throw new HarnessError('KEYSTORE_VAULT_VERSION', { path, version: found })
  if (file.length < at.body + tagBytes + sumBytes || file.length < file.readUInt32BE(at.length)) throw damaged('truncated')
  const end = file.length - sumBytes
  if (file.length !== file.readUInt32BE(at.length) || !sumOf(file.subarray(0, end)).equals(file.subarray(end))) throw damaged('altered')
  return { salt: file.subarray(at.salt, at.nonce), nonce: file.subarray(at.nonce, at.body), header: file.subarray(0, at.body), sealed: file.subarray(at.body, end) }
}

const sumOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()
