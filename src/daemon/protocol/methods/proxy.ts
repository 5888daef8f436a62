import { z } from 'zod'
import { method } from '../method.ts'

/** How the proxy took what it was last sent: `unasked` while it wants no name, `needed` when it wants one and has been sent none of those that are kept. */
const state = z.enum(['unasked', 'needed', 'taken', 'refused', 'unspoken'])

export const proxyMethods = {
  /** The proxy that the settings name, with its port; `kept`: a name and password for it. */
  'proxy.show': method({
    capability: 'call', params: z.strictObject({}),
    result: z.object({ proxy: z.object({ url: z.string(), kept: z.boolean(), state, used: z.boolean() }).optional() }),
  }),
  /** They go into the keystore, and to that proxy once it asks for them. `readOnTheWay`: unencrypted, to another machine. */
  'proxy.login': method({
    capability: 'admin', params: z.strictObject({ name: z.string().min(1).max(512), password: z.string().min(1).max(512) }),
    result: z.object({ url: z.string(), readOnTheWay: z.boolean() }),
  }),
  'proxy.logout': method({ capability: 'admin', params: z.strictObject({}), result: z.object({ removed: z.boolean() }) }),
}
