import type { AuditEntry } from '../host/store/store.ts'
import type { RegisteredPlugin, RegisteredTool } from '../plugins/registry/plugin.ts'
import type { Decision, DecisionContext, Outcome } from '../rules/call.ts'
import type { HarnessError } from '../rules/errors/index.ts'
import type { Grant } from '../rules/grant.ts'
import type { Json, JsonObject } from '../rules/json.ts'
import { joinLabels, type Labels, unlabelled } from '../rules/labels.ts'
import type { CallOutcome, CallRequest } from './call-request.ts'
import type { Reservation } from './egress/weigh.ts'
import { type Slot, slot } from './slot.ts'

/**
 * One call on its way. Each step fills its own slot and reads those before it; whatever a step needs and finds empty
 * stops the call.
 */
export interface CallInProgress {
  readonly id: string
  readonly request: CallRequest
  readonly resolved: Slot<Resolved>
  readonly validated: Slot<unknown>
  readonly frozen: Slot<Frozen>
  readonly labelled: Slot<Labelled>
  readonly decided: Slot<Decided>
  /** What of the leak budget was put down for it; empty where it needs none of it. */
  readonly reserved: Slot<Reservation>
  readonly cleared: Slot<Clearance>
  readonly guarded: Slot<'passed'>
  /** `begun` once the intent of an effect is on the disk; a read needs none. */
  readonly intended: Slot<'begun' | 'not needed'>
  readonly ran: Slot<Ran>
  /** How long it ran, in milliseconds; empty where it did not. */
  readonly ranMs: Slot<number>
  readonly cleaned: Slot<Cleaned>
  readonly absorbed: Slot<Labels>
  readonly recorded: Slot<CallOutcome>
  /** What the run has read so far: third-party texts and private data join here, and never leave. */
  readonly carried: { readonly labels: () => Labels; readonly join: (labels: Labels) => void }
  /** Audit rows not yet written; `audit.ts` writes them in order. */
  readonly notes: AuditEntry[]
  /** What stopped it; the first one counts. */
  readonly failure: { readonly error: () => unknown; readonly set: (error: unknown) => void; readonly happened: () => boolean }
}

export interface Resolved {
  readonly tool: RegisteredTool
  readonly plugin: RegisteredPlugin
}
/** What was asked for, out of everyone's reach from here on. */
export interface Frozen {
  readonly args: JsonObject
  readonly canonical: string
  /** SHA-256 of `canonical`, hex. */
  readonly digest: string
}
export interface Labelled {
  readonly labels: Labels
  readonly context: Omit<DecisionContext, 'egress' | 'unconsented' | 'atTerminal' | 'now'>
  /** For each string of the arguments, whose words it is: `user`, a tool's id, or `model`. */
  readonly provenance: readonly { readonly path: string; readonly from: string }[]
}
/** The decision, the grant that it names, and what the person's settings said of the tool then. */
export interface Decided { readonly decision: Decision; readonly grant: StandingGrant | undefined; readonly setting: Outcome | undefined }
/** Why a call may run: by the rules, by a grant, or because a person said so at a card over exactly these arguments. */
export type Clearance =
  | { readonly by: 'rules'; readonly argsDigest: string }
  | { readonly by: 'grant'; readonly argsDigest: string; readonly grant: StandingGrant }
  | { readonly by: 'person'; readonly argsDigest: string; readonly approval: string }

/** A grant and where its uses are counted: in a row of `store.grants` up to `limit`, or with its conversation's. */
export interface StandingGrant { readonly grant: Grant; readonly counted: { readonly in: 'store'; readonly id: string; readonly limit: number } | { readonly in: 'session' } }

/** How the tool's own code ended. */
export type Ran =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: HarnessError; readonly effect: 'failed' | 'unknown' }
/** `canonical` is the data's canonical JSON. */
export type Cleaned = { readonly ok: true; readonly data: Json; readonly canonical: string } | { readonly ok: false; readonly error: HarnessError }

/** @param given copied, so that a caller cannot become someone else while the call waits. */
export function openCall(given: CallRequest, id: string): CallInProgress {
  const request = Object.freeze({ ...given })
  let carried: Labels = unlabelled
  let failed: { readonly error: unknown } | undefined
  return {
    id, request,
    resolved: slot('resolve'), validated: slot('validate'), frozen: slot('freeze'), labelled: slot('label'), decided: slot('decide'),
    reserved: slot('decide'), cleared: slot('ask'), guarded: slot('guard'), intended: slot('intent'), ran: slot('run'), ranMs: slot('run'), cleaned: slot('hygiene'),
    absorbed: slot('absorb'), recorded: slot('record'),
    carried: { labels: () => carried, join: (labels) => { carried = joinLabels(carried, labels) } },
    notes: [],
    failure: { error: () => failed?.error, set: (error) => { failed ??= { error } }, happened: () => failed !== undefined },
  }
}
