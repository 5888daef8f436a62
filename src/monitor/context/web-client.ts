import { HarnessError } from '../../rules/errors/index.ts'
import type { WebClient } from '../../sdk/index.ts'
import type { Running } from './running.ts'
import { traceInto } from './trace.ts'

/** Requests to the plugin's declared websites. Whatever a website says is third-party text. */
export const webClient = ({ call, house, signal, sent }: Running): WebClient => ({
  async request(given) {
    signal.throwIfAborted()
    const request = { ...given }
    const { plugin, tool } = call.resolved.get()
    const changes = request.method !== undefined && request.method !== 'GET' && request.method !== 'HEAD'
    if (changes && tool.facts.effect === 'read') throw new HarnessError('CALL_EFFECT_EXCEEDED', { tool: tool.facts.id, effect: 'read' })
    const limits = { signal, effect: tool.facts.effect, trace: traceInto(call) }
    const response = await sent.watch(changes, () => house.web.request(plugin.websites, request, limits))
    call.carried.join({ untrusted: [tool.facts.id], private: [] })
    return response
  },
})
