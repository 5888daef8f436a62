import type { Durable } from './connection.ts'
import type { RecordStatus } from '../../sdk/index.ts'
import type { Labels } from '../../rules/labels.ts'
import type { Json, JsonObject } from '../../rules/json.ts'

/**
 * The one database of a profile (libsql, WAL, synchronous=FULL but for what is said to be kept `soon`). Rooms never write SQL: each has its own small
 * repository below, all in this folder, a file a repository. Calls are synchronous and throw `STORE_*` errors.
 */
export interface Store {
  readonly audit: AuditLog
  readonly values: ValueTable
  readonly records: RecordTable
  readonly conversations: ConversationTable
  readonly leaks: LeakTable
  readonly intents: IntentTable
  readonly approvals: ApprovalTable
  readonly grants: GrantTable
  readonly consents: ConsentTable
  readonly settings: SettingTable
  /** Whether a plugin keeps a value or a record, of whichever account. */
  holds(plugin: string): boolean
  /**
   * Runs `fn` in one transaction (BEGIN IMMEDIATE; a savepoint inside another); what it throws rolls back. `fn` is synchronous.
   * With `soon` a loss of power may take the newest of it, never the death of the process (`connection.ts`).
   */
  transaction<T>(fn: () => T, durable?: Durable): T
  /** Runs `fn`, synchronous too, in which one look says for all settings, consents and grants that are read whether another process wrote. */
  steady<T>(fn: () => T): T
  close(): void
}

/** A place in a plugin's own space. */
export interface Owner { readonly account: string; readonly plugin: string }
export interface Labelled<T> { readonly value: T; readonly labels: Labels }

export interface ValueTable {
  get(owner: Owner, key: string): Labelled<Json> | undefined
  /** Throws `STORE_QUOTA` when the plugin's values and records for the account would pass 1 MiB in all. */
  put(owner: Owner, key: string, value: Json, labels: Labels): void
  delete(owner: Owner, key: string): boolean
  /** The keys, which whoever wrote the values chose, with the labels of all of these. */
  list(owner: Owner, prefix?: string): Labelled<readonly string[]>
  /** All that a plugin keeps, of every account. */
  forget(plugin: string): void
}

export const recordStates = ['saved', 'pending', 'approved', 'forgotten'] as const satisfies readonly RecordStatus[]
export interface RecordRow {
  readonly id: string
  readonly kind: string
  readonly value: Json
  readonly status: RecordStatus
  readonly source: string
  readonly labels: Labels
  /** Milliseconds since the epoch. */
  readonly createdAt: number
}
export interface RecordTable {
  put(owner: Owner, row: Omit<RecordRow, 'createdAt'>): RecordRow
  get(owner: Owner, kind: string, id: string): RecordRow | undefined
  list(owner: Owner, kind: string, statuses?: readonly RecordStatus[]): readonly RecordRow[]
  /** Sets the status; `forgotten` also empties the value. New labels replace the old where given. */
  settle(owner: Owner, kind: string, id: string, status: RecordStatus, labels?: Labels): RecordRow | undefined
  /** All that a plugin keeps, of every account. */
  forget(plugin: string): void
}

/** One conversation's events, append-only; its context is rebuilt from them, never mutated. */
export const openers = ['person', 'script'] as const
export type Opener = (typeof openers)[number]
export interface ConversationRow {
  readonly id: string
  readonly account: string | undefined
  readonly createdAt: number
  readonly labels: Labels
  readonly title: string
  /** Whose it is: a script's only until a person goes on with it. */
  readonly openedBy: Opener
}
export interface ConversationTable {
  /** A person's, where nothing else is said. */
  create(row: Omit<ConversationRow, 'createdAt' | 'labels' | 'openedBy'> & { readonly openedBy?: Opener | undefined }): ConversationRow
  get(id: string): ConversationRow | undefined
  list(limit: number): readonly ConversationRow[]
  append(id: string, event: JsonObject): number
  events(id: string): readonly JsonObject[]
  /** Makes it a person's, for good. */
  takeOver(id: string): void
  /** Joins labels to the conversation; they never shrink. */
  absorb(id: string, labels: Labels): void
}

/** Bits of each leak budget that went out unasked (policy R7), by conversation and destination. */
export interface LeakTable {
  /** By destination; one that is not there had none. */
  of(conversation: string): Readonly<Record<string, number>>
  /** Adds the same to each. Throws for what is negative or no number. */
  spend(conversation: string, destinations: readonly string[], bits: number): void
  /** Of a call that took nothing out after all. */
  giveBack(conversation: string, destinations: readonly string[], bits: number): void
}

/** Law 5: written and synced before an effect other than read runs; settled after. */
export const intentOutcomes = ['done', 'failed', 'unknown'] as const
export type IntentOutcome = (typeof intentOutcomes)[number]
export interface IntentRow { readonly callId: string; readonly tool: string; readonly account: string | undefined; readonly effect: string; readonly argsDigest: string; readonly startedAt: number; readonly outcome: IntentOutcome | undefined }
export interface IntentTable {
  begin(row: Omit<IntentRow, 'startedAt' | 'outcome'>): void
  /** `unknown` may become `done` or `failed` later; those are final (`STORE_CONFLICT`). */
  settle(callId: string, outcome: IntentOutcome): void
  /** At start: every open intent becomes `unknown`; returns those rows so that they can be shown and audited. */
  recover(): readonly IntentRow[]
  list(limit: number): readonly IntentRow[]
  /** Those that nobody saw end, newest first; of one plugin, of one call by the beginning of its id. */
  unknown(filter: { readonly plugin?: string | undefined; readonly call?: string | undefined; readonly limit: number }): readonly IntentRow[]
}

