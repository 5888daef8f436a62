import { own } from '../json.ts'

/**
 * The leak budget of R7: as many bits as the model may choose by itself, to one destination in one conversation that holds
 * private data, before the person is asked. Eight bits are one of 256: less than a grade, a balance or two digits of a number
 * take with their place. What a person approved at a card, and what runs by a grant, was decided by them and spends nothing.
 */
export const leakBudget = 8

/** What a call would take to the third parties it goes to. */
export interface Egress {
  /** Bits that the model chose in this call; the same to each destination. */
  readonly bits: number
  /** Bits that went before in this conversation, by destination as `nameDestination` names it. One that is not here is unknown. */
  readonly spent: Readonly<Record<string, number>>
}

/** For a call that goes to no third party. */
export const noEgress: Egress = Object.freeze({ bits: 0, spent: Object.freeze({}) })

/** What the model's choices in nobody's conversation come to: unknown, and so too many. */
export const unknownEgress: Egress = Object.freeze({ bits: Infinity, spent: Object.freeze({}) })

/** What went to a destination before; all there is where that is unknown or no number. */
export function spentAt({ spent }: Egress, destination: string): number {
  const known = own(spent, destination)
  return known !== undefined && known >= 0 ? known : Infinity
}

/** Whether what is known to have gone to a destination leaves nothing of the budget. */
export const isBudgetSpent = ({ spent }: Egress, destination: string): boolean =>
  Object.hasOwn(spent, destination) && !((spent[destination] ?? Infinity) < leakBudget)

/** The first of these destinations for which the call would take the conversation over the budget. */
export const overBudgetAt = (egress: Egress, destinations: readonly string[]): string | undefined =>
  destinations.find((destination) => !(egress.bits >= 0 && spentAt(egress, destination) + egress.bits <= leakBudget))
