import type { Store } from '../../host/store/store.ts'
import type { Destination, ToolFacts } from '../../rules/call.ts'
import { nameDestination, outside } from '../../rules/destination.ts'

/** Consents given before any sign-in, on the first start's sheet, hold for every account of the profile. */
export const everyAccount = '-'

/** Destinations of the tool that the person has not agreed to. What stays on the machine needs no consent. */
export function unconsented(consents: Store['consents'], account: string | undefined, facts: ToolFacts): readonly Destination[] {
  const places = outside(facts)
  if (places.length === 0) return []
  const agreed = consents.agreed(facts.plugin, [everyAccount, account ?? everyAccount])
  // Not `includes`, which a text has too: an answer that is no list throws, and so denies.
  return places.filter((to) => !agreed.some((place) => place === nameDestination(to)))
}
