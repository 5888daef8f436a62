import { canonicalJson } from '../rules/canonical.ts'
import type { ToolFacts } from '../rules/call.ts'
import { nameDestination } from '../rules/destination.ts'
import { effectSetting } from '../rules/effect-settings.ts'
import { HarnessError } from '../rules/errors/index.ts'
import { isTainted } from '../rules/labels.ts'
import type { CallInProgress, StandingGrant } from './call-in-progress.ts'
import { denial } from './decision.ts'
import type { House, OpenHouse } from './house.ts'
import { unconsented } from './standing/consents.ts'
import { effectSettings } from './standing/effect-settings.ts'
import { whyEnded } from './why-ended.ts'

/**
 * Compares what was decided and shown with how things stand now: the caller still wants it, nothing is locked, the
 * account and the tool are the same, the arguments are the ones that were cleared, and no third-party text came into
 * the conversation meanwhile. Synchronous, so that nothing can change between the checks.
 */
export function recheck(call: CallInProgress, house: House): void {
  const { tool, plugin } = call.resolved.get()
  const { facts } = tool
  if (call.request.signal.aborted) throw whyEnded(call.request.signal)
  if (house.locked() !== false) throw new HarnessError('CALL_LOCKED')
  recheckAccount(call, house)

  const now = house.registry.tool(facts.id)?.facts
  const same = now !== undefined && now.state === 'ready' && now.definitionDigest === facts.definitionDigest
    && house.registry.plugin(plugin.id)?.contentHash === plugin.contentHash
  if (!same) throw new HarnessError('CALL_DEFINITION_CHANGED', { tool: facts.id })

  house.store.steady(() => {
    checkSetting(call, house, now)
    checkConsent(call, house, now)
  })

  const { args, canonical, digest } = call.frozen.get()
  if (call.cleared.get().argsDigest !== digest || canonicalJson(args) !== canonical) throw new HarnessError('APPROVAL_MISMATCH', { tool: facts.id })

  const newlyTainted = !isTainted(call.labelled.get().labels) && call.request.turn !== undefined && isTainted(call.request.turn.labels())
  if (newlyTainted && facts.effect !== 'read') throw new HarnessError('CALL_CONTEXT_CHANGED', { tool: facts.id })
}

/** A call of an account that is not the current one any more runs nothing, and asks nobody. Throws `CALL_ACCOUNT_CHANGED`. */
export function recheckAccount(call: CallInProgress, house: House): void {
  if (house.account() !== call.request.account) throw new HarnessError('CALL_ACCOUNT_CHANGED')
}

/** The person's settings as they are now: what they deny is not done, and what was allowed under others is decided anew. */
function checkSetting(call: CallInProgress, { store }: House, facts: ToolFacts): void {
  const said = effectSetting(facts, effectSettings(store.settings))
  if (said === 'deny') throw denial({ outcome: 'deny', grant: undefined, reasons: [{ rule: 'R5', outcome: 'deny', code: 'settingDenies', params: { effect: facts.effect } }] }, facts)
  if (call.cleared.get().by === 'rules' && said !== call.decided.get().setting) throw new HarnessError('CALL_RULES_CHANGED', { tool: facts.id })
}

/** Where its bytes go is agreed to still, or a person has seen it: on a card, or at the terminal where they typed. */
function checkConsent(call: CallInProgress, { store }: House, facts: ToolFacts): void {
  if (call.cleared.get().by === 'person') return
  const { principal, account, shown = [] } = call.request
  const missing = unconsented(store.consents, account, facts).filter((to) => principal !== 'user' || !shown.includes(nameDestination(to)))
  if (missing.length > 0) throw new HarnessError('CALL_RULES_CHANGED', { tool: facts.id })
}

/** Counts one use of the grant that cleared the call; of two calls for its last use one is refused, and so is one whose grant was revoked or has ended. */
export function spendGrant(call: CallInProgress, house: OpenHouse, { grant, counted }: StandingGrant): void {
  const alive = grant.expires === null || house.clock.now() < grant.expires
  const spent = alive && (counted.in === 'session' ? house.sessionGrants.spend(grant.id) : house.store.grants.spend(counted.id, counted.limit))
  if (spent !== true) throw new HarnessError('GRANT_USED_UP', { tool: call.request.tool })
}
