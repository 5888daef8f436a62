import { addressOf } from '../../rules/address.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import type { WebClient } from '../../sdk/index.ts'
import type { Running } from './running.ts'
import { traceInto } from './trace.ts'

/**
 * Requests to the plugin's declared websites; of a plugin that is not ours only to those that the call was decided for, and
 * none after the run has read private data, stored ones too (policy §3), unless an official document says so in its disclosure: what
 * it then asked, and that it asked, would tell of them. Whatever a website says is third-party text. An official document's tool that
 * only reads sends no POST but what its step calls safe: any other made it a write when it was loaded (`document/facts/reached.ts`).
 */
export const webClient = ({ call, house, signal, sent }: Running): WebClient => ({
  async request(given) {
    signal.throwIfAborted()
    const request = { ...given }
    const { plugin, tool } = call.resolved.get()
    const changes = request.method !== undefined && request.method !== 'GET' && request.method !== 'HEAD'
    const saidSafe = plugin.form === 'document' && plugin.trust === 'official'
    if (changes && tool.facts.effect === 'read' && !saidSafe) throw new HarnessError('CALL_EFFECT_EXCEEDED', { tool: tool.facts.id, effect: 'read' })
    const ours = plugin.trust === 'bundled' || plugin.trust === 'official'
    // An official document may on a declared line (policy §3); what a run of its tools read of the store is known here alone.
    const mayTell = plugin.trust === 'bundled' || (plugin.trust === 'official' && plugin.disclosure.length > 0)
    if (!mayTell && call.carried.labels().private.length > 0) throw new HarnessError('CALL_PRIVATE_EGRESS', { tool: tool.facts.id, host: addressOf(request.url)?.hostname ?? '-' })
    const hosts = ours ? plugin.websites : plugin.websites.filter((host) => tool.facts.destinations.some((to) => to.kind === 'website' && to.host === host))
    const response = await sent.watch(changes, () => house.web.request(hosts, request, { signal, trace: traceInto({ call, house }) }))
    call.carried.join({ untrusted: [tool.facts.id], private: [] })
    return response
  },
})
