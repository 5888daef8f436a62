import type { ToolFacts } from '../../rules/call.ts'
import { nameDestination } from '../../rules/destination.ts'

/** A list that stands for a set. */
export const sorted = (names: readonly string[]): string[] => [...new Set(names)].toSorted()

/** Places beyond this machine. */
export const placesOf = ({ destinations }: Pick<ToolFacts, 'destinations'>): string[] =>
  sorted(destinations.filter(({ kind }) => kind !== 'local').map(nameDestination))
