import { z } from 'zod'
import type { Keystore, SecretRef } from '../host/keystore/keystore.ts'
import type { Store } from '../host/store/store.ts'
import { HarnessError } from '../rules/errors/index.ts'

/** The head of the audit chain, kept where a writer of the database cannot reach it (policy §9). */
export interface Seal {
  /** Keeps the head as it is now. Rejects with `KEYSTORE_*`. */
  set(): Promise<void>
  /** The last one kept; undefined when there is none. Rejects with `KEYSTORE_*` for a keystore that cannot say. */
  last(): Promise<{ readonly count: number; readonly hash: string } | undefined>
  /** Keeps it every `everyMs`; a keystore that is away just then is told to `onFault`. Returns how to stop. */
  every(everyMs: number, onFault: (error: unknown) => void): () => void
}

const ref: SecretRef = { account: '-', kind: 'audit-seal', name: '' }
const schema = z.strictObject({ count: z.number().int().min(0), hash: z.string() })

export function openSeal(keystore: Keystore, audit: Store['audit']): Seal {
  let kept = -1
  const set = async (): Promise<void> => {
    const { count, hash } = audit.head()
    if (count === kept) return
    await keystore.put(ref, Buffer.from(JSON.stringify({ count, hash })))
    kept = count
  }
  return {
    set,
    async last() {
      try {
        return await keystore.use(ref, 'verify the audit chain', (value) => schema.parse(JSON.parse(value.toString('utf8'))))
      } catch (error) {
        if (error instanceof HarnessError && error.code === 'KEYSTORE_ABSENT') return undefined
        throw error
      }
    },
    every(everyMs, onFault) {
      const timer = setInterval(() => { set().catch(onFault) }, everyMs)
      timer.unref()
      return () => clearInterval(timer)
    },
  }
}
