import { pluginUnknown } from '../../plugins/registry/plugin-unknown.ts'
import type { RegisteredPlugin } from '../../plugins/registry/plugin.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import { type Json, type JsonObject, own } from '../../rules/json.ts'
import { unlabelled } from '../../rules/labels.ts'
import { shortcutNamed } from '../../rules/screen/shortcut-named.ts'
import type { AnswerOf } from '../protocol/methods.ts'
import { pluginSettingsKey, storedSettings } from '../plugin-settings.ts'
import type { Running } from '../running.ts'
import type { Handlers } from '../server/peer.ts'

type Own = Pick<Handlers, 'plugins.settings' | 'plugins.set' | 'plugins.reset' | 'plugins.screens' | 'plugins.widget' | 'plugins.shortcut'>
type House = Pick<Running, 'registry' | 'store' | 'approvals' | 'monitor' | 'accounts' | 'lock'>

/** Settings are the person's: no plugin and no model sets one. Each change is on record, and what waits at a card of the plugin is cancelled, since it was asked under other ones. */
export function pluginPartHandlers(house: House): Own {
  const { store, registry, approvals } = house
  const known = (id: string): RegisteredPlugin => {
    const plugin = registry.plugin(id)
    if (!plugin) throw pluginUnknown(id, registry)
    return plugin
  }
  const stored = storedSettings(store.settings)
  const change = (plugin: RegisteredPlugin, key: string | undefined, values: JsonObject, by: string, isSet: boolean) => {
    store.transaction(() => {
      store.settings.put(pluginSettingsKey(plugin.id), values)
      store.audit.append({ kind: 'setting', plugin: plugin.id, detail: { setting: 'plugin', key: key ?? null, set: isSet, by } })
    })
    approvals.cancel((card) => card.plugin.id === plugin.id, 'changed')
    return view(plugin)
  }
  const view = (plugin: RegisteredPlugin): AnswerOf<'plugins.settings'> => {
    const mine = stored(plugin.id)
    const current = plugin.settings?.current() ?? {}
    return {
      plugin: plugin.id, schema: plugin.settings?.schema ?? { type: 'object', properties: {}, additionalProperties: false },
      settings: Object.entries(current).map(([name, value]) => {
        const typed = own(mine, name)
        const holds = typed !== undefined && fits(plugin, name, typed)
        return { name, value, set: holds, unfit: typed !== undefined && !holds }
      }),
    }
  }
  const unknown = (plugin: string, setting: string) => new HarnessError('PLUGIN_SETTING_UNKNOWN', { plugin, setting: setting.slice(0, 64), known: '-' })

  /** The plugin chose the tool and its arguments, so the call is the plugin's, whoever looks at it (policy §1). */
  const started = (plugin: string, tool: string, args: JsonObject, { peer, signal }: Parameters<Handlers['plugins.widget']>[1]) => house.monitor.invoke({
    tool, args, principal: `plugin:${plugin}`, account: house.accounts.current(), turn: undefined, client: peer.id, lang: peer.lang,
    startedBy: { principal: peer.kind === 'interactive' ? 'user' : 'script', labels: unlabelled }, signal: AbortSignal.any([signal, house.lock.signal()]),
  })

  return {
    'plugins.settings': ({ plugin }) => view(known(plugin)),
    'plugins.set'({ plugin: id, key, value }, { peer }) {
      const plugin = known(id)
      if (!plugin.settings) throw unknown(id, key)
      const kept: Json = plugin.settings.check(key, value)
      return change(plugin, key, { ...stored(id), [key]: kept }, peer.id, true)
    },
    'plugins.reset'({ plugin: id, key }, { peer }) {
      const plugin = known(id)
      if (key !== undefined && !Object.hasOwn(plugin.settings?.current() ?? {}, key)) throw unknown(id, key)
      const left = key === undefined ? {} : Object.fromEntries(Object.entries(stored(id)).filter(([name]) => name !== key))
      return change(plugin, key, left, peer.id, false)
    },
    'plugins.screens'({ plugin: id }) {
      const { screens } = known(id)
      return {
        widgets: Object.keys(screens?.widgets ?? {}), pages: Object.keys(screens?.pages ?? {}),
        shortcuts: (screens?.shortcuts ?? []).map(({ title, tool, args }) => ({ title, tool: `${id}.${tool}`, args })),
      }
    },
    async 'plugins.widget'({ plugin: id, name }, asked) {
      const { screens } = known(id)
      const screen = own(screens?.widgets ?? {}, name) ?? own(screens?.pages ?? {}, name)
      if (!screen) throw new HarnessError('PLUGIN_WIDGET_UNKNOWN', { plugin: id, widget: name.slice(0, 64), known: [...Object.keys(screens?.widgets ?? {}), ...Object.keys(screens?.pages ?? {})].join(', ') || '-' })
      if (screen.tool === undefined) return { screen }
      return { screen, outcome: await started(id, `${id}.${screen.tool}`, screen.args, asked) }
    },
    async 'plugins.shortcut'({ plugin: id, name, args }, asked) {
      const shortcuts = known(id).screens?.shortcuts ?? []
      const shortcut = shortcutNamed(shortcuts, name)
      if (!shortcut) throw new HarnessError('PLUGIN_SHORTCUT_UNKNOWN', { plugin: id, shortcut: name.slice(0, 64), known: shortcuts.map(({ title }) => title[asked.peer.lang]).join(', ') || '-' })
      const fixed = Object.keys(args).find((key) => Object.hasOwn(shortcut.args, key))
      if (fixed !== undefined) throw new HarnessError('PLUGIN_SHORTCUT_FIXED', { plugin: id, tool: `${id}.${shortcut.tool}`, argument: fixed })
      const all = { ...args, ...shortcut.args }
      return { tool: `${id}.${shortcut.tool}`, args: all, outcome: await started(id, `${id}.${shortcut.tool}`, all, asked) }
    },
  }
}

/** After an update a setting may take less than it did when the person set it. */
function fits({ settings }: RegisteredPlugin, name: string, value: Json): boolean {
  try {
    settings?.check(name, value)
    return true
  } catch (error) {
    if (error instanceof HarnessError) return false
    throw error
  }
}
