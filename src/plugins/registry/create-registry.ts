import { HarnessError } from '../../rules/errors/index.ts'
import type { RegisteredPlugin, RegisteredTool, Registry } from './plugin.ts'
import { checkIds } from './ids.ts'
import { nearest } from './nearest.ts'
import { pluginUnknown } from './plugin-unknown.ts'
import { atState, offWords } from './plugin-state.ts'

export interface RegistryOptions {
  /** Which plugins the person switched off. The composition root keeps it, so that it outlives the daemon. */
  readonly switches: Switches
}
export interface Switches {
  isOff(plugin: string): boolean
  setOff(plugin: string, off: boolean): void
}

/**
 * The one list of plugins, of all three forms (seed 002). The stages: `register` checks ids and refuses a collision;
 * a plugin that is not available keeps its own state and reason; one that is switched off reads `disabled`; the
 * monitor asks `tool` for each call; `update` takes the place of the same plugin at once.
 */
export function createRegistry(options: RegistryOptions): Registry {
  const byId = new Map<string, RegisteredPlugin>()
  const byTool = new Map<string, RegisteredTool>()

  const stage = (plugin: RegisteredPlugin): RegisteredPlugin =>
    plugin.state === 'ready' && !plugin.core && options.switches.isOff(plugin.id) ? atState(plugin, 'disabled', offWords) : plugin
  /** What was registered, before any switch. */
  const registered = new Map<string, RegisteredPlugin>()

  const put = (plugin: RegisteredPlugin) => {
    for (const tool of byId.get(plugin.id)?.tools ?? []) byTool.delete(tool.facts.id)
    registered.set(plugin.id, plugin)
    const staged = stage(plugin)
    byId.set(plugin.id, staged)
    for (const tool of staged.tools) byTool.set(tool.facts.id, tool)
  }
  const known = (id: string): RegisteredPlugin => {
    const plugin = registered.get(id)
    if (!plugin) throw pluginUnknown(id, { plugins: () => [...registered.values()] })
    return plugin
  }

  /** A plugin's name stands for its tools: it is they that can be called. */
  const similar = (id: string): readonly string[] => {
    const near = nearest(id, id.includes('.') ? [...byTool.keys()] : [...byId.keys(), ...byTool.keys()])
    return [...new Set(near.flatMap((name) => byId.get(name)?.tools.map(({ facts }) => facts.id) ?? [name]))]
  }

  return {
    plugins: () => [...byId.values()],
    plugin: (id) => byId.get(id),
    tool: (id) => byTool.get(id),
    similar,
    register(plugin) {
      checkIds(plugin)
      const holder = registered.get(plugin.id)
      if (holder) throw new HarnessError('PLUGIN_ID_TAKEN', { id: plugin.id, form: holder.form, trust: holder.trust })
      put(plugin)
    },
    update(plugin) {
      checkIds(plugin)
      const old = known(plugin.id)
      if (old.form !== plugin.form || old.trust !== plugin.trust) {
        throw new HarnessError('PLUGIN_ID_TAKEN', { id: plugin.id, form: old.form, trust: old.trust })
      }
      put(plugin)
    },
    remove(id) {
      for (const tool of known(id).tools) byTool.delete(tool.facts.id)
      registered.delete(id)
      byId.delete(id)
      options.switches.setOff(id, false)
    },
    enable(id, on) {
      const plugin = known(id)
      if (plugin.core && !on) throw new HarnessError('PLUGIN_CORE', { plugin: id })
      options.switches.setOff(id, !on)
      put(plugin)
    },
  }
}
