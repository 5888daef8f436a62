import type { Destination } from '../../rules/call.ts'
import { loopbackOriginOf } from './check-url.ts'

interface Loopback { readonly origin: string }

/**
 * The one origin on this machine that a destination may reach, if any: the person's model server for `model`, and for a `remote` the server
 * they named for that plugin with `--dev`. Every other kind has none. Throws `NET_HOST_FORM` or `NET_URL_MALFORMED` for an origin elsewhere.
 */
export function loopbackRule(named: { readonly loopbackModel?: Loopback | undefined; readonly loopbackRemotes?: ReadonlyMap<string, Loopback> | undefined }): (to: Destination) => string | undefined {
  const model = named.loopbackModel && loopbackOriginOf(named.loopbackModel.origin)
  const remotes = new Map([...named.loopbackRemotes ?? []].map(([plugin, { origin }]) => [plugin, loopbackOriginOf(origin)]))
  return (to) => {
    if (to.kind === 'model') return model
    return to.kind === 'remote' ? remotes.get(to.plugin) : undefined
  }
}
