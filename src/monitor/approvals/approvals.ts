import type { JsonObject } from '../../rules/json.ts'
import type { ClientId } from '../call-request.ts'

/** The queue of what waits for a person (policy §4). */
export interface Approvals {
  /**
   * Asks and waits. Resolves when answered, expired or cancelled; at once with `unavailable` when no connection that may
   * approve is there. Never rejects: a fault inside is `denied`.
   */
  ask(card: Card, signal: AbortSignal): Promise<Verdict>
  /**
   * The first valid answer wins; says whether this one did. A card with `typed` is approved only with exactly those words
   * (or their Latin ones, `confirmWords`) as `note`. `terms` go with `session` and `always` alone. A connection that acts for a script, a schedule or a bridge never answers its own card.
   */
  answer(id: string, answer: Answer, by: ClientId, note?: string, terms?: GrantTerms): AnswerResult
  pending(): readonly PendingApproval[]
  /** Cancels each card that waits and that this is about; how many. `why` goes on record. */
  cancel(about: (card: Card) => boolean, why: CancelledFor): number
  /** Tells of asked, answered, cancelled; returns how to stop listening. */
  watch(listener: (event: ApprovalEvent) => void): () => void
  /** A connection that may approve came or went. When the last one that could answer a card goes, it is `unavailable`. */
  attach(client: ClientId): void
  detach(client: ClientId): void
}

/** What a card was asked under is so no more (a plugin, a setting, a consent); another account is current; the house is locked. */
export type CancelledFor = 'changed' | 'account' | 'locked'

export type Answer = 'once' | 'session' | 'always' | 'deny'

/** What a `session` or `always` leaves open, and how far it goes; the exact arguments, until revoked and any number of times without. */
export interface GrantTerms {
  /** Arguments that may have any value from then on: of those the card lets the person free. */
  readonly free: readonly string[]
  /** Milliseconds since the epoch; null for until revoked. */
  readonly expires: number | null
  /** null for any number. */
  readonly uses: number | null
}
export const exactTerms: GrantTerms = Object.freeze({ free: [], expires: null, uses: null })

/** All that is shown. What runs is checked against `digest`, which covers every field here. */
export interface Card {
  readonly id: string
  readonly callId: string
  readonly client: ClientId
  readonly principal: string
  /** Whose call it was at the root, where a plugin's step, widget or shortcut made this one. */
  readonly startedBy?: string | undefined
  readonly account: string | undefined
  readonly plugin: { readonly id: string; readonly trust: string; readonly contentHash: string }
  readonly tool: string
  readonly definitionDigest: string
  readonly effect: string
  /** One line a destination: its name, then its host names, separated by spaces: `campus:treehole treehole.pku.edu.cn`. */
  readonly goesTo: readonly string[]
  /** Canonical JSON of the arguments and its digest; never cut. */
  readonly args: string
  readonly argsDigest: string
  /** For each argument (JSON Pointer): `user`, the id of the third-party tool, or `model`; outside a turn, the principal. */
  readonly provenance: readonly { readonly path: string; readonly from: string }[]
  readonly tainted: boolean
  readonly reasons: readonly { readonly rule: string; readonly code: string; readonly params?: Readonly<Record<string, string>> }[]
  /** Answers that this card may be given. */
  readonly answers: readonly Answer[]
  /** Arguments that `session` and `always` may leave open. */
  readonly freeable: readonly string[]
  /** The plugin's own words, cleaned; drawn inside a frame it cannot leave. */
  readonly confirm: { readonly zh: string; readonly en: string } | undefined
  /** What must be typed for money and public: the amount or 发布; undefined otherwise. */
  readonly typed: string | undefined
  readonly createdAt: number
  readonly expiresAt: number
}
export interface PendingApproval { readonly card: Card; readonly digest: string }

export type Verdict =
  | { readonly verdict: 'approved'; readonly answer: Exclude<Answer, 'deny'>; readonly by: ClientId; readonly digest: string; readonly terms: GrantTerms }
  | { readonly verdict: 'denied'; readonly by: ClientId | undefined; readonly note: string | undefined }
  | { readonly verdict: 'unavailable' | 'expired' | 'cancelled' }

export type AnswerResult = { readonly won: true } | { readonly won: false; readonly why: 'unknown' | 'answered' | 'expired' | 'not-allowed' | 'not-yours' }

export interface ApprovalEvent { readonly kind: 'asked' | 'answered' | 'expired' | 'cancelled'; readonly card: Card; readonly detail: JsonObject }