export const approvalStates = ['pending', 'approved', 'denied', 'expired', 'cancelled'] as const
export type ApprovalState = (typeof approvalStates)[number]
/** `card` is everything that was shown, canonical JSON; `digest` covers it. */
export interface ApprovalRow {
  readonly id: string
  readonly callId: string
  readonly tool: string
  readonly digest: string
  readonly card: JsonObject
  readonly state: ApprovalState
  readonly createdAt: number
  readonly expiresAt: number
  readonly answeredBy: string | undefined
  readonly answer: string | undefined
}
export interface ApprovalTable {
  create(row: Omit<ApprovalRow, 'state' | 'answeredBy' | 'answer'>): void
  /** Compare-and-set from pending: true for the one answer that won. `approved` after `expiresAt` never wins. */
  answer(id: string, state: Exclude<ApprovalState, 'pending'>, answeredBy: string, answer: string): boolean
  get(id: string): ApprovalRow | undefined
  list(filter?: { readonly state?: ApprovalState; readonly limit?: number }): readonly ApprovalRow[]
  /** At start: every pending one becomes expired; how many. */
  expireAll(): number
}

export interface GrantRow { readonly id: string; readonly grant: JsonObject; readonly createdAt: number; readonly revokedAt: number | undefined; readonly uses: number }
export interface GrantTable {
  put(id: string, grant: JsonObject): void
  list(): readonly GrantRow[]
  revoke(id: string): boolean
  /** Counts one use if fewer than `limit` are counted and it is not revoked; atomic. */
  spend(id: string, limit: number): boolean
}

export interface ConsentRow { readonly account: string; readonly plugin: string; readonly destination: string; readonly acceptedAt: number }
export interface ConsentTable {
  accept(row: Omit<ConsentRow, 'acceptedAt'>): void
  revoke(account: string, plugin: string, destination?: string): number
  /** What was revoked and stands for no account: only the person's own word brings it back. */
  takenBack(): readonly Pick<ConsentRow, 'plugin' | 'destination'>[]
  list(account?: string): readonly ConsentRow[]
  /** Where a plugin's data may go, by what any of these accounts agreed to. */
  agreed(plugin: string, accounts: readonly [string, string]): readonly string[]
}

export interface SettingTable {
  get(key: string): Json | undefined
  put(key: string, value: Json): void
  delete(key: string): boolean
  list(prefix?: string): Readonly<Record<string, Json>>
}

/** The audit chain (policy §9): each row carries the hash of the one before. */
export interface AuditRow {
  readonly seq: number
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly kind: AuditKind
  readonly callId: string | undefined
  readonly plugin: string | undefined
  /** Redacted by type: digests, ids, codes; never a value of an argument or a result. */
  readonly detail: JsonObject
  readonly prev: string
  readonly hash: string
}
export const auditKinds = [
  'call.resolved', 'call.decided', 'approval.asked', 'approval.answered', 'request.sent', 'intent', 'outcome', 'grant.made', 'grant.revoked',
  'secret.used', 'sign-in', 'sign-out', 'plugin.changed', 'keystore', 'setting', 'consent', 'daemon',
] as const
export type AuditKind = (typeof auditKinds)[number]
export interface AuditEntry { readonly kind: AuditKind; readonly callId?: string | undefined; readonly plugin?: string | undefined; readonly detail: JsonObject }
/** How many rows there are and the hash of the last. */
export interface ChainHead { readonly count: number; readonly hash: string }
export interface AuditLog {
  /** `soon` is for what tells of nothing that was changed. */
  append(entry: AuditEntry, durable?: Durable): AuditRow
  /** All of them in this order, or none. */
  appendAll(entries: readonly AuditEntry[], durable?: Durable): readonly AuditRow[]
  /** Brings every row to the disk, so that a seal over them never outlives them. Throws `STORE_BUSY`. */
  flush(): void
  /** The newest, in the order of the chain; the call that the limit would cut is whole. `call` is the beginning of a call's id. */
  list(filter?: { readonly plugin?: string; readonly call?: string; readonly limit?: number }): readonly AuditRow[]
  /** At most `limit` of those after `after` up to `upTo`, the oldest first; of one plugin; from the first one at a time or later on, whatever the clock said after it. */
  page(range: { readonly after: number; readonly upTo: number; readonly plugin?: string | undefined; readonly since?: number | undefined; readonly limit: number }): readonly AuditRow[]
  /** For the seal kept in the keystore. */
  head(): ChainHead
  /** Names the first row that was changed, dropped, reordered or cut since `seal`. */
  verify(seal?: ChainHead): AuditVerdict
  /** The same, of the sealed row and those after it alone: whether a new seal may be set on the old one. */
  verifySince(seal: ChainHead): AuditVerdict
}
export type AuditVerdict =
  | ({ readonly ok: true } & ChainHead)
  | { readonly ok: false; readonly seq: number; readonly fault: 'changed' | 'dropped' | 'reordered' | 'cut'; readonly count: number }
