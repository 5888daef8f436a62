import { HarnessError, nearWords } from '../../rules/errors/index.ts'
import { note } from '../audit.ts'
import type { CallInProgress } from '../call-in-progress.ts'
import type { House } from '../house.ts'
import { shownName } from '../shown-name.ts'

/**
 * Finds the tool and its plugin in the registry alone: what the caller says about them counts for nothing. A call made
 * for an account that is not the active one, such as of a turn that began before a switch, ends here. So does every call
 * while locked: the scrubber knows no secret then, so nothing of the arguments may be told, asked or stored.
 */
export function resolve(call: CallInProgress, house: House): void {
  const { request } = call
  if (isLocked(house)) throw new HarnessError('CALL_LOCKED')
  const tool = house.registry.tool(request.tool)
  const plugin = tool && house.registry.plugin(tool.facts.plugin)
  if (!tool || !plugin || plugin.id !== tool.facts.plugin) {
    const name = shownName(request.tool)
    throw new HarnessError('PLUGIN_TOOL_UNKNOWN', { tool: name, ...nearWords(house.registry.similar(name)) })
  }
  if (house.account() !== request.account) throw new HarnessError('CALL_ACCOUNT_CHANGED')
  call.resolved.set({ tool, plugin })
  note(call, 'call.resolved', {
    tool: tool.facts.id, trust: tool.facts.trust, contentHash: plugin.contentHash, definition: tool.facts.definitionDigest,
    principal: request.principal, client: request.client, account: request.account ?? null, conversation: request.turn?.conversation ?? null,
  })
}

/** What cannot say counts as locked. */
function isLocked(house: House): boolean {
  try { return house.locked() !== false } catch { return true }
}
