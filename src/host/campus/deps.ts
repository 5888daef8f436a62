import type { Chance, Clock } from '../clock/clock.ts'
import type { Keystore } from '../keystore/keystore.ts'
import type { Door } from '../net/door.ts'
import type { CampusEvent } from './campus.ts'
import type { Holds } from './sessions/holds.ts'

/** The seams the campus works through (law 10). */
export interface CampusDeps {
  readonly door: Door
  readonly keystore: Keystore
  readonly clock: Clock
  readonly chance: Chance
  /** Hears of every sign-in, session and secret use, for the audit. A throw ends the act: what cannot be recorded is not done. */
  readonly onEvent: (event: CampusEvent) => void
  /** What keeps the host from signing in, where it is to outlive this campus; its own by default. */
  readonly holds?: Holds
}

/** A number in [0, 1) as IAAA's `_rand` cache-buster wants it. */
export const random = (chance: Chance): string => String(chance.bytes(6).readUIntBE(0, 6) / 2 ** 48)

/** So many small letters. */
export const letters = (chance: Chance, count: number): string => Array.from(chance.bytes(count), (byte) => String.fromCodePoint(97 + byte % 26)).join('')
