import type { Clock } from '../host/clock/clock.ts'
import { HarnessError } from '../rules/errors/index.ts'
import type { Pin } from './pin.ts'
import type { Peer } from './server/peer.ts'

type Asking = Pick<Peer, 'id' | 'onGone'>

/** Who has typed the PIN, and for how long that counts. */
export interface PinGate {
  /** Throws `PIN_NEEDED` where a PIN is set and this connection has not typed it in the last five minutes. */
  pass(peer: Asking): Promise<void>
  /** Takes it from this connection. Rejects as `Pin.check` does. */
  enter(peer: Asking, pin: string): Promise<void>
  /** Nobody has typed it any more: at a lock, and with another PIN. */
  forget(): void
}

/** How long a PIN counts for the connection that typed it, in milliseconds. */
const rememberedMs = 5 * 60_000

export function openPinGate(pin: Pin, clock: Clock): PinGate {
  const until = new Map<string, number>()
  return {
    async pass({ id }) {
      if (clock.now() < (until.get(id) ?? 0)) return
      until.delete(id)
      if (await pin.isSet()) throw new HarnessError('PIN_NEEDED')
    },
    async enter(peer, typed) {
      await pin.check(typed)
      if (!until.has(peer.id)) peer.onGone(() => { until.delete(peer.id) })
      until.set(peer.id, clock.now() + rememberedMs)
    },
    forget: () => until.clear(),
  }
}
