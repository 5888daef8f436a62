import type { Call, DecisionContext, Outcome, Reason, RuleId } from './call.ts'
import { type EffectSettings, effectSetting } from './effect-settings.ts'
import { effectDefaults, effectDefaultsForUser, type EffectColumn } from './effect-defaults.ts'
import { countsAsPrivate, countsAsTainted, isLocal, isThirdParty, nameDestination, nameDestinations, thirdParties } from './destination.ts'
import { isBudgetSpent, leakBudget, overBudgetAt, spentAt } from './egress/leak-budget.ts'
import { type Grant, pinsArguments } from './grant.ts'
import type { ReasonCode } from './words/policy.ts'

/** What each rule is asked. `grant` is the stored grant that covers the call, if there is one. */
export interface Question {
  readonly call: Call
  readonly context: DecisionContext
  readonly grant: Grant | undefined
  readonly settings: EffectSettings
}

/** One rule: its say, or nothing. */
type Rule = (question: Question) => Reason | undefined

/** The table of policy §3, in its order. */
export const rules: readonly Rule[] = [userOnly, schedule, state, consent, effect, taint, egress, budget]

/** R1: what approves or unlocks on the assistant's behalf is for the person alone. */
function userOnly({ call }: Question): Reason | undefined {
  return call.tool.userOnly && call.principal !== 'user' ? say('R1', 'deny', 'userOnly') : undefined
}

/** R2: a scheduled run reads, and takes no private data to a third party. */
function schedule({ call, context }: Question): Reason | undefined {
  if (call.principal !== 'schedule') return undefined
  if (call.tool.effect !== 'read') return say('R2', 'deny', 'scheduleEffect')
  const holdsPrivate = context.labels.private.length > 0
  return holdsPrivate && isThirdParty(call.tool) ? say('R2', 'deny', 'schedulePrivate') : undefined
}

/** R3: only a tool that is ready runs. */
function state({ call }: Question): Reason | undefined {
  const { state } = call.tool
  switch (state) {
    case 'ready': return undefined
    case 'disabled': case 'unavailable': case 'unreviewed': case 'changed': return say('R3', 'deny', state)
    default: return unknown('R3', state)
  }
}

/** R4: where bytes go was agreed to, or the person sees it now. */
function consent({ call, context }: Question): Reason | undefined {
  if (context.unconsented.length === 0) return undefined
  const to = nameDestinations(context.unconsented)
  return call.principal === 'user' && context.atTerminal ? say('R4', 'allow', 'consentShown', { to }) : say('R4', 'ask', 'consentMissing', { to })
}

/** R5: the effect, by the settings or else the defaults; a grant answers what would ask. */
function effect({ call, grant, settings }: Question): Reason {
  const byItself = effectByItself(call, settings)
  if (byItself.outcome === 'deny') return byItself
  // A private result goes to an outside client only by a grant that names the client; no call names its client yet.
  if (call.principal === 'bridge' && call.tool.private) return say('R5', 'ask', 'bridgePrivate')
  return byItself.outcome === 'ask' && grant ? say('R5', 'allow', 'grant', { grant: grant.id }) : byItself
}

function effectByItself(call: Call, settings: EffectSettings): Reason {
  const { tool } = call
  const column = effectColumn(call)
  const standard = column && isKnown(call.principal) ? defaultOutcome(call, column) : undefined
  if (standard === undefined) return say('R5', 'deny', 'unknownCase')
  const set = effectSetting(tool, settings)
  const params = { trust: tool.trust, effect: tool.effect }
  if (set === 'deny') return say('R5', 'deny', 'settingDenies', params)
  if (set === 'ask') return say('R5', 'ask', 'settingAsks', params)
  // No setting is meant to silence what cannot be undone.
  if (tool.irreversible) return say('R5', 'ask', 'irreversible')
  if (set === 'allow') return say('R5', 'allow', 'settingAllows', params)
  if (set !== undefined) return unknown('R5', set)
  if (standard === 'ask') return say('R5', 'ask', 'effectAsks', params)
  const overwrites = tool.overwrites && column !== 'read' && call.principal !== 'user'
  return overwrites ? say('R5', 'ask', 'overwrites') : say('R5', 'allow', 'effectAllowed', params)
}

function defaultOutcome({ principal, tool }: Call, column: EffectColumn): Outcome | undefined {
  if (!Object.hasOwn(effectDefaults, tool.trust)) return undefined
  const forUser = principal === 'user' ? effectDefaultsForUser[tool.trust][column] : undefined
  return forUser ?? effectDefaults[tool.trust][column]
}

