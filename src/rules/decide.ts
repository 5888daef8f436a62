import type { Call, Decision, DecisionContext, Outcome, Reason } from './call.ts'
import type { EffectSettings } from './effect-settings.ts'
import type { Grant } from './grant.ts'
import { answeringGrant } from './grant.ts'
import { type Question, rules } from './rules-table.ts'

export type { EffectSettings } from './effect-settings.ts'

/**
 * Whether a call runs, asks or is refused (policy §3). Pure and total: the same question has the same answer, nothing
 * is thrown for a question that the types let through, and what no rule speaks for is denied.
 * The first `deny` ends it; otherwise the strictest of the rest wins.
 * @param grants all that are stored for the account; which one fits is found here, and none answers R4 or a deny.
 */
export function decide(call: Call, context: DecisionContext, grants: readonly Grant[], settings: EffectSettings): Decision {
  const grant = answeringGrant(grants, call, context)
  const question: Question = { call, context, grant, settings }
  const said: Reason[] = []
  for (const rule of rules) {
    const reason = rule(question)
    if (reason?.outcome === 'deny') return { outcome: 'deny', reasons: [reason], grant: undefined }
    if (reason) said.push(reason)
  }
  const outcome = strictest(said)
  if (outcome === 'deny') return { outcome, reasons: [{ rule: 'R5', outcome, code: 'unknownCase' }], grant: undefined }
  const used = said.some(({ code }) => code === 'grant') ? grant?.id : undefined
  return { outcome, reasons: said.filter((reason) => reason.outcome === outcome), grant: used }
}

/** Allow must be said by some rule and only by `allow`; silence and anything unknown are a denial. */
function strictest(said: readonly Reason[]): Outcome {
  if (said.some(({ outcome }) => outcome === 'ask')) return 'ask'
  return said.length > 0 && said.every(({ outcome }) => outcome === 'allow') ? 'allow' : 'deny'
}
