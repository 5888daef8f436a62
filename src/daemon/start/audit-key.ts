import { createHmac, randomBytes } from 'node:crypto'
import type { Keystore, SecretRef } from '../../host/keystore/keystore.ts'
import { HarnessError } from '../../rules/errors/index.ts'

export interface AuditKey {
  /** A text as the audit chain holds it: an HMAC in hex, so that short values cannot be guessed from it. */
  readonly digest: (text: string) => string
  /** Takes the key from the keystore, making it the first time. Rejects with `KEYSTORE_*`; then digests stay under a key of this run. */
  load(): Promise<void>
  /** Overwrites it, for a lock: digests are under a key that nobody has until it is loaded again. */
  forget(): void
}

const ref: SecretRef = { account: '-', kind: 'audit-key', name: '' }

/** Until the keystore is ready, digests are under a key that nobody has: they compare with nothing, and give nothing away. */
export function openAuditKey(keystore: Keystore): AuditKey {
  let key = randomBytes(32)
  let loaded = false
  let generation = 0
  const take = (found: Buffer, began: number): void => {
    // A lock that fell meanwhile means it.
    if (began !== generation) { found.fill(0); return }
    key.fill(0)
    key = found
    loaded = true
  }
  return {
    digest: (text) => createHmac('sha256', key).update(text, 'utf8').digest('hex'),
    async load() {
      if (loaded) return
      const began = generation
      try {
        take(await keystore.use(ref, 'digests of the audit chain', (value) => Buffer.from(value)), began)
      } catch (error) {
        if (!(error instanceof HarnessError) || error.code !== 'KEYSTORE_ABSENT') throw error
        const made = randomBytes(32)
        await keystore.put(ref, Buffer.from(made))
        take(made, began)
      }
    },
    forget() {
      generation += 1
      loaded = false
      key.fill(0)
      key = randomBytes(32)
    },
  }
}
