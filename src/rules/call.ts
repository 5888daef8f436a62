import type { AskKind, Effect, UserAsked } from '../sdk/index.ts'
import type { Egress } from './egress/leak-budget.ts'
import type { Labels } from './labels.ts'

/** Who stands behind a call. `plugin:<id>` is whatever a step, widget action or shortcut starts; it is never `user`. */
export type Principal = 'user' | 'agent' | 'script' | 'schedule' | 'bridge' | `plugin:${string}`

/** Highest first. `official` is shipped or a commit of exactly `pkuinfo/pku-harness-plugins`. */
export const trusts = ['bundled', 'official', 'community', 'remote'] as const
export type Trust = (typeof trusts)[number]

/** Where a call's bytes can go. A tool may have several. */
export type Destination =
  | { readonly kind: 'local' }
  | { readonly kind: 'campus'; readonly service: string }
  | { readonly kind: 'website'; readonly host: string }
  | { readonly kind: 'remote'; readonly plugin: string }
  | { readonly kind: 'model'; readonly provider: string }
  | { readonly kind: 'cloud' }
  | { readonly kind: 'update' }

/** Why a plugin or tool may not run just now; `ready` is the only state in which it may. */
export type ToolState = 'ready' | 'disabled' | 'unavailable' | 'unreviewed' | 'changed'

/** All that policy knows of a tool. Everything is decided by the host; nothing is optional. */
export interface ToolFacts {
  /** `<plugin>.<tool>` */
  readonly id: string
  readonly plugin: string
  readonly trust: Trust
  readonly effect: Effect
  readonly untrusted: boolean
  readonly userOnly: boolean
  readonly durable: boolean
  readonly whenTainted: 'ask' | 'pending'
  readonly private: boolean
  readonly irreversible: boolean
  /** Deletes or overwrites stored records, so even a local write of a bundled plugin asks (R5). */
  readonly overwrites: boolean
  readonly asks: AskKind | undefined
  /** Never empty; `[{kind:'local'}]` for a tool that sends nothing. */
  readonly destinations: readonly Destination[]
  readonly state: ToolState
  /** SHA-256 of the plugin's content, hex. */
  readonly contentHash: string
  /** SHA-256 of this tool's definition in canonical JSON, hex. */
  readonly definitionDigest: string
}

/** What `decide` is asked about: one call, its arguments frozen. */
export interface Call {
  readonly tool: ToolFacts
  readonly principal: Principal
  /** Account id, or undefined before any sign-in. */
  readonly account: string | undefined
  /** Canonical JSON (RFC 8785) of the arguments, and its SHA-256 in hex. */
  readonly canonicalArgs: string
  readonly argsDigest: string
}

/** What a conversation carries into a decision. */
export interface DecisionContext {
  readonly labels: Labels
  readonly userAsked: UserAsked
  /** True when some string of the arguments came from third-party text (provenance), or when that is not known. */
  readonly thirdPartySpan: boolean
  /** What the call would take to third parties, and what this conversation took there before (R7). */
  readonly egress: Egress
  /** Destinations of this plugin that the person has not agreed to yet, from the consents on record. */
  readonly unconsented: readonly Destination[]
  /** The call is made by the person at a terminal who sees the lines it declares. */
  readonly atTerminal: boolean
  /** Denials in a row in this turn, and whether a budget of the turn is spent. */
  readonly denialsInARow: number
  readonly budgetSpent: boolean
  /** Milliseconds since the epoch, for the expiry of grants. */
  readonly now: number
}

export type RuleId = 'R1' | 'R2' | 'R3' | 'R4' | 'R5' | 'R6' | 'R7' | 'R8'
export type Outcome = 'allow' | 'ask' | 'deny'

/** One rule's say. `code` has words in `words/policy.ts`. */
export interface Reason {
  readonly rule: RuleId
  readonly outcome: Outcome
  readonly code: string
  readonly params?: Readonly<Record<string, string>>
}

export interface Decision {
  readonly outcome: Outcome
  /** Never empty: the rule ids that led to the outcome, in the table's order. */
  readonly reasons: readonly Reason[]
  /** The grant that answered R5, R6 or R7, if one did. */
  readonly grant: string | undefined
}