function effectColumn({ tool }: Call): EffectColumn | undefined {
  switch (tool.effect) {
    case 'read': case 'money': case 'public': return tool.effect
    case 'write': return isLocal(tool) ? 'writeLocal' : 'writeElsewhere'
    default: return undefined
  }
}

/** A script, a schedule, a bridge and a plugin's step are weighed as the agent is; anybody else is nobody. */
function isKnown(principal: string): boolean {
  return ['user', 'agent', 'script', 'schedule', 'bridge'].includes(principal) || /^plugin:[a-z0-9-]+$/.test(principal)
}

/** R6: in a tainted context nothing but a read runs by itself, but for what policy §3 excepts. */
function taint({ call, context, grant }: Question): Reason | undefined {
  const { tool } = call
  if (!countsAsTainted(call, context) || tool.effect === 'read') return undefined
  const localWrite = tool.effect === 'write' && isLocal(tool) && !tool.irreversible && !tool.overwrites
  // What a plugin's step or an outside client does is not what the person asked for, whatever they typed.
  const forPerson = call.principal === 'user' || call.principal === 'agent'
  const asked = forPerson && tool.asks !== undefined && context.userAsked[tool.asks]
  const pending = localWrite && tool.durable && tool.whenTainted === 'pending'
  if (localWrite && asked && tool.trust === 'bundled' && !context.thirdPartySpan) return say('R6', 'allow', 'taintedAsked')
  if (pending && asked) return say('R6', 'allow', 'taintedMarked')
  if (pending) return say('R6', 'allow', 'taintedPending')
  // `grant` covers the call in this context, so its ceiling is tainted.
  if (grant) return say('R6', 'allow', 'grant', { grant: grant.id })
  return say('R6', 'ask', 'tainted', { from: taintSources(context) })
}

/**
 * R7: where private data are in the context, no more than the leak budget goes to a third party unless a person saw the
 * exact bytes: at a card, or when they made a grant that names the place and leaves nothing of the arguments open. No
 * setting is asked: those speak of effects.
 */
function egress({ call, context, grant }: Question): Reason | undefined {
  const places = thirdParties(call.tool).map(nameDestination)
  const isSpent = places.some((place) => isBudgetSpent(context.egress, place))
  if (places.length === 0 || !(countsAsPrivate(call, context) || isSpent)) return undefined
  const over = overBudgetAt(context.egress, places)
  const to = over ?? places.join(', ')
  const params = {
    to, private: privateSources(context), limit: String(leakBudget), bits: amount(context.egress.bits),
    spent: amount(Math.max(...(over === undefined ? places : [over]).map((place) => spentAt(context.egress, place)))),
  }
  if (over === undefined) return say('R7', 'allow', 'egressWithin', params)
  if (grant && pinsArguments(grant, call)) return say('R7', 'allow', 'grant', { grant: grant.id })
  return Number.isFinite(spentAt(context.egress, over)) && Number.isFinite(context.egress.bits) ? say('R7', 'ask', 'egressOver', params) : say('R7', 'ask', 'egressUnknown', params)
}

/** Bits for people: no less than they are. */
const amount = (bits: number): string => (Number.isFinite(bits) ? String(Math.ceil(bits * 10) / 10) : '?')

/** R8: the turn's budgets, and three denials in a row, end it until the person speaks. */
function budget({ context }: Question): Reason | undefined {
  if (context.budgetSpent) return say('R8', 'deny', 'budget')
  // Written so that a number that is none counts as too many.
  return context.denialsInARow < mostDenials ? undefined : say('R8', 'deny', 'denials', { count: String(context.denialsInARow) })
}
const mostDenials = 3

const privateSources = ({ labels }: DecisionContext): string => labels.private.join(', ') || '?'

function taintSources({ labels }: DecisionContext): string {
  return labels.untrusted.length > 0 ? labels.untrusted.join(', ') : 'bridge'
}

function say(rule: RuleId, outcome: Outcome, code: ReasonCode, params?: Readonly<Record<string, string>>): Reason {
  return params ? { rule, outcome, code, params } : { rule, outcome, code }
}

/** The end of each closed union: a value that the types rule out is refused, not passed. */
function unknown(rule: RuleId, _value: never): Reason {
  return say(rule, 'deny', 'unknownCase')
}
