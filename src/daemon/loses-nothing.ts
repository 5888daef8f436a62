import type { Holds } from '../host/campus/sessions/holds.ts'
import type { Running } from './running.ts'

/** What a daemon holds in memory only. */
type Held = Pick<Running, 'keystore' | 'sessionGrants' | 'proxy' | 'clock'> & { readonly lock: Pick<Running['lock'], 'by'>; readonly holds: Holds }

/**
 * Whether the end of this process takes nothing from a person, so that an idle daemon may make room after an update. Secrets of a keystore
 * in memory, a vault that somebody opened, a person's own lock and what was allowed for a conversation end with it; and a password that
 * IAAA or the proxy refused would be sent once more by the next one, which does not know of it.
 */
export const losesNothing = ({ keystore, lock, sessionGrants, holds, proxy, clock }: Held): boolean =>
  keystore.backend !== 'memory' && keystore.vault?.unlocked() !== true && lock.by() !== 'person'
  && sessionGrants.list().length === 0 && !holds.any(clock.now()) && proxy?.login.isSpent !== true
