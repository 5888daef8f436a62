import { z } from 'zod'
import type { Keystore, SecretRef } from '../host/keystore/keystore.ts'
import type { Store } from '../host/store/store.ts'
import { HarnessError } from '../rules/errors/index.ts'

/** The head of the audit chain, kept where a writer of the database cannot reach it (policy §9). */
export interface Seal {
  /**
   * Keeps the head as it is now, once everything since the last seal is seen to follow from it; the whole chain before the
   * first one. Otherwise the old seal stays and it rejects with `AUDIT_BROKEN`: a forged chain is never sealed. Rejects
   * with `KEYSTORE_*` too.
   */
  set(): Promise<void>
  /** The last one kept; undefined when there is none. Rejects with `KEYSTORE_*` for a keystore that cannot say. */
  last(): Promise<{ readonly count: number; readonly hash: string } | undefined>
  /** Keeps it every `everyMs`; what `set` rejects with is told to `onFault`. Returns how to stop. */
  every(everyMs: number, onFault: (error: unknown) => void): () => void
}

const ref: SecretRef = { account: '-', kind: 'audit-seal', name: '' }
const schema = z.strictObject({ count: z.number().int().min(0), hash: z.string() })

export function openSeal(keystore: Keystore, audit: Store['audit']): Seal {
  let kept: z.infer<typeof schema> | undefined
  const last = async (): Promise<z.infer<typeof schema> | undefined> => {
    try {
      return await keystore.use(ref, 'verify the audit chain', (value) => schema.parse(JSON.parse(value.toString('utf8'))))
    } catch (error) {
      if (error instanceof HarnessError && error.code === 'KEYSTORE_ABSENT') return undefined
      throw error
    }
  }
  const set = async (): Promise<void> => {
    // The first time from the keystore; later this process knows what it put there, and reading would itself add a row.
    kept ??= await last()
    const verdict = kept === undefined ? audit.verify() : audit.verifySince(kept)
    if (!verdict.ok) throw new HarnessError('AUDIT_BROKEN', { seq: verdict.seq, fault: verdict.fault })
    const { count, hash } = verdict
    if (kept?.count === count) return
    audit.flush()
    await keystore.put(ref, Buffer.from(JSON.stringify({ count, hash })))
    kept = { count, hash }
  }
  return {
    set,
    last,
    every(everyMs, onFault) {
      const timer = setInterval(() => { set().catch(onFault) }, everyMs)
      timer.unref()
      return () => clearInterval(timer)
    },
  }
}
