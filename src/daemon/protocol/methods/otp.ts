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
  'otp.clear': method({
    capability: 'call',
    params: z.strictObject({ account: account.optional() }),
    result: z.object({ account: z.string(), cleared: z.boolean() }),
  }),
  /** Makes a code and throws it away. `skewMs`: IAAA's clock minus ours; `waitMs`: until a code could be sent. */
  'otp.test': method({
    capability: 'call',
    params: z.strictObject({ account: account.optional() }),
    result: z.object({ account: z.string(), skewMs: z.number().optional(), waitMs: z.number() }),
  }),
}
