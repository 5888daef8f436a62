import type { Store } from '../host/store/store.ts'
import { everyAccount } from '../monitor/standing/consents.ts'
import { nameDestination } from '../rules/destination.ts'
import type { RegisteredPlugin } from '../plugins/registry/plugin.ts'

export interface Accepted { readonly plugin: string; readonly destination: string }

/** Agrees to every place that these plugins send to, for every account of the profile, and records what is new. */
export const acceptConsents = (store: Store, plugins: readonly RegisteredPlugin[], by: string): Accepted[] =>
  acceptPlaces(store, plugins.flatMap((plugin) => sentTo(plugin).map((destination) => ({ plugin: plugin.id, destination }))), by)

/** The same for single places. */
export function acceptPlaces(store: Store, places: readonly Accepted[], by: string): Accepted[] {
  return store.transaction(() => {
    const standing = store.consents.list(everyAccount)
    const accepted = places.filter(({ plugin, destination }) => !standing.some((row) => row.plugin === plugin && row.destination === destination))
    for (const { plugin, destination } of accepted) store.consents.accept({ account: everyAccount, plugin, destination })
    // A row each, so that what was agreed for a plugin is found with all else it did.
    for (const plugin of new Set(accepted.map((one) => one.plugin))) {
      store.audit.append({ kind: 'consent', plugin, detail: { by, accepted: accepted.filter((one) => one.plugin === plugin).map(({ destination }) => `${plugin} ${destination}`) } })
    }
    return accepted
  })
}

/** Takes back what was agreed for a plugin, whichever account it was for, and records it: for one place, or for all of them. */
export function revokeConsents(store: Store, plugin: string, destination: string | undefined, by: string): string[] {
  return store.transaction(() => {
    const rows = store.consents.list().filter((row) => row.plugin === plugin && (destination === undefined || row.destination === destination))
    for (const row of rows) store.consents.revoke(row.account, plugin, row.destination)
    const revoked = [...new Set(rows.map((row) => row.destination))]
    if (revoked.length > 0) store.audit.append({ kind: 'consent', plugin, detail: { by, revoked: revoked.map((place) => `${plugin} ${place}`) } })
    return revoked
  })
}

/** Every place outside the machine that a plugin's tools send to, once each. */
export const sentTo = (plugin: RegisteredPlugin): readonly string[] =>
  [...new Set(plugin.tools.flatMap(({ facts }) => facts.destinations.filter(({ kind }) => kind !== 'local').map(nameDestination)))]
