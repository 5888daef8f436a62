import { z } from 'zod'
import { nameDestination, thirdParties } from '../../rules/destination.ts'
import { callBits } from '../../rules/egress/call-bits.ts'
import { type Egress, isBudgetSpent, noEgress, unknownEgress } from '../../rules/egress/leak-budget.ts'
import { privateRanges, type Range } from '../../rules/egress/private-values.ts'
import type { CallInProgress } from '../call-in-progress.ts'
import type { Turn } from '../call-request.ts'
import type { House } from '../house.ts'
import { toolsThere } from './tools-there.ts'

/** What a call would take to third parties, and how that is put down before it does. */
export interface Weighed {
  readonly egress: Egress
  /** Puts the bits down as spent, on the disk. In the tick of the decision, so that no other call decides on the same ones. */
  readonly reserve: () => Reservation
}
/** `release` gives back what a call spent that never ran. */
export interface Reservation { readonly release: () => void }

/**
 * R7's facts of one call: what the model chose of it, and what its conversation sent to the same places before. Outside a
 * conversation both are unknown. Where nothing private is in the context the bits are not counted: they cannot hold any.
 */
export function weighEgress(call: CallInProgress, house: House): Weighed {
  const { facts } = call.resolved.get().tool
  const places = thirdParties(facts).map(nameDestination)
  if (places.length === 0) return { egress: noEgress, reserve: nothing }
  const { turn } = call.request
  if (!turn) return { egress: unknownEgress, reserve: nothing }

  const before = spentBefore.parse(house.store.leaks.of(turn.conversation))
  const spent = Object.fromEntries(places.map((place) => [place, before[place] ?? 0]))
  const counts = call.labelled.get().labels.private.length > 0 || places.some((place) => isBudgetSpent({ bits: 0, spent }, place))
  if (!counts) return { egress: { bits: 0, spent }, reserve: nothing }

  const said = saidIn(turn)
  const words = { text: turn.userWords, private: privateRanges(turn.userWords, turn.privateTexts()), used: places.flatMap((place) => said.get(place) ?? []) }
  const { bits, used } = callBits(call.frozen.get().args, { inputSchema: call.resolved.get().tool.inputSchema, tools: toolsThere(places, house.registry) }, words)
  return {
    egress: { bits, spent },
    reserve() {
      house.store.leaks.spend(turn.conversation, places, bits)
      for (const place of places) said.set(place, [...said.get(place) ?? [], ...used])
      return {
        release() {
          house.store.leaks.giveBack(turn.conversation, places, bits)
          for (const place of places) said.set(place, (said.get(place) ?? []).filter((range) => !used.includes(range)))
        },
      }
    },
  }
}

/** A place that is not named had nothing; an answer that is no such table is a fault and not an empty one. */
const spentBefore = z.record(z.string(), z.number())

const nothing = (): Reservation => ({ release: () => undefined })

/** Which of the person's words of a turn went where; they are gone with the turn. */
const saidInTurns = new WeakMap<Turn, Map<string, readonly Range[]>>()

function saidIn(turn: Turn): Map<string, readonly Range[]> {
  const said = saidInTurns.get(turn) ?? new Map<string, readonly Range[]>()
  saidInTurns.set(turn, said)
  return said
}
