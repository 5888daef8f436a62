import { HarnessError } from '../../rules/errors/index.ts'
import { auditDigest, noteOutcome, writeNotes } from '../audit.ts'
import type { CallInProgress } from '../call-in-progress.ts'
import type { CallOutcome } from '../call-request.ts'
import type { House } from '../house.ts'
import { failedOutcome, outcomeSoFar, rulesOf } from '../outcome.ts'

/**
 * Writes how the call ended, whatever the way: the audit row, and the settled intent of an effect, in one transaction.
 * An effect whose end cannot be written stays an open intent, and its outcome is unknown.
 */
export function record(call: CallInProgress, house: House): void {
  const outcome = outcomeSoFar(call, house)
  const begun = call.intended.peek() === 'begun'
  giveBack(call)
  try {
    write(call, house, outcome, begun)
    call.recorded.set(outcome)
  } catch (error) {
    call.recorded.set(failedOutcome(call, house, begun ? new HarnessError('CALL_OUTCOME_UNKNOWN', { tool: call.request.tool }, { cause: error }) : error))
  }
}

/** What never ran took nothing out. Where that cannot be kept, the bits stay spent. */
function giveBack(call: CallInProgress): void {
  if (call.ran.peek()) return
  try { call.reserved.peek()?.release() } catch { /* as after a crash */ }
}

function write(call: CallInProgress, house: House, outcome: CallOutcome, begun: boolean): void {
  const effect = effectOf(call)
  const cleaned = call.cleaned.peek()
  noteOutcome(call, {
    ok: outcome.ok, code: outcome.ok ? null : outcome.error.code, rules: [...rulesOf(call)], effect: begun ? effect : null,
    result: outcome.ok && cleaned?.ok ? auditDigest(house, cleaned.canonical) : null,
    untrusted: outcome.labels.untrusted, private: outcome.labels.private,
  })
  // Of a call that began no effect a loss of power may take the newest row: nothing was changed that it would prove.
  if (begun) writeNotes(call, house, () => house.store.intents.settle(call.id, effect), 'now')
  else writeNotes(call, house, undefined, 'soon')
}

/** What became of the effect: an intent whose run never ended left nothing behind but the intent. */
function effectOf(call: CallInProgress): 'done' | 'failed' | 'unknown' {
  const ran = call.ran.peek()
  if (!ran) return 'failed'
  return ran.ok ? 'done' : ran.effect
}
