import type { Keystore, SecretRef } from '../../host/keystore/keystore.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import type { KnownSecrets } from './known-secrets.ts'
import { secretsInside } from './secrets-inside.ts'

/** A keystore that tells the scrubber of every secret that is written to it or lent by it. */
export interface TeachingKeystore extends Keystore {
  /**
   * Learns all that it holds. Never rejects: what a keychain that is away hides is learnt at the first use that it answers,
   * before that use gets its secret.
   */
  learn(): Promise<void>
  /**
   * Resolves once all that it holds is known; asks the keychain again where some of it could not be read. Rejects with that
   * `KEYSTORE_*`: what is to be kept or sent then cannot be told from a secret.
   */
  known(): Promise<void>
  /** Forgets what was learnt, and learns nothing whole until `learn`. */
  forget(): void
}

export function teachingKeystore(keystore: Keystore, secrets: KnownSecrets): TeachingKeystore {
  /** Whether some of it was wanted and could not be read. */
  let missing = false
  let why: unknown
  let generation = 0
  let learning: { readonly generation: number; readonly done: Promise<void> } | undefined
  const note = (ref: SecretRef, value: Buffer): void =>
    secrets.note(JSON.stringify([ref.account, ref.kind, ref.name]), secretsInside(ref.kind, value.toString('utf8')))

  async function learnAll(): Promise<void> {
    const began = generation
    missing = true
    try {
      for (const ref of await keystore.list()) if (secretsInside(ref.kind, '').length > 0) await learnOne(ref)
      if (began === generation) missing = false
    } catch (error) {
      // The keychain is away: at its next use.
      why = error
    }
  }
  const learnOne = (ref: SecretRef): Promise<void> =>
    keystore.use(ref, 'keep it out of logs and results', (value) => { if (missing) note(ref, value) }).catch((error: unknown) => {
      // One that is gone, broken or refused stands in no one's way; it is learnt when it is lent.
      if (!(error instanceof HarnessError) || !passing.includes(error.code)) throw error
    })
  /** One at a time, but one that began before a lock teaches nothing any more: then anew. */
  function learn(): Promise<void> {
    if (learning?.generation === generation) return learning.done
    const mine = { generation, done: learnAll().finally(() => { if (learning === mine) learning = undefined }) }
    learning = mine
    return mine.done
  }

  return {
    ...keystore,
    use(ref, purpose, fn) {
      const began = generation
      return keystore.use(ref, purpose, async (value) => {
        // One that a lock overtook teaches nothing.
        if (began === generation) note(ref, value)
        if (missing) await learn()
        return fn(value)
      })
    },
    put(ref, value) {
      // Before it is written: also one that cannot be kept is a secret.
      note(ref, value)
      return keystore.put(ref, value)
    },
    learn,
    async known() {
      if (missing) await learn()
      if (missing) throw why instanceof HarnessError ? why : new HarnessError('KEYSTORE_DEAD', { reason: 'unknown-error' }, { cause: why })
    },
    forget() {
      generation += 1
      missing = false
      secrets.forget()
    },
  }
}

const passing: readonly string[] = ['KEYSTORE_ABSENT', 'KEYSTORE_DAMAGED', 'KEYSTORE_DENIED']
