import type { Store } from '../host/store/store.ts'
import { everyAccount } from '../monitor/standing/consents.ts'
import { nameDestination, outside } from '../rules/destination.ts'
import type { RegisteredPlugin } from '../plugins/registry/plugin.ts'

export interface Accepted { readonly plugin: string; readonly destination: string }

/** Places that may come back after they were taken back: those that the person says anew. */
export type Again = readonly Accepted[] | 'any'

/** Agrees to every place that these plugins send to, for every account of the profile, and records what is new. */
export const acceptConsents = (store: Store, plugins: readonly RegisteredPlugin[], by: string, again: Again): Accepted[] =>
  acceptPlaces(store, plugins.flatMap((plugin) => sentTo(plugin).map((destination) => ({ plugin: plugin.id, destination }))), by, again)

/** The same for single places. One that was taken back stays so, but for `again`. */
export function acceptPlaces(store: Store, places: readonly Accepted[], by: string, again: Again): Accepted[] {
  return store.transaction(() => {
    const refused = again === 'any' ? [] : without(store.consents.takenBack(), again)
    const accepted = without(places, [...store.consents.list(everyAccount), ...refused])
    for (const { plugin, destination } of accepted) store.consents.accept({ account: everyAccount, plugin, destination })
    // A row each, so that what was agreed for a plugin is found with all else it did.
    for (const plugin of new Set(accepted.map((one) => one.plugin))) {
      store.audit.append({ kind: 'consent', plugin, detail: { by, accepted: accepted.filter((one) => one.plugin === plugin).map(lineOf) } })
    }
    return accepted
  })
}

/** Those of these places that the person took back and has not agreed to since. */
export function takenBackOf(store: Store, places: readonly Accepted[]): Accepted[] {
  return without(places, without(places, store.consents.takenBack()))
}

/** A place as it stands in the audit and in an import's answer. */
export const lineOf = ({ plugin, destination }: Accepted): string => `${plugin} ${destination}`

/** Each place once. */
function without(places: readonly Accepted[], others: readonly Accepted[]): Accepted[] {
  const left = new Map(places.map(({ plugin, destination }) => [lineOf({ plugin, destination }), { plugin, destination }]))
  for (const other of others) left.delete(lineOf(other))
  return [...left.values()]
}

/** Takes back what was agreed for a plugin, whichever account it was for, and records it: for one place, or for all of them. */
export function revokeConsents(store: Store, plugin: string, destination: string | undefined, by: string): string[] {
  return store.transaction(() => {
    const rows = store.consents.list().filter((row) => row.plugin === plugin && (destination === undefined || row.destination === destination))
    for (const row of rows) store.consents.revoke(row.account, plugin, row.destination)
    const revoked = [...new Set(rows.map((row) => row.destination))]
    if (revoked.length > 0) store.audit.append({ kind: 'consent', plugin, detail: { by, revoked: revoked.map((destination) => lineOf({ plugin, destination })) } })
    return revoked
  })
}

/** Every place outside the machine that a plugin's tools send to, once each. */
export const sentTo = (plugin: RegisteredPlugin): readonly string[] =>
  [...new Set(plugin.tools.flatMap(({ facts }) => outside(facts).map(nameDestination)))]
