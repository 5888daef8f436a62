import type { ToolFacts } from '../../rules/call.ts'
import { nameDestination, outside } from '../../rules/destination.ts'

/** A list that stands for a set. */
export const sorted = (names: readonly string[]): string[] => [...new Set(names)].toSorted()

/** Places beyond this machine. */
export const placesOf = (facts: Pick<ToolFacts, 'destinations'>): string[] => sorted(outside(facts).map(nameDestination))
