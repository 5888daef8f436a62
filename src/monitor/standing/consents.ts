import type { Store } from '../../host/store/store.ts'
import type { Destination, ToolFacts } from '../../rules/call.ts'
import { nameDestination } from '../../rules/destination.ts'

/** Consents given before any sign-in, on the first start's sheet, hold for every account of the profile. */
export const everyAccount = '-'

/** Destinations of the tool that the person has not agreed to. What stays on the machine needs no consent. */
export function unconsented(consents: Store['consents'], account: string | undefined, { plugin, destinations }: ToolFacts): readonly Destination[] {
  const outside = destinations.filter((to) => to.kind !== 'local')
  if (outside.length === 0) return []
  const agreed = consents.agreed(plugin, [everyAccount, account ?? everyAccount])
  return outside.filter((to) => !agreed.some((place) => place === nameDestination(to)))
}
