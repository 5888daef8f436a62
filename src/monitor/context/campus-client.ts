import { HarnessError } from '../../rules/errors/index.ts'
import type { CampusClient } from '../../sdk/index.ts'
import type { Running } from './running.ts'
import { traceInto } from './trace.ts'

/**
 * Campus requests of one call: only services among the plugin's scopes, never an endpoint stronger than the tool's
 * declared effect, and what comes back marks the call by whose text it is. An author who forgot `untrusted` or
 * `private` cannot lower what the endpoint table says (bug-log 71).
 */
export const campusClient = ({ call, house, signal, sent }: Running): CampusClient => ({
  async request(given) {
    signal.throwIfAborted()
    const request = { ...given }
    const { plugin, tool } = call.resolved.get()
    const { service, method = 'GET', path, query } = request
    if (!plugin.scopes.includes(service)) throw new HarnessError('CALL_SERVICE_UNDECLARED', { plugin: plugin.id, target: service })
    const endpoint = house.campus.endpoint(service, method, path, query)
    if (!endpoint.listed && (plugin.trust === 'community' || plugin.trust === 'remote')) {
      throw new HarnessError('CALL_SERVICE_UNDECLARED', { plugin: plugin.id, target: `${method} ${service}` })
    }
    const limits = { signal, effect: tool.facts.effect, trace: traceInto({ call, house }) }
    const response = await sent.watch(endpoint.effect !== 'read', () => house.campus.request(call.request.account, request, limits))
    call.carried.join({
      untrusted: endpoint.text === 'people' ? [tool.facts.id] : [],
      private: endpoint.private ? [service] : [],
    })
    return response
  },
})
