import { HarnessError } from '../../rules/errors/index.ts'
import type { Running } from '../running.ts'
import type { Handlers } from '../server/peer.ts'

type Own = Pick<Handlers, 'pin.status' | 'pin.enter' | 'pin.set' | 'pin.clear' | 'pin.skip'>

const offered = 'pin.offered'

/** Passes where the keychain turned out to hold none any more. */
const unlessGone = (error: unknown): void => { if (!(error instanceof HarnessError) || error.code !== 'PIN_NOT_SET') throw error }

export function pinHandlers({ pin, pinGate, store, lock }: Running): Own {
  const note = (set: boolean, by: string): void => { store.audit.append({ kind: 'setting', detail: { setting: 'pin', set, by } }) }
  return {
    'pin.status': async () => ({ set: await pin.isSet(), offered: store.settings.get(offered) === true }),
    async 'pin.enter'({ pin: typed }, { peer }) {
      lock.check()
      await pinGate.enter(peer, typed)
      return { entered: true }
    },
    async 'pin.set'({ pin: typed, current }, { peer }) {
      lock.check()
      if (await pin.isSet()) await pin.check(current ?? '').catch(unlessGone)
      await pin.set(typed)
      pinGate.forget()
      store.settings.put(offered, true)
      note(true, peer.id)
      return { set: true }
    },
    async 'pin.clear'({ current }, { peer }) {
      lock.check()
      await pin.check(current)
      await pin.clear()
      pinGate.forget()
      note(false, peer.id)
      return { set: false }
    },
    'pin.skip'() {
      store.settings.put(offered, true)
      return { offered: true }
    },
  }
}
