import { randomBytes, timingSafeEqual } from 'node:crypto'
import { scryptKey } from './vault/derive-key.ts'

/** What the keystore holds of a PIN: version 1 · salt 16 · scrypt 32 (as for the vault's passphrase), in bytes. */
const version = 1
const salted = 17
const length = salted + 32

export async function hashPin(pin: Buffer): Promise<Buffer> {
  const salt = randomBytes(salted - 1)
  return Buffer.concat([Buffer.from([version]), salt, await scryptKey(pin, salt)])
}

/** Whether it is the PIN of this hash. Throws for what `hashPin` did not make: that is no reason to let one pass. */
export async function isPin(pin: Buffer, hash: Buffer): Promise<boolean> {
  if (hash.length !== length || hash[0] !== version) throw new RangeError('not the hash of a PIN')
  const kept = Buffer.from(hash.subarray(salted))
  return timingSafeEqual(await scryptKey(pin, Buffer.from(hash.subarray(1, salted))), kept)
}
