import type { TraceEntry } from '../host/net/door.ts'
import type { Principal, Trust } from '../rules/call.ts'
import type { HeldText } from '../rules/egress/private-values.ts'
import type { ErrorReport } from '../rules/errors/index.ts'
import type { Json } from '../rules/json.ts'
import type { Labels } from '../rules/labels.ts'

/** A call as it comes to the monitor: from the agent, the CLI, a widget, a schedule or an outside client. */
export interface CallRequest {
  readonly tool: string
  /** Whatever the caller sent; nothing is believed of it before `validate`. */
  readonly args: unknown
  readonly principal: Principal
  readonly account: string | undefined
  /** The turn it belongs to; undefined for a direct call. */
  readonly turn: Turn | undefined
  /** The call whose plugin makes this one (`ctx.use`): who stood behind it, and what it carries. */
  readonly startedBy?: { readonly principal: Principal; readonly labels: Labels }
  /** The daemon connection that started it; approvals name it. */
  readonly client: ClientId
  /** Destinations, as `nameDestination` names them, that the client drew on the person's terminal before this call (policy R4). */
  readonly shown?: readonly string[] | undefined
  readonly lang: 'zh' | 'en'
  readonly signal: AbortSignal
  /** A script that said `--wait`: it waits for an answer like a person's call does. Others of its kind never wait. */
  readonly wait?: boolean
  /** Told of each hop of a request that the tool made, as it ends. */
  readonly trace?: (entry: TraceEntry) => void
  /** An allow-file the caller named (`--allow-file`), already checked against its stored digest. */
  readonly allow?: readonly AllowEntry[] | undefined
}

export type ClientId = string

/**
 * One line of an allow-file. `grantId` has a row in `store.grants` that was kept when the person imported the file: how
 * often it runs, until when and under which ceiling stand there. It counts for nothing without that row, or where the
 * row is of another file, tool or arguments than these.
 */
export interface AllowEntry {
  readonly grantId: string
  /** SHA-256 of the file's meaning, hex, whole. */
  readonly file: string
  readonly tool: string
  /** Exact values that arguments must have; an argument not named here is free. */
  readonly args: Readonly<Record<string, Json>>
}

/** What the monitor knows of a conversation's turn. The agent implements it; the monitor joins labels into it. */
export interface Turn {
  readonly conversation: string
  /** The person's own words of this turn; '' for a turn they did not type. */
  readonly userWords: string
  labels(): Labels
  /** Joins a result's labels to the conversation, durably. */
  absorb(labels: Labels): void
  /** Third-party texts in the context, for provenance: tool id and cleaned text. */
  thirdParty(): readonly { readonly source: string; readonly text: string }[]
  /** Private data in the context, for R7: the strings and numbers of each private result, a line each. */
  privateTexts(): readonly HeldText[]
  readonly denialsInARow: number
  readonly budgetSpent: boolean
}

/** What comes back, the same for every caller; to a model it is the envelope. */
export type CallOutcome = CallMade & (
  | { readonly ok: true; readonly data: Json }
  | { readonly ok: false; readonly error: ErrorReport & { readonly rules: readonly string[] } }
)
interface CallMade {
  readonly callId: string
  readonly tool: string
  /** `remote`, the lowest, for a tool that nobody knows. */
  readonly trust: Trust
  readonly untrusted: boolean
  readonly labels: Labels
  /** The grant it ran under by itself; undefined where the rules or a person let it run. */
  readonly grant?: string | undefined
  /** Milliseconds that the tool's own code ran; without what the rules and a person at a card took. */
  readonly ranMs: number
}
