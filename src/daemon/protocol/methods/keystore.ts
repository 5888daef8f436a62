import { z } from 'zod'
import { method } from '../method.ts'

export const keystoreShape = z.object({ backend: z.enum(['os', 'vault', 'memory']), state: z.enum(['ready', 'locked', 'absent', 'denied', 'dead', 'timed-out']), detail: z.string().optional() })
/** Typed, or read from a descriptor or a command; used once and kept nowhere. */
const passphrase = z.string().min(1).max(1024)

export const keystoreMethods = {
  /** Drops what the daemon holds of secrets and sessions in memory; running turns end as `locked`. */
  'lock': method({ capability: 'call', params: z.strictObject({}), result: z.object({ locked: z.boolean() }) }),
  'unlock': method({ capability: 'approve', params: z.strictObject({}), result: z.object({ locked: z.boolean() }) }),
  /** Opens the vault and lifts the lock. Whoever knows the passphrase may: it is the person's own proof. */
  'keystore.unlock': method({ capability: 'call', params: z.strictObject({ passphrase }), result: z.object({ locked: z.boolean() }) }),
  'keystore.status': method({
    capability: 'call',
    params: z.strictObject({}),
    result: keystoreShape.extend({ entries: z.number(), locked: z.enum(['person', 'idle']).optional(), idleMinutes: z.number() }),
  }),
  /**
   * Chooses the backend, and makes the vault. Another choice counts from the daemon's next start, to which it ends itself; what is
   * kept under the old one stays there, and where that is anything of the person's, only `leave` changes it.
   */
  'keystore.init': method({
    capability: 'admin',
    params: z.strictObject({ backend: z.enum(['os', 'vault', 'memory']), passphrase: passphrase.optional(), leave: z.boolean().optional() }),
    result: keystoreShape.extend({ restarts: z.boolean(), left: z.number(), pid: z.number() }),
  }),
  /** A vault under another passphrase and another salt. */
  'keystore.rotate': method({ capability: 'admin', params: z.strictObject({ current: passphrase, next: passphrase }), result: z.object({ rotated: z.boolean() }) }),
}
