import type { RegisteredPlugin, Registry } from '../plugins/registry/plugin.ts'
import type { ToolFacts } from '../rules/call.ts'
import { isLocal } from '../rules/destination.ts'

/** What a plugin that did not come with this release says to the model, under the plugin's id. */
export interface Guidance { readonly source: string; readonly text: string }

/**
 * The instructions and descriptions of community and remote plugins, and of official ones that came with an update, which applies by
 * itself whatever it says: they stand in the model's context from its first word on, where no result has tainted anything yet. A plugin
 * that is not ready is not told to the model.
 */
export const guidanceOf = (registry: Registry): readonly Guidance[] =>
  registry.plugins().filter(({ trust, state, fetched }) => state === 'ready' && trust !== 'bundled' && (trust !== 'official' || fetched === true)).map(remembered)

/**
 * Whether somebody's guidance could bring such a call about unseen: a change on this machine by a plugin of ours, which is the one
 * change that the rules let an untainted context do by itself (policy §3, R5).
 */
export const guidanceMatters = (facts: ToolFacts): boolean =>
  facts.effect !== 'read' && isLocal(facts) && (facts.trust === 'bundled' || facts.trust === 'official')

/** The same object each time: a text that is compared with every call's arguments is made ready once. */
function remembered(plugin: RegisteredPlugin): Guidance {
  const known = texts.get(plugin) ?? { source: plugin.id, text: textOf(plugin) }
  texts.set(plugin, known)
  return known
}
const texts = new WeakMap<RegisteredPlugin, Guidance>()

const textOf = ({ instructions, tools }: RegisteredPlugin): string =>
  [instructions, ...tools.map(({ description }) => description)].flatMap(({ zh, en }) => (zh === en ? [zh] : [zh, en])).concat(tools.map(({ inputSchema }) => JSON.stringify(inputSchema))).join('\n')
