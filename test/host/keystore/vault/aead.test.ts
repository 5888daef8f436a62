import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { open, seal } from '../../../../src/host/keystore/vault/aead.ts'

const file = new URL('../../../../../shared/data/vectors/wycheproof/aes_gcm_test.json', import.meta.url)
const have = existsSync(file)
if (!have && process.env['CI'] === 'true') throw new Error('shared Wycheproof vectors are missing')
if (!have) console.warn('../shared is missing: no Wycheproof vectors')

const schema = z.object({
  testGroups: z.array(z.object({
    ivSize: z.number(), keySize: z.number(), tagSize: z.number(),
    tests: z.array(z.object({ tcId: z.number(), comment: z.string(), key: z.string(), iv: z.string(), aad: z.string(), msg: z.string(), ct: z.string(), tag: z.string(), result: z.enum(['valid', 'invalid']) })),
  })),
})
const hex = (text: string) => Buffer.from(text, 'hex')

describe.skipIf(!have)('Wycheproof AES-GCM (skipped where ../shared is missing)', () => {
  const { testGroups } = have ? schema.parse(JSON.parse(readFileSync(file, 'utf8'))) : { testGroups: [] }
  const ours = testGroups.filter(({ ivSize, keySize, tagSize }) => ivSize === 96 && keySize === 256 && tagSize === 128).flatMap(({ tests }) => tests)

  it('has vectors of the vault’s shape, valid and invalid', () => {
    expect(ours.filter(({ result }) => result === 'valid').length).toBeGreaterThan(20)
    expect(ours.filter(({ result }) => result === 'invalid').length).toBeGreaterThan(10)
  })

  it.each(ours)('$tcId ($result) $comment', ({ key, iv, aad, msg, ct, tag, result }) => {
    const opened = open(hex(key), hex(iv), hex(aad), hex(ct + tag))
    expect(opened?.toString('hex')).toBe(result === 'valid' ? msg : undefined)
    if (result === 'valid') expect(seal(hex(key), hex(iv), hex(aad), hex(msg)).toString('hex')).toBe(ct + tag)
  })

  it('another size of key or nonce is never tried, nor a tag that was shortened', () => {
    const others = testGroups.filter(({ ivSize, keySize }) => ivSize !== 96 || keySize !== 256).flatMap(({ tests }) => tests)
    expect(others.length).toBeGreaterThan(100)
    for (const { key, iv, aad, ct, tag } of others) expect(() => open(hex(key), hex(iv), hex(aad), hex(ct + tag))).toThrow(RangeError)
    for (let left = 0; left < 16; left += 1) expect(open(Buffer.alloc(32), Buffer.alloc(12), Buffer.alloc(0), Buffer.alloc(left))).toBeUndefined()
  })
})
