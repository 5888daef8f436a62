import type { Store } from '../../host/store/store.ts'
import type { Destination, ToolFacts } from '../../rules/call.ts'
import { nameDestination } from '../../rules/destination.ts'

/** Consents given before any sign-in, on the first start's sheet, hold for every account of the profile. */
export const everyAccount = '-'

/** Destinations of the tool that the person has not agreed to. What stays on the machine needs no consent. */
export function unconsented(consents: Store['consents'], account: string | undefined, { plugin, destinations }: ToolFacts): readonly Destination[] {
  const rows = [...consents.list(everyAccount), ...(account === undefined ? [] : consents.list(account))]
  const agreed = new Set(rows.filter((row) => row.plugin === plugin).map(({ destination }) => destination))
  return destinations.filter((to) => to.kind !== 'local' && !agreed.has(nameDestination(to)))
}
