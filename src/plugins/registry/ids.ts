import { HarnessError } from '../../rules/errors/index.ts'
import type { RegisteredPlugin } from './plugin.ts'

/** Plugin ids of documents and bundled plugins. `mcp-` is kept for remote plugins (seed 002). */
export const pluginIdPattern = /^[a-z][a-z0-9-]{1,31}$/
/** The remote form: `mcp-` and the slug of the server's own name. */
const remoteIdPattern = /^mcp-[a-z0-9][a-z0-9-]{0,59}$/
/** Names of tools after their plugin's id and a dot (seed 002: at most 40 characters). */
export const toolNamePattern = /^[a-zA-Z][a-zA-Z0-9_-]{0,39}$/

/** Throws `PLUGIN_ID_INVALID` or `PLUGIN_ID_RESERVED` when an id of the plugin or of one of its tools is not of its form. */
export function checkIds(plugin: RegisteredPlugin): void {
  const { id } = plugin
  if (plugin.form !== 'remote' && id.startsWith('mcp-')) throw new HarnessError('PLUGIN_ID_RESERVED', { id })
  if (!(plugin.form === 'remote' ? remoteIdPattern : pluginIdPattern).test(id)) throw new HarnessError('PLUGIN_ID_INVALID', { id })
  const seen = new Set<string>()
  for (const { facts } of plugin.tools) {
    const name = facts.id.slice(id.length + 1)
    const sound = facts.id === `${id}.${name}` && toolNamePattern.test(name) && facts.plugin === id && facts.trust === plugin.trust
    if (!sound || seen.has(facts.id)) throw new HarnessError('PLUGIN_ID_INVALID', { id: facts.id })
    seen.add(facts.id)
  }
}
