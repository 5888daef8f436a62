import type { CallOutcome, Turn } from '../monitor/call-request.ts'
import { exits } from '../rules/errors/table.ts'
import { isTainted } from '../rules/labels.ts'
import { toldMemories } from './prompt/assemble.ts'
import { defaultBudgets, type TurnBudgets, type TurnOptions } from './turn-options.ts'
import type { Granted, Refusal } from './turn-events.ts'

/** What the turn knows of itself while it runs. `forMonitor` is the view of it that each call carries. */
export interface TurnState {
  readonly budgets: TurnBudgets
  readonly forMonitor: Turn
  /** Counts a call before it is made. */
  begin(): void
  /** How many more calls fit. */
  left(): number
  settle(outcome: CallOutcome, isRead: boolean): void
  /** A change that was under way when the turn ended, and of which nothing was heard in time. */
  leaveOpen(tool: string): void
  tainted(): boolean
  /** After so many denials in a row the model may only speak. */
  mustSpeak(): boolean
  spent(): boolean
  used(): readonly string[]
  refused(): readonly Refusal[]
  /** Calls that ran by themselves under a grant. */
  granted(): readonly Granted[]
  /** Tools that did not run: refused, or ended before anything left. */
  undone(): readonly string[]
  /** Tools that change something, of which nobody knows whether they did. */
  unknown(): readonly string[]
}

export function openTurn({ conversation, userWords, budgets: given, memories, signal }: TurnOptions): TurnState {
  const budgets = { ...defaultBudgets, ...given }
  const used: string[] = []
  const refused: Refusal[] = []
  const granted: Granted[] = []
  const stopped: string[] = []
  const unknown: string[] = []
  const remembered = toldMemories(memories).map(({ text }) => ({ source: 'memory', text }))
  let begun = 0
  let readMs = 0
  let denials = 0
  const overTime = () => readMs > budgets.readMs
  return {
    budgets,
    forMonitor: {
      conversation: conversation.id, userWords,
      labels: conversation.labels, absorb: conversation.absorb, thirdParty: conversation.thirdParty,
      privateTexts: () => [...conversation.privateTexts(), ...remembered],
      get denialsInARow() { return denials },
      get budgetSpent() { return begun > budgets.calls || overTime() },
    },
    begin() { begun += 1 },
    left: () => Math.max(0, budgets.calls - begun),
    settle(outcome, isRead) {
      if (isRead) readMs += outcome.ranMs
      if (outcome.ok) used.push(outcome.tool)
      else if (outcome.error.code === 'CALL_OUTCOME_UNKNOWN') unknown.push(outcome.tool)
      else if (!isRead && signal.aborted) stopped.push(outcome.tool)
      if (outcome.grant !== undefined) granted.push({ callId: outcome.callId, tool: outcome.tool, grant: outcome.grant })
      const refusal = refusalOf(outcome)
      refused.push(...refusal)
      denials = refusal.length > 0 ? denials + 1 : 0
    },
    leaveOpen(tool) { unknown.push(tool) },
    tainted: () => isTainted(conversation.labels()),
    mustSpeak: () => denials >= budgets.denials,
    spent: () => begun >= budgets.calls || overTime(),
    used: () => [...new Set(used)],
    refused: () => refused,
    granted: () => granted,
    undone: () => [...new Set([...refused.map(({ tool }) => tool), ...stopped])],
    unknown: () => [...new Set(unknown)],
  }
}

/** A call that did not run for want of leave: by a rule, by the person, or because nobody could be asked. */
const isRefusal = (exit: number): boolean =>
  exit === exits.approvalNeeded || exit === exits.deniedByPerson || exit === exits.deniedByPolicy || exit === exits.unreviewed

const refusalOf = (outcome: CallOutcome): readonly Refusal[] =>
  !outcome.ok && isRefusal(outcome.error.exit) ? [{ callId: outcome.callId, tool: outcome.tool, ...outcome.error }] : []
