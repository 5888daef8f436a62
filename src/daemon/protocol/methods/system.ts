import { z } from 'zod'
import { method } from '../method.ts'
import { keystoreShape } from './keystore.ts'

export const systemMethods = {
  'status': method({
    capability: 'call',
    params: z.strictObject({}),
    result: z.object({
      profile: z.string(), version: z.string(), pid: z.number(), locked: z.boolean(), account: z.string().optional(),
      /** The version of who asks, where that is newer: an update waits until the daemon is idle, or is stopped. */
      newer: z.string().optional(),
      keystore: keystoreShape, plugins: z.number(), tools: z.number(), approvals: z.number(),
      services: z.array(z.object({ service: z.string(), state: z.string() })),
      /** The simulated campus, in its profile. */
      sim: z.object({ running: z.boolean() }).optional(),
      /** The account has neither a session nor a password that could make one. */
      signInNeeded: z.boolean(),
    }),
  }),
  'daemon.info': method({
    capability: 'call',
    params: z.strictObject({}),
    result: z.object({
      pid: z.number(), version: z.string(), protocol: z.number(), profile: z.string(), startedAt: z.number(), uptimeMs: z.number(),
      clients: z.number(), residentBytes: z.number(), network: z.string(),
    }),
  }),
  'daemon.stop': method({ capability: 'call', params: z.strictObject({}), result: z.object({ pid: z.number() }) }),
}
