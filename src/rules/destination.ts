import { z } from 'zod'
import type { Call, DecisionContext, Destination, ToolFacts } from './call.ts'
import { isTainted } from './labels.ts'
import { isThirdPartyPlace } from './third-party.ts'

/** A destination as it is stored, in a grant or a consent. */
export const destinationSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('local') }),
  z.strictObject({ kind: z.literal('campus'), service: z.string() }),
  z.strictObject({ kind: z.literal('website'), host: z.string() }),
  z.strictObject({ kind: z.literal('remote'), plugin: z.string() }),
  z.strictObject({ kind: z.literal('model'), provider: z.string() }),
  z.strictObject({ kind: z.literal('cloud') }),
  z.strictObject({ kind: z.literal('update') }),
])

/** A destination as one word, the same for the same place: `campus:treehole`, `website:example.org`, `local`. */
export function nameDestination(to: Destination): string {
  switch (to.kind) {
    case 'local': case 'cloud': case 'update': return to.kind
    case 'campus': return `campus:${to.service}`
    case 'website': return `website:${to.host}`
    case 'remote': return `remote:${to.plugin}`
    case 'model': return `model:${to.provider}`
    default: return unknownPlace(to)
  }
}
const unknownPlace = (_to: never): string => 'unknown'

export const nameDestinations = (to: readonly Destination[]): string => to.map(nameDestination).join(', ')

/** Places beyond this machine. */
export const outside = ({ destinations }: Pick<ToolFacts, 'destinations'>): readonly Destination[] => destinations.filter(({ kind }) => kind !== 'local')

/** A tool that says nothing of where it sends does not count as local. */
export const isLocal = ({ destinations }: ToolFacts): boolean =>
  destinations.length > 0 && destinations.every(({ kind }) => kind === 'local')

/** Where a tool's bytes go that is a third party. */
export const thirdParties = ({ destinations, trust }: Pick<ToolFacts, 'destinations' | 'trust'>): readonly Destination[] =>
  destinations.filter(({ kind }) => isThirdPartyPlace(kind, trust))

export const isThirdParty = (tool: ToolFacts): boolean => thirdParties(tool).length > 0

/** An outside client's context is not ours to know, so it counts as tainted from its first call (policy §3). */
export const countsAsTainted = (call: Call, context: DecisionContext): boolean =>
  call.principal === 'bridge' || isTainted(context.labels)

/** For the same reason it counts as private. */
export const countsAsPrivate = (call: Call, context: DecisionContext): boolean =>
  call.principal === 'bridge' || context.labels.private.length > 0
