import { z } from 'zod'
import { method } from '../method.ts'

const endpoint = z.object({ id: z.string(), baseUrl: z.string(), model: z.string(), needsKey: z.boolean() })

export const modelMethods = {
  'model.show': method({ capability: 'call', params: z.strictObject({}), result: z.object({ model: endpoint.optional(), scripted: z.boolean() }) }),
  /** `key` goes into the keystore and to that endpoint's origin only; without one the key kept for the origin stays. */
  'model.set': method({
    capability: 'admin',
    params: z.strictObject({
      id: z.string().regex(/^[a-z0-9-]{1,32}$/), baseUrl: z.string().min(1).max(500), model: z.string().min(1).max(200), needsKey: z.boolean(),
      key: z.string().min(1).max(4096).optional(),
    }),
    result: z.object({ model: endpoint }),
  }),
  'model.remove': method({ capability: 'admin', params: z.strictObject({}), result: z.object({ removed: z.boolean() }) }),
  /** Sends one short request without tools or anything of the person's. */
  'model.test': method({ capability: 'approve', params: z.strictObject({}), result: z.object({ text: z.string(), ms: z.number() }) }),
}
