import { z } from 'zod'
import type { Clock } from '../host/clock/clock.ts'
import { isKept } from '../host/keystore/is-kept.ts'
import type { Keystore, SecretRef } from '../host/keystore/keystore.ts'
import { hashPin, isPin } from '../host/keystore/pin-hash.ts'
import type { Store } from '../host/store/store.ts'
import { HarnessError } from '../rules/errors/index.ts'

/** The approval PIN. Its hash lies in the keystore, the count of wrong tries in the database: both outlive a restart. */
export interface Pin {
  isSet(): Promise<boolean>
  /** Throws `PIN_FORM`. */
  set(pin: string): Promise<void>
  clear(): Promise<void>
  /**
   * Resolves where it is the one. Rejects with `PIN_WRONG` and the tries that are left, with `PIN_WAIT` once they are used up,
   * with `PIN_NOT_SET`, and with `KEYSTORE_*` where nobody can say: then it is not.
   */
  check(pin: string): Promise<void>
}

/** Tries that cost nothing; each further wrong one doubles the wait, in milliseconds. */
const tries = 5
const firstWaitMs = 30_000
const longestWaitMs = 60 * 60_000

const ref: SecretRef = { account: '-', kind: 'pin', name: '' }
const key = 'pin.wrong'
const schema = z.strictObject({ wrong: z.number().int().min(0), until: z.number() })

export function openPin({ keystore, settings, clock }: { readonly keystore: Keystore; readonly settings: Store['settings']; readonly clock: Clock }): Pin {
  let last: Promise<unknown> = Promise.resolve()
  const read = () => schema.parse(settings.get(key) ?? { wrong: 0, until: 0 })

  /** One guess after another: two at once would both count as the first. */
  const alone = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work)
    last = next.catch(() => undefined)
    return next
  }
  const isSet = (): Promise<boolean> => isKept(keystore, ref)
  /** Milliseconds still to wait. A clock that was set back makes it no longer than the longest. */
  const left = (): number => Math.min(read().until - clock.now(), longestWaitMs)

  async function guess(pin: string): Promise<void> {
    if (!await isSet()) throw new HarnessError('PIN_NOT_SET')
    refuseWhileWaiting()
    const wrong = read().wrong + 1
    const until = wrong < tries ? 0 : clock.now() + Math.min(firstWaitMs * 2 ** (wrong - tries), longestWaitMs)
    // Before it is known: whoever ends this process while it thinks has had the try all the same.
    settings.put(key, { wrong, until })
    const good = await keystore.use(ref, 'check the approval PIN', (hash) => isPin(Buffer.from(pin), hash)).catch((error: unknown) => {
      // Nobody guessed anything where the keystore did not answer.
      settings.put(key, { wrong: wrong - 1, until: 0 })
      // The person took it out of an open keychain: that is how one that was forgotten goes.
      if (error instanceof HarnessError && error.code === 'KEYSTORE_ABSENT') throw new HarnessError('PIN_NOT_SET', {}, { cause: error })
      throw error
    })
    if (good) { settings.delete(key); return }
    refuseWhileWaiting()
    throw new HarnessError('PIN_WRONG', { left: tries - wrong })
  }
  function refuseWhileWaiting(): void {
    if (left() > 0) throw new HarnessError('PIN_WAIT', { seconds: Math.ceil(left() / 1000) })
  }

  return {
    isSet,
    async set(pin) {
      if (!/^\d{4,12}$/.test(pin)) throw new HarnessError('PIN_FORM')
      await keystore.put(ref, await hashPin(Buffer.from(pin)))
      settings.delete(key)
    },
    async clear() { await keystore.remove(ref) },
    check: (pin) => alone(() => guess(pin)),
  }
}
