import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openPasswordDesk } from '../../../../fixtures/campus/iaaa/password.ts'
import { encryptPassword } from '../../../../src/host/campus/iaaa/encrypt-password.ts'
import { HarnessError } from '../../../../src/rules/errors/index.ts'

describe('the password on its way', () => {
  const desk = openPasswordDesk()

  it('is RSAES-PKCS1-v1_5 in 344 characters of Base64, new each time, and reads back as it was', () => {
    const password = Buffer.from('correct-horse-密码')
    const [one, two] = [encryptPassword(desk.publicKey(), password), encryptPassword(desk.publicKey(), password)]
    expect(one).toMatch(/^[A-Za-z0-9+/]{342}==$/)
    expect(one).not.toBe(two)
    expect(desk.decrypt(one)).toBe('correct-horse-密码')
  })

  it.each([
    ['no key', 'hello'],
    ['an elliptic key', generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'pem' }).toString()],
    ['a key of 512 bits', generateKeyPairSync('rsa', { modulusLength: 512 }).publicKey.export({ type: 'spki', format: 'pem' }).toString()],
  ])('is not sent under %s', (_, pem) => {
    expect(() => encryptPassword(pem, Buffer.from('x'))).toThrow(HarnessError)
    expect(() => encryptPassword(pem, Buffer.from('x'))).toThrow(/BAD_KEY/)
  })
})
