import type { ToolFacts } from '../../../rules/call.ts'
import type { Place } from '../manifest/place.ts'
import { allSteps } from '../steps/inside.ts'
import type { Step } from '../steps/step.ts'
import type { Reached } from './reached.ts'

export interface Acts {
  /** Host abilities that the manifest declares. */
  readonly uses: readonly string[]
  readonly ability: (tool: string) => ToolFacts | undefined
  readonly placeOf: (at: string) => Place
}

/**
 * What steps do beside requests, as policy weighs it. What is put into the plugin's own space is a local write and may
 * overwrite what stands there (R5); a `cache` keeps only what reads gave. A host ability counts as itself, though it is asked
 * about again when it is used; one that is not there makes the plugin unavailable and counts as nothing. Throws `DOC_USE_UNDECLARED`.
 */
export function actsOf(steps: readonly Step[], { uses, ability, placeOf }: Acts): readonly Reached[] {
  return allSteps(steps).flatMap((step): readonly Reached[] => {
    if (step.kind === 'store' && (step.store.act === 'put' || step.store.act === 'delete')) {
      return [{ destination: { kind: 'local' }, effect: 'write', people: false, private: false, irreversible: false, overwrites: true, name: `store ${step.store.act}` }]
    }
    if (step.kind !== 'use') return []
    if (!uses.includes(step.tool)) throw placeOf(step.at).child('tool').error('DOC_USE_UNDECLARED', { ability: step.tool })
    const facts = ability(step.tool)
    return facts === undefined ? [] : facts.destinations.map((destination): Reached => ({
      destination, effect: facts.effect, people: facts.untrusted, private: facts.private, irreversible: facts.irreversible, overwrites: facts.overwrites, name: `use ${facts.id}`,
    }))
  })
}
