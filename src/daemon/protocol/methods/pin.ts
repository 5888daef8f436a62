import { z } from 'zod'
import { method } from '../method.ts'

const pin = z.string().min(1).max(64)

export const pinMethods = {
  /** `offered`: the person was asked once whether they want one. */
  'pin.status': method({ capability: 'call', params: z.strictObject({}), result: z.object({ set: z.boolean(), offered: z.boolean() }) }),
  /** Counts for this connection for five minutes. */
  'pin.enter': method({ capability: 'approve', params: z.strictObject({ pin }), result: z.object({ entered: z.boolean() }) }),
  /** `current` where one is set already. */
  'pin.set': method({ capability: 'admin', params: z.strictObject({ pin, current: pin.optional() }), result: z.object({ set: z.boolean() }) }),
  'pin.clear': method({ capability: 'admin', params: z.strictObject({ current: pin }), result: z.object({ set: z.boolean() }) }),
  /** They want none now, and are not asked again. */
  'pin.skip': method({ capability: 'admin', params: z.strictObject({}), result: z.object({ offered: z.boolean() }) }),
}
