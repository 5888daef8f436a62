import type { Call } from '../../rules/call.ts'
import { decide as byTheRules } from '../../rules/decide.ts'
import { nameDestination } from '../../rules/destination.ts'
import { effectSetting, type EffectSettings, noEffectSettings } from '../../rules/effect-settings.ts'
import { isTainted } from '../../rules/labels.ts'
import { auditDigest, note } from '../audit.ts'
import type { CallInProgress, StandingGrant } from '../call-in-progress.ts'
import { denial, readDecision } from '../decision.ts'
import { failClosed } from '../fail-closed.ts'
import { weighEgress } from '../egress/weigh.ts'
import { limitsOf, type OpenHouse } from '../house.ts'
import { signInFirst } from '../sign-in-first.ts'
import { unconsented } from '../standing/consents.ts'
import { effectSettings } from '../standing/effect-settings.ts'
import { standingGrants } from '../standing/grants.ts'

/**
 * Allow, ask or deny, by the table of policy §3 and nothing else. A denial ends the call here; a sign-in that is missing
 * is told before anybody is asked anything.
 */
export async function decide(call: CallInProgress, house: OpenHouse): Promise<void> {
  const { facts } = call.resolved.get().tool
  const { canonical, digest } = call.frozen.get()
  const { principal, account, shown = [] } = call.request
  const question: Call = { tool: facts, principal, account, canonicalArgs: canonical, argsDigest: digest }
  let [grants, settings]: [readonly StandingGrant[], EffectSettings] = [[], noEffectSettings]
  const decision = await failClosed(call, house.clock, 'decide', limitsOf(house).decideMs, () => house.store.steady(() => {
    grants = standingGrants(call, house)
    settings = effectSettings(house.store.settings)
    const missing = unconsented(house.store.consents, account, facts)
    // Typing a call agrees to nothing by itself: the terminal has to have shown where it goes.
    const atTerminal = principal === 'user' && missing.every((to) => shown.includes(nameDestination(to)))
    const { egress, reserve } = weighEgress(call, house)
    const decided = byTheRules(
      question, { ...call.labelled.get().context, egress, unconsented: missing, atTerminal, now: house.clock.now() },
      grants.map(({ grant }) => grant), settings,
    )
    // At once, so that of calls that are decided side by side no two go by the same bits.
    if (decided.reasons.some(({ code }) => code === 'egressWithin')) call.reserved.set(reserve())
    return decided
  }), readDecision)
  call.decided.set({ decision, grant: grants.find(({ grant }) => grant.id === decision.grant), setting: effectSetting(facts, settings) })
  note(call, 'call.decided', {
    decision: decision.outcome, reasons: decision.reasons.map(({ rule, code }) => `${rule} ${code}`), grant: decision.grant ?? null,
    args: auditDigest(house, digest), tainted: isTainted(call.labelled.get().labels),
  })
  if (decision.outcome === 'deny') throw denial(decision, facts)
  await signInFirst(call, house)
}
