import { createHmac, randomBytes } from 'node:crypto'
import type { Keystore, SecretRef } from '../../host/keystore/keystore.ts'
import { HarnessError } from '../../rules/errors/index.ts'

export interface AuditKey {
  /** A SHA-256 in hex as the audit chain holds it: an HMAC, so that short values cannot be guessed from it. */
  readonly digest: (sha256: string) => string
  /** Takes the key from the keystore, making it the first time. Rejects with `KEYSTORE_*`; then digests stay under a key of this run. */
  load(): Promise<void>
}

const ref: SecretRef = { account: '-', kind: 'audit-key', name: '' }

/** Until the keystore is ready, digests are under a key that nobody has: they compare with nothing, and give nothing away. */
export function openAuditKey(keystore: Keystore): AuditKey {
  let key = randomBytes(32)
  return {
    digest: (sha256) => createHmac('sha256', key).update(sha256, 'utf8').digest('hex'),
    async load() {
      try {
        key = await keystore.use(ref, 'digests of the audit chain', (value) => Buffer.from(value))
      } catch (error) {
        if (!(error instanceof HarnessError) || error.code !== 'KEYSTORE_ABSENT') throw error
        const made = randomBytes(32)
        await keystore.put(ref, Buffer.from(made))
        key = made
      }
    },
  }
}
