import { explain, HarnessError } from '../rules/errors/index.ts'
import { reportInProfile } from '../rules/words/in-profile.ts'
import { isTainted, type Labels } from '../rules/labels.ts'
import type { CallInProgress } from './call-in-progress.ts'
import type { CallOutcome } from './call-request.ts'
import type { House } from './house.ts'
import { shownName } from './shown-name.ts'

/** What comes back when the record was written; a call without its record has failed. */
export const outcomeOf = (call: CallInProgress, house: House): CallOutcome =>
  call.recorded.peek() ?? failedOutcome(call, house, new HarnessError('MONITOR_STEP_MISSING', { step: 'record' }))

/** How the call stands: what stopped it, or its cleaned and absorbed result. */
export function outcomeSoFar(call: CallInProgress, house: House): CallOutcome {
  if (call.failure.happened()) return failedOutcome(call, house, call.failure.error())
  try {
    const labels = call.absorbed.get()
    const cleaned = call.cleaned.get()
    return cleaned.ok ? { ...made(call, labels), ok: true, data: cleaned.data } : failedOutcome(call, house, cleaned.error)
  } catch (error) {
    return failedOutcome(call, house, error)
  }
}

export function failedOutcome(call: CallInProgress, house: House, thrown: unknown): CallOutcome {
  const error = typed(call, thrown)
  const { code, exit, message, hint } = reportInProfile(explain(error, call.request.lang), house.profile ?? 'default')
  const scrubbed = scrubbedWords(house, message, hint)
  return { ...made(call, call.absorbed.peek() ?? call.carried.labels()), ok: false, error: { code, exit, ...scrubbed, rules: rulesOf(call) } }
}

/** The rules that made the decision what it is; none before there was one. */
export function rulesOf(call: CallInProgress): readonly string[] {
  const decision = call.decided.peek()?.decision
  return decision ? [...new Set(decision.reasons.filter(({ outcome }) => outcome === decision.outcome).map(({ rule }) => rule))] : []
}

function made(call: CallInProgress, labels: Labels) {
  const facts = call.resolved.peek()?.tool.facts
  return { callId: call.id, tool: facts?.id ?? shownName(String(call.request.tool)), trust: facts?.trust ?? 'remote', untrusted: isTainted(labels), labels, grant: grantOf(call), ranMs: call.ranMs.peek() ?? 0 }
}

/** The grant that let it run, where it got that far. */
function grantOf(call: CallInProgress): string | undefined {
  const clearance = call.guarded.peek() && call.cleared.peek()
  return clearance?.by === 'grant' ? clearance.grant.grant.id : undefined
}

/** A thrown thing that is not the house's own gives no words, since they could hold a value; a fault while deciding is a denial. */
function typed(call: CallInProgress, thrown: unknown): HarnessError {
  if (thrown instanceof HarnessError) return thrown
  const tool = shownName(String(call.request.tool))
  const slots = [['decide', call.decided], ['ask', call.cleared], ['guard', call.guarded]] as const
  const deciding = call.labelled.peek() && slots.find(([, slot]) => slot.peek() === undefined)
  return deciding
    ? new HarnessError('MONITOR_DECISION_FAILED', { tool, step: deciding[0] }, { cause: thrown })
    : new HarnessError('MONITOR_FAULT', { tool }, { cause: thrown })
}

/** Words that cannot be scrubbed are not shown. */
function scrubbedWords(house: House, message: string, hint: string): { readonly message: string; readonly hint: string } {
  try {
    return { message: house.scrubber.text(message), hint: house.scrubber.text(hint) }
  } catch {
    return { message: '', hint: '' }
  }
}
