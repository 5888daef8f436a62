import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { HarnessError } from '../../../rules/errors/index.ts'

/**
 * RSAES-PKCS1-v1_5 under IAAA's key, in standard Base64 (protocols §1.5). The plain password stays a Buffer.
 * @param pem SubjectPublicKeyInfo, as getPublicKey.do gives it
 * @throws CAMPUS_UPSTREAM_ERROR `BAD_KEY` when the key is no RSA key or too small for the password
 */
export function encryptPassword(pem: string, password: Buffer): string {
  try {
    const key = createPublicKey(pem)
    if (key.asymmetricKeyType !== 'rsa' || (key.asymmetricKeyDetails?.modulusLength ?? 0) < 1024) throw new TypeError('not an RSA key of at least 1024 bits')
    return publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, password).toString('base64')
  } catch (cause) {
    throw new HarnessError('CAMPUS_UPSTREAM_ERROR', { code: 'BAD_KEY', message: '' }, { cause })
  }
}
