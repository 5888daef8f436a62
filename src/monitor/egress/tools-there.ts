import type { Registry } from '../../plugins/registry/plugin.ts'
import { nameDestination, thirdParties } from '../../rules/destination.ts'

/** How many tools a model can call that go to one of these third parties; one at least, which is called. */
export function toolsThere(places: readonly string[], registry: Pick<Registry, 'plugins'>): number {
  const goThere = registry.plugins().flatMap(({ tools }) => tools).filter(({ facts }) =>
    facts.state === 'ready' && !facts.userOnly && thirdParties(facts).some((to) => places.includes(nameDestination(to))))
  return Math.max(1, goThere.length)
}
