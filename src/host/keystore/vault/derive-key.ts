import { scrypt } from 'node:crypto'
import { keyBytes } from './aead.ts'

/** Fixed by the file's version, so that no header can ask for less work or for all of the memory. 128 MiB, some 0.4 s. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 192 * 1024 * 1024 } as const

/** A passphrase as a key, on a thread of its own: the daemon serves meanwhile. */
export type DeriveKey = (passphrase: Buffer, salt: Buffer) => Promise<Buffer>

/** scrypt (RFC 7914) with N = 2^17, r = 8, p = 1. */
export const scryptKey: DeriveKey = (passphrase, salt) => new Promise((resolve, reject) => {
  scrypt(passphrase, salt, keyBytes, cost, (error, key) => { if (error) reject(error); else resolve(key) })
})
