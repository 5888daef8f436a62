import { HarnessError } from '../../rules/errors/index.ts'
import type { WebClient } from '../../sdk/index.ts'
import type { Running } from './running.ts'
import { traceInto } from './trace.ts'

/**
 * Requests to the plugin's declared websites. Whatever a website says is third-party text. An official document's tool that
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
    const response = await sent.watch(changes, () => house.web.request(plugin.websites, request, { signal, trace: traceInto({ call, house }) }))
    call.carried.join({ untrusted: [tool.facts.id], private: [] })
    return response
  },
})
