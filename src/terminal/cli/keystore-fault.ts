import type { ResultOf } from '../../daemon/protocol/methods.ts'
import type { Fault } from '../../daemon/protocol/message.ts'
import { HarnessError, explain } from '../../rules/errors/index.ts'
import { inProfile } from '../../rules/words/in-profile.ts'
import type { Io } from './io.ts'

/** The error that a keystore's state ends in where it is met, with its remedy; undefined for one that is ready. */
export function keystoreFault({ backend, state, detail = '?' }: ResultOf<'status'>['keystore'], { globals }: Pick<Io, 'globals'>): Fault | undefined {
  if (state === 'ready') return undefined
  const codes = { locked: 'KEYSTORE_LOCKED', absent: 'KEYSTORE_UNAVAILABLE', denied: 'KEYSTORE_DENIED', dead: 'KEYSTORE_DEAD', 'timed-out': 'KEYSTORE_TIMED_OUT' } as const
  const vaults = { locked: 'KEYSTORE_VAULT_LOCKED', absent: 'KEYSTORE_VAULT_MISSING', denied: 'KEYSTORE_VAULT_UNSAFE', dead: 'KEYSTORE_VAULT_DAMAGED', 'timed-out': 'KEYSTORE_VAULT_BUSY' } as const
  const fault = explain(new HarnessError((backend === 'vault' ? vaults : codes)[state], { reason: detail, path: 'keystore.vault', ms: 3000 }), globals.lang)
  return { ...fault, hint: inProfile(fault.hint, globals.profile) }
}
