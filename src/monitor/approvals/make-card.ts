import { nameDestination } from '../../rules/destination.ts'
import { fill, HarnessError } from '../../rules/errors/index.ts'
import { freeableArguments } from '../../rules/freeable.ts'
import { cleanForTerminal } from '../../rules/hygiene/clean.ts'
import type { JsonObject } from '../../rules/json.ts'
import { isTainted } from '../../rules/labels.ts'
import { cardWords } from '../../rules/words/card.ts'
import type { Words } from '../../sdk/index.ts'
import type { CallInProgress } from '../call-in-progress.ts'
import { type House, limitsOf } from '../house.ts'
import type { Answer, Card } from './approvals.ts'

/** Everything a person needs to see before they answer, and nothing that the plugin or a third party could have drawn. */
export function makeCard(call: CallInProgress, house: House): Card {
  const { tool, plugin } = call.resolved.get()
  const { args, canonical, digest } = call.frozen.get()
  const { labels, provenance } = call.labelled.get()
  const { decision } = call.decided.get()
  const { facts } = tool
  const { principal, account, client, startedBy } = call.request
  if (decision.outcome !== 'ask') throw new HarnessError('MONITOR_STEP_MISSING', { step: 'decide' })
  const createdAt = house.clock.now()
  const answers = answersFor(call)
  return {
    id: house.chance.uuid(), callId: call.id, client, principal, ...(startedBy ? { startedBy: startedBy.principal } : {}), account,
    plugin: { id: plugin.id, trust: plugin.trust, contentHash: plugin.contentHash },
    tool: facts.id, definitionDigest: facts.definitionDigest, effect: facts.effect,
    goesTo: facts.destinations.map((to) => [nameDestination(to), ...(to.kind === 'campus' ? house.campus.service(to.service)?.hosts ?? [] : [])].join(' ')),
    args: canonical, argsDigest: digest, provenance, tainted: isTainted(labels),
    reasons: decision.reasons.map(({ rule, code, params }) => (params ? { rule, code, params } : { rule, code })),
    answers, freeable: answers.includes('always') && !decision.reasons.some(({ rule }) => rule === 'R7') ? freeableArguments(args, tool.inputSchema, facts.trust) : [], confirm: tool.confirm && filled(tool.confirm, args), typed: typedFor(call, args),
    createdAt, expiresAt: createdAt + limitsOf(house).approvalMs,
  }
}

/**
 * Leave beyond this once exists only where policy §4 has it: for the assistant's and the person's own calls, outside
 * tainted contexts, for effects that can be undone, and never as an answer to a consent.
 */
function answersFor(call: CallInProgress): readonly Answer[] {
  const { facts } = call.resolved.get().tool
  const { principal, turn } = call.request
  const onlyOnce = facts.effect === 'money' || facts.effect === 'public' || facts.irreversible || isTainted(call.labelled.get().labels)
    || (principal !== 'agent' && principal !== 'user') || call.decided.get().decision.reasons.some(({ rule }) => rule === 'R4')
  if (onlyOnce) return ['once', 'deny']
  return turn ? ['once', 'session', 'always', 'deny'] : ['once', 'always', 'deny']
}

/** The plugin's words with the arguments in their places, cleaned: a terminal shows them inside a frame. */
function filled(words: Words, args: JsonObject): Words {
  const params = Object.fromEntries(Object.entries(args).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]))
  return { zh: cleanForTerminal(fill(words.zh, params)), en: cleanForTerminal(fill(words.en, params)) }
}

/** Money and public are confirmed by typing: the amount where the call names one that is a plain number, the word otherwise. */
function typedFor(call: CallInProgress, args: JsonObject): string | undefined {
  const { effect } = call.resolved.get().tool.facts
  if (effect !== 'money' && effect !== 'public') return undefined
  const amount = args['amount']
  if (effect === 'money' && /^\d{1,15}(?:\.\d{1,8})?$/.test(String(amount))) return String(amount)
  return cardWords.publishWord[call.request.lang]
}
