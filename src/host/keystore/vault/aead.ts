import { createCipheriv, createDecipheriv } from 'node:crypto'

/** Sizes in bytes: AES-256, the nonce of NIST SP 800-38D §8.2, a tag that is never shortened. */
export const keyBytes = 32
export const nonceBytes = 12
export const tagBytes = 16

/** AES-256-GCM: the ciphertext with its tag behind it. A nonce is used once with a key. */
export function seal(key: Buffer, nonce: Buffer, aad: Buffer, plain: Buffer): Buffer {
  assertSizes(key, nonce)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  cipher.setAAD(aad)
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** The plaintext, or undefined where key, nonce, header or content are not those that were sealed. Nothing of it leaves before the tag is checked. */
export function open(key: Buffer, nonce: Buffer, aad: Buffer, sealed: Buffer): Buffer | undefined {
  assertSizes(key, nonce)
  if (sealed.length < tagBytes) return undefined
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(aad)
  decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes))
  const plain = decipher.update(sealed.subarray(0, sealed.length - tagBytes))
  try {
    decipher.final()
    return plain
  } catch {
    plain.fill(0)
    return undefined
  }
}

function assertSizes(key: Buffer, nonce: Buffer): void {
  if (key.length !== keyBytes || nonce.length !== nonceBytes) throw new RangeError('a key of 32 bytes and a nonce of 12')
}
