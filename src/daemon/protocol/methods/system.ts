import { z } from 'zod'
import { method } from '../method.ts'

const keystore = z.object({ backend: z.string(), state: z.enum(['ready', 'locked', 'absent', 'denied', 'dead', 'timed-out']), detail: z.string().optional() })

export const systemMethods = {
  'status': method({
    capability: 'call',
    params: z.strictObject({}),
    result: z.object({
      profile: z.string(), version: z.string(), pid: z.number(), locked: z.boolean(), account: z.string().optional(),
      keystore, plugins: z.number(), tools: z.number(), approvals: z.number(),
      services: z.array(z.object({ service: z.string(), state: z.string() })),
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
  /** Drops what the daemon holds of secrets and sessions in memory; running turns end as `locked`. */
  'lock': method({ capability: 'call', params: z.strictObject({}), result: z.object({ locked: z.boolean() }) }),
  'unlock': method({ capability: 'approve', params: z.strictObject({}), result: z.object({ locked: z.boolean() }) }),
  'keystore.status': method({ capability: 'call', params: z.strictObject({}), result: keystore.extend({ entries: z.number() }) }),
  /** Chooses the backend, once; a choice that stands is never switched. */
  'keystore.init': method({ capability: 'admin', params: z.strictObject({ backend: z.enum(['os', 'memory']) }), result: keystore }),
}
