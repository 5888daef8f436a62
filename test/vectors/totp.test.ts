import { expect } from 'vitest'
import { z } from 'zod'
import { totp } from '../../src/host/campus/iaaa/totp.ts'
import { itWithShared } from '../rules/shared-data.ts'

const table = z.object({
  period: z.literal(30), t0: z.literal(0),
  keys_ascii: z.object({ SHA1: z.string() }),
  vectors: z.array(z.object({ time: z.number(), SHA1: z.string() })),
})

/** Of RFC 6238 Appendix B the SHA-1 column is ours: PKU's token has no other hash (protocols §1.8), and `otp set` refuses one. */
itWithShared('vectors/totp/rfc6238.json', 'RFC 6238: all 6 times of the SHA-1 column, whole and as the 6 digits of PKU’s token', (text) => {
  const { keys_ascii: { SHA1: key }, vectors } = table.parse(JSON.parse(text))
  expect(vectors).toHaveLength(6)
  for (const { time, SHA1 } of vectors) {
    expect([time, totp(Buffer.from(key), Math.floor(time / 30), 8)]).toEqual([time, SHA1])
    expect([time, totp(Buffer.from(key), Math.floor(time / 30))]).toEqual([time, SHA1.slice(2)])
  }
})
