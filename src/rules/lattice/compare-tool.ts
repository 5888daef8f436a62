import { type Effect, effects } from '../../sdk/index.ts'
import { sameJson } from '../canonical.ts'
import type { JsonObject } from '../json.ts'
import { added, type Change, changed, type Differ, removed, rising, set, texts, type Weight } from './change.ts'
import type { ToolPermissions } from './permissions.ts'
import { requestsCover } from './request.ts'
import { schemaWithin } from './schema-within.ts'
import { schemaTexts } from './schema-words.ts'
import { shownRequest } from './shown-request.ts'

export interface ToolContext {
  /** What a change of words weighs. */
  readonly words: Weight
  /** What arguments that take more weigh where the tool sends and writes nothing: they are only words to the model then. */
  readonly loosened: Weight
}

/** How one tool differs from its earlier version. */
export function compareTool(before: ToolPermissions, after: ToolPermissions, at: string, context: ToolContext): readonly Change[] {
  const differs = fields(context)
  return (Object.keys(differs) as (keyof ToolPermissions)[]).flatMap((name) => differs[name](before, after, `${at}.${name}`))
}

/**
 * Settings and arguments: what takes more widens, what takes less narrows, unless it says something new: a choice written out
 * where any text was takes less and is words of the author's, which no person has read.
 */
export function schemaChange(before: JsonObject, after: JsonObject, at: string, { words, loosened }: ToolContext): readonly Change[] {
  if (sameJson(before, after)) return []
  if (loosened === 'told' || !schemaWithin(after, before)) return [changed(at, loosened, before, after)]
  const known = new Set(schemaTexts(before))
  if (!schemaTexts(after).every((text) => known.has(text))) return [changed(at, words, before, after)]
  // Each takes what the other does: the members of an enum in another order.
  return [changed(at, schemaWithin(before, after) ? 'told' : 'narrows', before, after)]
}

/** Sees both versions whole: whether a weaker declaration is a loosening depends on what the requests imply. */
type DifferOfTool = Differ<ToolPermissions>

/** Each field has its order here: one that is added to a tool's permissions and not to this table does not compile. */
const fields = ({ words, loosened }: ToolContext): { readonly [K in keyof ToolPermissions]: DifferOfTool } => ({
  effect(before, after, at) {
    if (before.effect === after.effect) return []
    const lower = isBelow(after.effect, before.effect)
    // What only its author had declared stronger than its requests are (a GET that books) is loosened by saying less.
    const excused = before.implied !== null && before.implied.effect === before.effect
    return [changed(at, lower && excused ? 'narrows' : 'widens', before.effect, after.effect)]
  },
  untrusted: protects('untrusted'),
  private: protects('private'),
  irreversible: protects('irreversible'),
  userOnly: of('userOnly', rising([true, false])),
  overwrites: of('overwrites', rising([true, false])),
  // Only a durable write may run in a tainted turn and wait as pending.
  durable: of('durable', rising([false, true])),
  whenTainted: of('whenTainted', rising(['ask', 'pending'])),
  // An act that the person asked for may run in a tainted turn (R6).
  asks: (before, after, at) => (before.asks === after.asks ? [] : [changed(at, after.asks === null ? 'narrows' : 'widens', before.asks, after.asks)]),
  destinations: of('destinations', set('widens')),
  // It follows from the requests and the results, and from the host's own tables.
  implied: () => [],
  results: of('results', rising(['closed', 'open'])),
  arguments: (before, after, at) => schemaChange(before.arguments, after.arguments, at, { words, loosened: bounds(after) ? 'widens' : loosened }),
  requests: (before, after, at) => [
    ...after.requests.filter((request) => !requestsCover(before.requests, request)).map((request) => added(at, 'widens', shownRequest(request))),
    ...before.requests.filter((request) => !requestsCover(after.requests, request)).map((request) => removed(at, 'narrows', shownRequest(request))),
  ],
  acts: of('acts', set('widens')),
  budgets: (before, after, at) => compareBudgets(before.budgets, after.budgets, at),
  guidance: of('guidance', texts(words)),
})

function of<K extends keyof ToolPermissions>(name: K, differ: Differ<ToolPermissions[K]>): DifferOfTool {
  return (before, after, at) => differ(before[name], after[name], at)
}

/** A flag that makes the host ask or keep apart. It may go only with the request or the result that made it so. */
const protects = (flag: 'untrusted' | 'private' | 'irreversible'): DifferOfTool => (before, after, at) => {
  if (before[flag] === after[flag]) return []
  const excused = before.implied?.[flag] === true && after.implied?.[flag] === false
  return [changed(at, after[flag] || excused ? 'narrows' : 'widens', before[flag], after[flag])]
}

/** Money and public both allow more than write, and neither is below the other. */
const isBelow = (one: Effect, other: Effect): boolean => effects.indexOf(one) < effects.indexOf(other) && !(one === 'money' && other === 'public')

/** Whether the arguments limit anything that leaves or is kept. */
const bounds = ({ effect, destinations }: ToolPermissions): boolean => effect !== 'read' || destinations.length > 0

type Budgets = ToolPermissions['budgets']
const budgets: { readonly [K in keyof Budgets]: Differ<Budgets[K]> } = {
  resultBytes: (before, after, at) => (before === after ? [] : [changed(at, after > before ? 'widens' : 'narrows', before, after)]),
}
const compareBudgets = (before: Budgets, after: Budgets, at: string): readonly Change[] =>
  (Object.keys(budgets) as (keyof Budgets)[]).flatMap((name) => budgets[name](before[name], after[name], `${at}.${name}`))
