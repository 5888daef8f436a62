import type { Running } from '../running.ts'

type House = Pick<Running, 'lock' | 'store' | 'learnSecrets'>

/** Locks; on record once it is locked, whoever asked again. */
export async function lockHouse({ lock, store }: House, by: string): Promise<void> {
  const was = lock.locked()
  await lock.lock()
  if (!was) store.audit.append({ kind: 'setting', detail: { setting: 'lock', locked: true, by } })
}

/**
 * Learns the secrets, so that nothing runs while the scrubber knows none, and then lifts the lock, on record. Nothing where
 * there is none. Rejects with `CALL_LOCKED` where it was locked again meanwhile: that one stands.
 */
export async function unlockHouse({ lock, store, learnSecrets }: House, by: string, through: 'login' | 'unlock'): Promise<void> {
  if (!lock.locked()) return
  const standing = lock.signal()
  await learnSecrets()
  standing.throwIfAborted()
  if (!lock.locked()) return
  store.audit.append({ kind: 'setting', detail: { setting: 'lock', locked: false, through, by } })
  lock.unlock()
}
