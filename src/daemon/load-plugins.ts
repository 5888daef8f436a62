import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import memory from '../../plugins/bundled/memory/index.ts'
import treehole from '../../plugins/bundled/treehole/index.ts'
import type { Campus } from '../host/campus/campus.ts'
import type { Clock } from '../host/clock/clock.ts'
import type { Store } from '../host/store/store.ts'
import { adaptBundled } from '../plugins/bundled/adapt-bundled.ts'
import { pluginSwitchKey, storedSettings } from './plugin-settings.ts'
import { loadDocument } from '../plugins/document/load-document.ts'
import type { openExtractor } from '../plugins/document/open-extractor.ts'
import { createRegistry } from '../plugins/registry/create-registry.ts'
import type { ToolFacts } from '../rules/call.ts'
import type { Registry } from '../plugins/registry/plugin.ts'

export interface PluginHouse {
  readonly campus: Campus
  readonly clock: Clock
  readonly extractor: ReturnType<typeof openExtractor>
  readonly settings: Store['settings']
  /** Folder of the official documents that ship. */
  readonly documents: string
}

/** The bundled plugins and the official documents, registered. A document that does not load stops the start: it shipped so. */
export function loadPlugins({ campus, clock, extractor, settings, documents }: PluginHouse): Registry {
  const registry = createRegistry({
    switches: {
      isOff: (plugin) => settings.get(pluginSwitchKey(plugin)) === true,
      setOff: (plugin, off) => { if (off) settings.put(pluginSwitchKey(plugin), true); else settings.delete(pluginSwitchKey(plugin)) },
    },
  })
  for (const plugin of [memory, treehole]) registry.register(adaptBundled(plugin, { campus }))
  for (const id of readdirSync(documents).sort()) {
    registry.register(loadDocument(filesOf(join(documents, id)), { trust: 'official' }, { campus, extractor, clock, ability: abilitiesIn(registry), settings: storedSettings(settings) }))
  }
  return registry
}

/** What documents may use of the host: the tools of the bundled plugins that are not for the person alone. */
export const abilitiesIn = (registry: Registry) => (id: string): ToolFacts | undefined => {
  const facts = registry.tool(id)?.facts
  // What a document proposes or drafts would be a plugin that proposes plugins.
  return facts?.trust === 'bundled' && !facts.userOnly && facts.plugin !== 'plugins' ? facts : undefined
}

/** Every file of a document's folder, named as the document names it. */
function filesOf(folder: string): ReadonlyMap<string, Uint8Array> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(files.map((entry) => {
    const path = join(entry.parentPath, entry.name)
    return [path.slice(folder.length + 1).replaceAll('\\', '/'), readFileSync(path)]
  }))
}
