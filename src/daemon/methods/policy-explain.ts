import type { z } from 'zod'
import { toolsThere } from '../../monitor/egress/tools-there.ts'
import { describeIssues } from '../../monitor/describe-issues.ts'
import { unconsented } from '../../monitor/standing/consents.ts'
import { effectSettings } from '../../monitor/standing/effect-settings.ts'
import { storedGrant } from '../../monitor/standing/grants.ts'
import type { RegisteredTool } from '../../plugins/registry/plugin.ts'
import { canonicalJson, digest } from '../../rules/canonical.ts'
import type { Call, DecisionContext, ToolFacts } from '../../rules/call.ts'
import { decide } from '../../rules/decide.ts'
import { nameDestination, outside, thirdParties } from '../../rules/destination.ts'
import { callBits } from '../../rules/egress/call-bits.ts'
import { type Egress, noEgress } from '../../rules/egress/leak-budget.ts'
import { noWords } from '../../rules/egress/own-words.ts'
import { type EffectChoice, listChoices } from '../../rules/effect-settings.ts'
import { fill, HarnessError, nearWords } from '../../rules/errors/index.ts'
import { explainReason } from '../../rules/explain-reason.ts'
import { type Grant, grantCovers } from '../../rules/grant.ts'
import { cleanForTerminal } from '../../rules/hygiene/clean.ts'
import { type Json, isObject } from '../../rules/json.ts'
import { whatWouldChange } from '../../rules/what-would-change.ts'
import { changeWords, explainWords } from '../../rules/words/explain.ts'
import { inProfile } from '../../rules/words/in-profile.ts'
import type { AnswerOf, CheckedParams } from '../protocol/methods.ts'
import type { Running } from '../running.ts'

/** What an explanation stands on. */
export type ExplainHouse = Pick<Running, 'registry' | 'accounts' | 'scrubber' | 'store' | 'clock' | 'profile'>

/**
 * What the rules would say of a call, without making it; what would have to change for it to run, and what was weighed. Arguments that are missing may stay so; one that is wrong or that
 * the tool has not is refused as in a call, since nothing would be decided about it. Throws `PLUGIN_TOOL_UNKNOWN`,
 * `CALL_ARGS_INVALID`, `EFFECTS_UNREADABLE`.
 */
export function explainPolicy({ tool, args, principal, tainted, private: holdsPrivate = false }: CheckedParams<'policy.explain'>, house: ExplainHouse, lang: 'zh' | 'en'): AnswerOf<'policy.explain'> {
  const found = house.registry.tool(tool)
  if (!found) throw new HarnessError('PLUGIN_TOOL_UNKNOWN', { tool, ...nearWords(house.registry.similar(tool)) })
  const { facts } = found
  const account = house.accounts.current()
  const parsed = found.input.safeParse(args)
  const wrong = parsed.success ? [] : parsed.error.issues.filter((issue) => isAboutGiven(issue, args))
  if (wrong.length > 0) throw new HarnessError('CALL_ARGS_INVALID', { tool, ...describeIssues(wrong, args, found.inputSchema, (text) => house.scrubber.text(cleanForTerminal(text))) })
  // Defaults filled in, as the monitor decides it: a grant may be for exactly these arguments.
  const whole = parsed.success ? parsed.data as Json : args
  const canonicalArgs = canonicalJson(whole)
  const call: Call = { tool: facts, principal, account, canonicalArgs, argsDigest: digest(canonicalArgs) }
  const missing = unconsented(house.store.consents, account, facts)
  const context: DecisionContext = {
    labels: { untrusted: tainted ? [explainWords.assumed[lang]] : [], private: holdsPrivate ? [explainWords.assumed[lang]] : [] },
    userAsked: { remember: false, todo: false, agenda: false, remind: false }, thirdPartySpan: tainted, egress: assumedEgress(found, whole, house),
    unconsented: missing, atTerminal: principal === 'user', denialsInARow: 0, budgetSpent: false, now: house.clock.now(),
  }
  const [grants, settings] = [standing(house), effectSettings(house.store.settings)]
  const decision = decide(call, context, grants, settings)
  return {
    tool, principal, effect: facts.effect, trust: facts.trust, tainted, private: holdsPrivate, outcome: decision.outcome, grant: decision.grant,
    reasons: decision.reasons.map((reason) => ({ rule: reason.rule, outcome: reason.outcome, code: reason.code, message: explainReason(reason, lang) })),
    changes: whatWouldChange(decision, facts, settings).map(({ code, params }) => ({ code, message: fill(inProfile(changeWords[code][lang], house.profile), params) })),
    weighed: {
      settings: listChoices(settings).filter((choice) => isAbout(choice, facts)),
      grants: grants.filter((grant) => grant.tool === facts.id).map((grant) => ({ id: grant.id, covers: grantCovers(grant, call, context) })),
      consents: outside(facts).map((to) => ({ destination: nameDestination(to), agreed: !missing.includes(to) })),
    },
  }
}

const isAbout = ({ scope, id, effect }: EffectChoice, facts: ToolFacts): boolean =>
  effect === facts.effect && (scope === 'all' || id === (scope === 'tool' ? facts.id : facts.plugin))

/** As in a conversation that sent nothing yet, and in which the model chose all that the schema leaves open: nobody said anything. */
function assumedEgress({ facts, inputSchema }: RegisteredTool, args: Json, { registry }: ExplainHouse): Egress {
  const places = thirdParties(facts).map(nameDestination)
  if (places.length === 0) return noEgress
  return { bits: callBits(args, { inputSchema, tools: toolsThere(places, registry) }, noWords).bits, spent: Object.fromEntries(places.map((place) => [place, 0])) }
}

/** Not about an argument that is only missing. */
const isAboutGiven = ({ code, path: [name] }: z.core.$ZodIssue, args: Json): boolean =>
  code === 'unrecognized_keys' || !isObject(args) || (typeof name === 'string' && Object.hasOwn(args, name))

/** Grants that are stored, but for those that were revoked. */
const standing = (house: ExplainHouse): Grant[] => house.store.grants.list().flatMap((row) => storedGrant(row)?.grant ?? []).filter(({ revoked }) => !revoked)
