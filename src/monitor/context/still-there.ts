import { HarnessError } from '../../rules/errors/index.ts'
import type { Running } from './running.ts'

/**
 * Asked at each touch of a plugin's own storage. What a run of a plugin that was removed still wrote would lie there for the next one of its
 * id to read, and what that one writes is none of the run's. Throws `CALL_DEFINITION_CHANGED`, or why the call has ended.
 */
export function expectStillThere({ call, house, signal }: Pick<Running, 'call' | 'house' | 'signal'>): void {
  signal.throwIfAborted()
  const { plugin, tool } = call.resolved.get()
  if (house.registry.plugin(plugin.id)?.contentHash !== plugin.contentHash) throw new HarnessError('CALL_DEFINITION_CHANGED', { tool: tool.facts.id })
}
