import type { KeystoreBackend } from '../../host/keystore/keystore.ts'
import type { AuditEntry } from '../../host/store/store.ts'
import type { Lock, LockedBy } from '../lock.ts'

interface House {
  readonly lock: Lock
  readonly store: { readonly audit: { append(entry: AuditEntry): unknown } }
  readonly learnSecrets: () => Promise<void>
}

/** Locks; on record once it is locked, whoever asked again. */
export async function lockHouse({ lock, store }: Pick<House, 'lock' | 'store'>, by: string, why: LockedBy = 'person'): Promise<void> {
  const was = lock.locked()
  await lock.lock(why)
  if (!was) store.audit.append({ kind: 'setting', detail: { setting: 'lock', locked: true, by } })
}

/**
 * Learns the secrets, so that nothing runs while the scrubber knows none, and then lifts the lock, on record. Nothing where
 * there is none. Rejects with `CALL_LOCKED` where it was locked again meanwhile: that one stands.
 */
export async function unlockHouse({ lock, store, learnSecrets }: House, by: string, through: 'login' | 'unlock' | 'need'): Promise<void> {
  if (!lock.locked()) return
  const standing = lock.signal()
  await learnSecrets()
  standing.throwIfAborted()
  if (!lock.locked()) return
  store.audit.append({ kind: 'setting', detail: { setting: 'lock', locked: false, through, by } })
  lock.unlock()
}

/**
 * A lock that fell because nobody was there lifts itself at the next need, where the keystore asks nobody: a schedule's or a
 * script's call finds its session again. After a person's lock, and with a vault, the person is needed.
 */
export async function wakeHouse(house: House & { readonly keystore: { readonly backend: KeystoreBackend } }, by: string): Promise<void> {
  if (house.lock.by() === 'idle' && house.keystore.backend !== 'vault') await unlockHouse(house, by, 'need')
}
