import type { Campus } from '../host/campus/campus.ts'
import type { Chance, Clock } from '../host/clock/clock.ts'
import type { Keystore } from '../host/keystore/keystore.ts'
import type { ProxyLogin } from '../host/net/proxy-login.ts'
import type { Store } from '../host/store/store.ts'
import type { AllowEntry } from '../monitor/call-request.ts'
import type { Approvals } from '../monitor/approvals/approvals.ts'
import type { Monitor } from '../monitor/monitor.ts'
import type { SessionGrants } from '../monitor/standing/session-grants.ts'
import type { TurnEnd } from '../agent/turn-events.ts'
import type { Registry } from '../plugins/registry/plugin.ts'
import type { Scrubber } from '../rules/redaction.ts'
import type { Accounts } from './accounts.ts'
import type { Lock } from './lock.ts'
import type { Pin } from './pin.ts'
import type { PluginLife } from './plugin-life.ts'
import type { PinGate } from './pin-gate.ts'
import type { TryPlugin } from './trials.ts'
import type { KeystoreChoice } from './start/config.ts'
import type { ModelSeat } from './model-seat.ts'
import type { Profile } from './protocol/places.ts'
import type { Seal } from './seal.ts'
import type { Asked } from './server/peer.ts'

/** The house as the socket's methods see it: everything stands, and the wiring is done. */
export interface Running {
  readonly profile: Profile
  readonly version: string
  readonly startedAt: number
  readonly network: 'public' | 'sim'
  /** Whether the simulated campus answers just now; undefined in the profile that has none. */
  readonly simRunning: (() => Promise<boolean>) | undefined
  readonly clock: Clock
  readonly chance: Chance
  readonly store: Store
  readonly keystore: Keystore
  readonly keystoreChoice: KeystoreChoice
  /** Where the profile's vault is, or would be. */
  readonly vaultPath: string
  /** Minutes without a client before the daemon locks itself; 0 for never. */
  readonly idleMinutes: number
  readonly pin: Pin
  readonly pinGate: PinGate
  readonly campus: Campus
  readonly registry: Registry
  readonly plugins: PluginLife
  readonly monitor: Monitor
  readonly tryPlugin: TryPlugin
  readonly approvals: Approvals
  readonly sessionGrants: SessionGrants
  readonly scrubber: Scrubber
  readonly accounts: Accounts
  readonly seal: Seal
  readonly model: ModelSeat
  /** The proxy that the settings name; `isReadOnTheWay` where its own name and password are sent in clear. */
  readonly proxy: { readonly url: string; readonly isReadOnTheWay: boolean; readonly login: ProxyLogin } | undefined
  readonly lock: Lock
  /** One turn of the agent, for one client. */
  readonly ask: (question: Question, asked: Asked) => Promise<TurnEnd & { readonly conversation: string }>
  /** Digests under the audit key, once it is there. Rejects with `KEYSTORE_*`: digests of this run alone would compare with nothing. */
  readonly auditDigests: () => Promise<(sha256: string) => string>
  /** The scrubber knows the keystore's secrets from here on: before a lock is lifted. */
  readonly learnSecrets: () => Promise<void>
  /** Resolves once the scrubber knows all that the keystore holds; rejects with `KEYSTORE_*` where a keychain that is away hides some. */
  readonly knowSecrets: () => Promise<void>
  /** A password that was typed and proved right: it may be kept nowhere, and must show nowhere. */
  readonly noteTyped: (account: string, password: string) => void
  /** A secret that goes to a person's screen: it must show nowhere else. */
  readonly noteShown: (secret: string) => void
  clients(): number
  /** Begins the orderly end of the daemon; returns at once. */
  stop(): void
}

export interface Question {
  readonly text: string
  /** Goes on with this one; a new one otherwise. */
  readonly conversation: string | undefined
  readonly allow: readonly AllowEntry[] | undefined
}
