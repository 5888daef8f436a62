import type { Store } from '../host/store/store.ts'
import { everyAccount } from '../monitor/standing/consents.ts'
import { nameDestination } from '../rules/destination.ts'
import type { RegisteredPlugin } from '../plugins/registry/plugin.ts'

export interface Accepted { readonly plugin: string; readonly destination: string }

/** Agrees to every place that these plugins send to, for every account of the profile, and records what is new. */
export function acceptConsents(store: Store, plugins: readonly RegisteredPlugin[], by: string): Accepted[] {
  return store.transaction(() => {
    const standing = store.consents.list(everyAccount)
    const accepted: Accepted[] = []
    for (const plugin of plugins) {
      const places = new Set(plugin.tools.flatMap(({ facts }) => facts.destinations.filter(({ kind }) => kind !== 'local').map(nameDestination)))
      for (const destination of places) {
        if (standing.some((row) => row.plugin === plugin.id && row.destination === destination)) continue
        store.consents.accept({ account: everyAccount, plugin: plugin.id, destination })
        accepted.push({ plugin: plugin.id, destination })
      }
    }
    if (accepted.length > 0) store.audit.append({ kind: 'consent', detail: { by, accepted: accepted.map(({ plugin, destination }) => `${plugin} ${destination}`) } })
    return accepted
  })
}
