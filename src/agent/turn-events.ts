import type { CallOutcome } from '../monitor/call-request.ts'
import type { ErrorReport } from '../rules/errors/index.ts'
import type { AnswerLink } from '../rules/links/mark-links.ts'

/** What a turn tells as it goes, pushed to the clients that may see it. The model's words come with their links marked; what is stored is what it wrote. */
export type TurnEvent =
  | { readonly kind: 'turn.started'; readonly conversation: string; readonly turn: string }
  | { readonly kind: 'text.delta'; readonly text: string }
  | { readonly kind: 'reasoning.delta'; readonly text: string }
  | { readonly kind: 'call.started'; readonly callId: string; readonly tool: string; readonly args: string }
  /** `call` is the `callId` of its `call.started`; `outcome.callId` is the monitor's, which audit and approvals name. */
  | { readonly kind: 'call.ended'; readonly call: string; readonly outcome: CallOutcome }
  | { readonly kind: 'usage'; readonly input: number; readonly output: number }
  | { readonly kind: 'turn.ended'; readonly end: TurnEnd }

export const turnReasons = ['done', 'refused', 'budget', 'cancelled', 'locked', 'provider-failed'] as const
export type TurnReason = (typeof turnReasons)[number]

/**
 * How a turn ended: what it said, what was done and what was not. `refused`: the turn answered in words, but at least one
 * call was not allowed. A failed provider is explained in `text`.
 */
export interface TurnEnd {
  readonly reason: TurnReason
  readonly text: string
  /** The links of what the model says in `text`: as it wrote them, whom they ask, and whether somebody else wrote them first; only where there are any. */
  readonly links?: readonly AnswerLink[]
  readonly used: readonly string[]
  readonly refused: readonly Refusal[]
  /** What ran without asking because a grant let it, and which; only where something did. */
  readonly granted?: readonly Granted[]
  readonly tainted: boolean
  /** Why the provider failed; only with `provider-failed`. */
  readonly failure?: ErrorReport
}
export interface Granted { readonly callId: string; readonly tool: string; readonly grant: string }
/** A call that did not run: for want of an approval, by the person, or by a rule. */
export interface Refusal {
  readonly callId: string
  readonly tool: string
  readonly code: string
  readonly exit: number
  readonly rules: readonly string[]
  readonly message: string
  readonly hint: string
}

export type TurnSink = (event: TurnEvent) => void
