import { z } from 'zod'
import { method } from '../method.ts'

const account = z.string().regex(/^[A-Za-z0-9]{1,32}$/)

export const otpMethods = {
  /** `seed`: Base32 or an `otpauth://` address. It is stored, and never given back. Without an account the current one. */
  'otp.set': method({
    capability: 'call',
    params: z.strictObject({ account: account.optional(), seed: z.string().min(1).max(1024) }),
    result: z.object({ account: z.string(), passwordKept: z.boolean() }),
  }),
  /** Binds a new token at IAAA, for a person at a terminal alone; what is asked comes as `prompt`. The seed is kept, and never given out. `password`: as of `login`. */
  'otp.bind': method({
    capability: 'approve',
    params: z.strictObject({ account: account.optional(), password: z.string().min(1).max(1024).optional() }),
    result: z.object({ account: z.string(), skewMs: z.number().optional(), passwordKept: z.boolean() }),
  }),
  /** Puts the seed to use that was kept aside, because nobody knows whether IAAA bound it. */
  'otp.keep': method({
    capability: 'approve',
    params: z.strictObject({ account: account.optional() }),
    result: z.object({ account: z.string(), passwordKept: z.boolean() }),
  }),
  'otp.clear': method({
    capability: 'call',
    params: z.strictObject({ account: account.optional() }),
    result: z.object({ account: z.string(), cleared: z.boolean() }),
  }),
  /** Makes a code and throws it away. `skewMs`: IAAA's clock minus ours; `waitMs`: until a code could be sent. */
  'otp.test': method({
    capability: 'call',
    params: z.strictObject({ account: account.optional() }),
    /** `unproved`: one is kept aside as well. */
    result: z.object({ account: z.string(), skewMs: z.number().optional(), waitMs: z.number(), unproved: z.boolean().optional() }),
  }),
}
