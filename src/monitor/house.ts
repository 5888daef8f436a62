import type { Campus } from '../host/campus/campus.ts'
import type { Chance, Clock } from '../host/clock/clock.ts'
import type { TraceEntry } from '../host/net/door.ts'
import type { Store } from '../host/store/store.ts'
import type { Registry } from '../plugins/registry/plugin.ts'
import type { Scrubber } from '../rules/redaction.ts'
import type { Response, WebRequest } from '../sdk/index.ts'
import type { Approvals } from './approvals/approvals.ts'
import type { Guard } from './guard.ts'
import type { Monitor } from './monitor.ts'
import type { SessionGrants } from './standing/session-grants.ts'

/**
 * All that the monitor stands on, handed in by the composition root. Grants, consents and effect settings are read
 * from `store` itself, so there is no second place that could say something else.
 */
export interface House {
  readonly registry: Registry
  readonly store: Store
  readonly approvals: Approvals
  readonly campus: Pick<Campus, 'request' | 'endpoint' | 'service'>
  /**
   * Whether the person must sign in before this service can be asked: no account, or neither a session nor a stored
   * password. Services that need no account are not asked about. A throw or a hang refuses the call.
   */
  readonly signInNeeded: (account: string | undefined, service: string) => boolean | Promise<boolean>
  /** Requests to public websites; `webThrough(door)`. */
  readonly web: WebPort
  readonly clock: Clock
  readonly chance: Chance
  /** Takes known secrets, bearer-like tokens and share links out of results, errors and what is told of arguments; says whether arguments hold one. */
  readonly scrubber: Pick<Scrubber, 'text' | 'json' | 'holdsSecret'>
  /** Each may stop a call; none can let one through. */
  readonly guards: readonly Guard[]
  /** The account that is active now; a call made for another one does not run. */
  readonly account: () => string | undefined
  /** True while the daemon is locked: nothing runs. */
  readonly locked: () => boolean
  /** What the audit chain holds of a text, an HMAC in hex under the audit key, so that short values cannot be guessed from it. Of arguments the text is their SHA-256, of a result its canonical JSON. */
  readonly auditDigest: (text: string) => string
  /** Whose commands an error tells a person to type; the real one's without it. */
  readonly profile?: 'default' | 'sim'
  readonly limits?: Partial<Limits>
}

/** The house with what the monitor itself remembers while it stands. */
export interface OpenHouse extends House {
  /** The monitor itself, for what a call starts in its turn (`ctx.use`). */
  readonly invoke: Monitor['invoke']
  readonly sessionGrants: SessionGrants
}

/** Milliseconds and bytes. */
export interface Limits {
  /** For each question to a deciding part: a guard, `signInNeeded`. */
  readonly decideMs: number
  /** Wall time of a tool's run. */
  readonly runMs: number
  /** A result's canonical JSON, in UTF-8 bytes. */
  readonly resultBytes: number
  /** A call's arguments as canonical JSON, in UTF-8 bytes, that a person can still be asked about: the card shows them whole, and fits into one frame of the socket. */
  readonly cardArgsBytes: number
  /** How long an approval waits for its answer. */
  readonly approvalMs: number
}
export const defaultLimits: Limits = { decideMs: 2_000, runMs: 60_000, resultBytes: 64 * 1024, cardArgsBytes: 64 * 1024, approvalMs: 10 * 60_000 }
export const limitsOf = (house: House): Limits => ({ ...defaultLimits, ...house.limits })

/** The web as a tool may ask it: https, these exact hosts, nothing of a session. */
export interface WebPort {
  request(hosts: readonly string[], request: WebRequest, limits: WebLimits): Promise<Response>
}
export interface WebLimits {
  readonly signal: AbortSignal
  readonly trace: (entry: TraceEntry) => void
}
