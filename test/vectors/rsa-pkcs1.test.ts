import { constants, createPrivateKey, createPublicKey, privateDecrypt } from 'node:crypto'
import { expect } from 'vitest'
import { z } from 'zod'
import { readCiphertext } from '../../fixtures/campus/iaaa/password.ts'
import { encryptPassword } from '../../src/host/campus/iaaa/encrypt-password.ts'
import { itWithShared } from '../rules/shared-data.ts'

/**
 * Wycheproof's vectors are of decryption (RFC 8017 §7.2.2), and the program only encrypts: what applies to it are their keys,
 * and that what it makes under each of them is a valid ciphertext by the rules that the vectors test. They apply whole to the
 * reader that says so, which is the simulated IAAA's; a reader that took an invalid one would prove nothing. That all
 * failures must look alike is a rule for a server that answers strangers, which nothing here is.
 */
const path = 'vectors/wycheproof/rsa_pkcs1_2048_test.json'
const table = z.object({
  numberOfTests: z.number(),
  testGroups: z.array(z.object({
    privateKeyPem: z.string(), keySize: z.literal(2048),
    tests: z.array(z.object({ tcId: z.number(), comment: z.string(), msg: z.string(), ct: z.string(), result: z.enum(['valid', 'invalid', 'acceptable']) })),
  })),
})

itWithShared(path, 'Wycheproof RSAES-PKCS1-v1_5: the reader takes exactly the valid ones of 67 ciphertexts', (text) => {
  const { testGroups, numberOfTests } = table.parse(JSON.parse(text))
  const wrong = testGroups.flatMap(({ privateKeyPem, tests }) => {
    const key = createPrivateKey(privateKeyPem)
    return tests.filter(({ ct, msg, result }) => readCiphertext(key, Buffer.from(ct, 'hex'))?.toString('hex') !== (result === 'valid' ? msg : undefined))
  })
  expect(wrong.map(({ tcId, comment }) => `${tcId} ${comment}`)).toEqual([])
  expect(numberOfTests).toBe(67)
  expect(testGroups.flatMap(({ tests }) => tests).filter(({ result }) => result === 'invalid').length).toBeGreaterThan(10)
})

itWithShared(path, 'Wycheproof RSAES-PKCS1-v1_5: a password that we encrypt under each of its keys is a valid ciphertext of exactly it, up to the longest that fits', (text) => {
  for (const { privateKeyPem, tests } of table.parse(JSON.parse(text)).testGroups) {
    const key = createPrivateKey(privateKeyPem)
    const pem = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString()
    const messages = [...tests.filter(({ result }) => result === 'valid').map(({ msg }) => Buffer.from(msg, 'hex')), Buffer.from('correct-horse-密码'), Buffer.alloc(245, 0)]
    for (const message of messages) expect(readCiphertext(key, Buffer.from(encryptPassword(pem, message), 'base64'))?.toString('hex')).toBe(message.toString('hex'))
    expect(() => encryptPassword(pem, Buffer.alloc(246, 1))).toThrow(/BAD_KEY/)
  }
})

itWithShared(path, 'Wycheproof RSAES-PKCS1-v1_5: the padding of what we make is never short, never has a zero and is never the same', (text) => {
  const { privateKeyPem } = table.parse(JSON.parse(text)).testGroups[0] ?? { privateKeyPem: '' }
  const key = createPrivateKey(privateKeyPem)
  const pem = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString()
  const seen = new Set<string>()
  for (let length = 0; length <= 245; length += 1) {
    const block = privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, Buffer.from(encryptPassword(pem, Buffer.alloc(length, 0x61)), 'base64'))
    const padding = block.subarray(2, 256 - length - 1)
    expect([block[0], block[1], padding.length >= 8, padding.includes(0), block[256 - length - 1]]).toEqual([0, 2, true, false, 0])
    seen.add(padding.toString('hex'))
  }
  expect(seen.size).toBe(246)
})
