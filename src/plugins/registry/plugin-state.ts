import type { ToolState } from '../../rules/call.ts'
import type { Words } from '../../sdk/index.ts'
import type { RegisteredPlugin } from './plugin.ts'

/** Why a plugin that the person switched off does not run. */
export const offWords: Words = { zh: '已被你关闭', en: 'You switched it off' }

/** The same plugin in another state, its tools with it. */
export function atState(plugin: RegisteredPlugin, state: ToolState, reason: Words | undefined): RegisteredPlugin {
  const tools = plugin.tools.map((tool) => Object.freeze({ ...tool, facts: Object.freeze({ ...tool.facts, state }) }))
  return Object.freeze({ ...plugin, state, stateReason: reason, tools: Object.freeze(tools) })
}
