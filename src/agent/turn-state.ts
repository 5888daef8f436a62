import type { CallOutcome, Turn } from '../monitor/call-request.ts'
import { exits } from '../rules/errors/table.ts'
import { isTainted } from '../rules/labels.ts'
import { defaultBudgets, type TurnBudgets, type TurnOptions } from './turn-options.ts'
import type { Refusal } from './turn-events.ts'

/** What the turn knows of itself while it runs. `forMonitor` is the view of it that each call carries. */
export interface TurnState {
  readonly budgets: TurnBudgets
  readonly forMonitor: Turn
  /** Counts a call before it is made. */
  begin(): void
  /** How many more calls fit. */
  left(): number
  settle(outcome: CallOutcome, readMs: number): void
  tainted(): boolean
  /** After so many denials in a row the model may only speak. */
  mustSpeak(): boolean
  spent(): boolean
  used(): readonly string[]
  refused(): readonly Refusal[]
}

export function openTurn({ conversation, userWords, budgets: given }: TurnOptions): TurnState {
  const budgets = { ...defaultBudgets, ...given }
  const used: string[] = []
  const refused: Refusal[] = []
  let begun = 0
  let readMs = 0
  let denials = 0
  const overTime = () => readMs > budgets.readMs
  return {
    budgets,
    forMonitor: {
      conversation: conversation.id, userWords,
      labels: conversation.labels, absorb: conversation.absorb, thirdParty: conversation.thirdParty,
      get denialsInARow() { return denials },
      get budgetSpent() { return begun > budgets.calls || overTime() },
    },
    begin() { begun += 1 },
    left: () => Math.max(0, budgets.calls - begun),
    settle(outcome, ms) {
      readMs += ms
      if (outcome.ok) used.push(outcome.tool)
      const refusal = refusalOf(outcome)
      refused.push(...refusal)
      denials = refusal.length > 0 ? denials + 1 : 0
    },
    tainted: () => isTainted(conversation.labels()),
    mustSpeak: () => denials >= budgets.denials,
    spent: () => begun >= budgets.calls || overTime(),
    used: () => [...new Set(used)],
    refused: () => refused,
  }
}

/** A call that did not run for want of leave: by a rule, by the person, or because nobody could be asked. */
const isRefusal = (exit: number): boolean =>
  exit === exits.approvalNeeded || exit === exits.deniedByPerson || exit === exits.deniedByPolicy || exit === exits.unreviewed

const refusalOf = (outcome: CallOutcome): readonly Refusal[] =>
  !outcome.ok && isRefusal(outcome.error.exit) ? [{ callId: outcome.callId, tool: outcome.tool, ...outcome.error }] : []
