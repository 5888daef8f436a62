import type { Conversation } from '../../../src/agent/conversation.ts'
import type { Turn } from '../../../src/monitor/call-request.ts'
import { exits } from '../../../src/rules/errors/table.ts'
import { joinLabels, type Labels, unlabelled, untypedInput } from '../../../src/rules/labels.ts'
import type { Principal } from '../../../src/rules/call.ts'
import { canonicalJson } from '../../../src/rules/canonical.ts'
import { userAsked } from '../../../src/rules/user-asked.ts'
import { nameDestination } from '../../../src/rules/destination.ts'
import type { FuzzHouse } from './fuzz-house.ts'
import { bitsAtLeast, isThirdParty, type Moment, readsOthers, type Wrong, wrongs } from './oracle.ts'
import { outsideText, privateValue } from './tool-set.ts'

/** A sequence of calls, as a model that does anything at all would make them. */
export interface Sequence {
  readonly principal: Principal
  readonly words: string
  /** What a person answers to each card; with `none` nobody is there. */
  readonly person: 'none' | 'no' | 'yes'
  readonly calls: readonly { readonly tool: string; readonly args: unknown }[]
}

export interface Outcome {
  /** What ran, what did not, and how many cards were shown. */
  readonly ran: number
  readonly refused: number
  readonly cards: number
  readonly wrongs: readonly Found[]
}
/** What was wrong, and where. */
export interface Found { readonly wrong: Wrong; readonly at: string }

let conversations = 0

/**
 * Runs one sequence and looks, after each call, at what arrived. What the conversation holds is known here from that alone: nothing
 * that the monitor says of itself counts, or a monitor that lost it would be believed.
 */
export async function runSequence(house: FuzzHouse, { principal, words, person, calls }: Sequence): Promise<Outcome> {
  house.forget()
  const typed = principal === 'agent' || principal === 'user' || principal.startsWith('plugin:')
  const withTurn = principal !== 'bridge'
  const turn = openTurn(typed ? words : '', typed ? unlabelled : untypedInput)
  const asked = userAsked(typed ? words : '')
  const found: Found[] = []
  const bits = new Map<string, number>()
  let [ran, refused, cards] = [0, 0, 0]
  let [tainted, holdsPrivate] = [!typed, false]
  house.answer = person
  for (const { tool, args } of calls) {
    const before = { tainted, holdsPrivate, denialsInARow: turn.denialsInARow }
    house.arrivals.length = 0
    house.shown.length = 0
    const records = house.told.records.length
    const outcome = await house.monitor.invoke({ tool, args, principal, account: house.account, turn: withTurn ? turn : undefined, client: `client-${principal}`, lang: 'en', signal: house.signal })
    const card = house.shown[0]
    cards += house.shown.length
    for (const arrival of house.arrivals) {
      const { facts } = arrival
      ran++
      const approved = card !== undefined && card.approved && card.card.tool === facts.id && card.card.args === canonicalJson(arrival.args)
      const moment: Moment = { ...before, principal, asked, approved, guided: house.guided, pending: house.told.records.slice(records).every(({ status }) => status === 'pending') }
      const at = `${facts.id} ${JSON.stringify(arrival.args).slice(0, 80)}`
      found.push(...wrongs(arrival, moment).map((wrong) => ({ wrong, at })))
      if (facts.effect !== 'read' && !arrival.openIntents.has(outcome.callId)) found.push({ wrong: 'no intent before an effect', at })
      if (isThirdParty(facts) && before.holdsPrivate && withTurn && !approved) for (const to of facts.destinations.map(nameDestination)) bits.set(to, (bits.get(to) ?? 0) + bitsAtLeast(arrival))
      if (withTurn) [tainted, holdsPrivate] = [tainted || readsOthers(facts), holdsPrivate || facts.private]
    }
    for (const { value, labels, status } of house.told.records.slice(records)) {
      const isMarked = labels.untrusted.length > 0
      const at = JSON.stringify(value)
      if (before.tainted && !isMarked) found.push({ wrong: 'a tainted record was kept as trusted', at })
      if (isMarked && status !== 'pending' && !(card?.approved ?? false) && !Object.values(asked).some(Boolean)) found.push({ wrong: 'a marked record does not wait', at })
    }
    const outcomes = house.told.rows.get('outcome') ?? 0
    if (house.arrivals.length > 1) found.push({ wrong: 'one call ran more than once', at: `${outcome.tool}, ${house.arrivals.length} times` })
    if (outcome.ok && house.arrivals.length === 0) found.push({ wrong: 'a result of nothing that ran', at: outcome.tool })
    if (outcomes !== 1) found.push({ wrong: 'not one record of the outcome', at: `${tool}, ${outcomes}` })
    house.told.rows.clear()
    if (!outcome.ok) refused++
    turn.settle(outcome.ok, outcome.ok ? '' : JSON.stringify(outcome.error.exit), outcome)
  }
  for (const [to, sum] of bits) if (sum > 8) found.push({ wrong: 'too many bits without a card', at: `${sum.toFixed(1)} to ${to}` })
  return { ran, refused, cards, wrongs: found }
}

interface FuzzTurn extends Turn { settle(ok: boolean, exit: string, outcome: { readonly labels: Labels; readonly ok: boolean }): void }
const refusals: readonly string[] = [exits.approvalNeeded, exits.deniedByPerson, exits.deniedByPolicy, exits.unreviewed].map(String)

/** A turn as the agent holds one, with all that it was given in its context. */
function openTurn(userWords: string, first: Labels): FuzzTurn {
  let carried: Labels = first
  let denials = 0
  const thirdParty: { source: string; text: string }[] = first.untrusted.length > 0 ? [{ source: 'input', text: 'x' }] : []
  const privateTexts: { source: string; text: string }[] = []
  return {
    conversation: `fuzz-${++conversations}` satisfies Conversation['id'], userWords,
    labels: () => carried,
    absorb: (labels) => { carried = joinLabels(carried, labels) },
    thirdParty: () => thirdParty,
    privateTexts: () => privateTexts,
    get denialsInARow() { return denials },
    budgetSpent: false,
    settle(ok, exit, { labels }) {
      denials = !ok && refusals.includes(exit) ? denials + 1 : 0
      if (ok && labels.untrusted.length > 0) thirdParty.push({ source: labels.untrusted[0] ?? '', text: outsideText })
      if (ok && labels.private.length > 0) privateTexts.push({ source: labels.private[0] ?? '', text: privateValue })
    },
  }
}
