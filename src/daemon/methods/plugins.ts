import { pluginUnknown } from '../../plugins/registry/plugin-unknown.ts'
import type { RegisteredPlugin } from '../../plugins/registry/plugin.ts'
import { linkOf } from '../../plugins/market/source.ts'
import { makeSheet } from '../../plugins/review/make-sheet.ts'
import type { Running } from '../running.ts'
import type { Handlers } from '../server/peer.ts'
import { viewTool } from './tools.ts'

type Own = Pick<Handlers, 'plugins.list' | 'plugins.show' | 'plugins.permissions' | 'plugins.enable'>

export function pluginHandlers(house: Running): Own {
  const known = (id: string): RegisteredPlugin => {
    const plugin = house.registry.plugin(id)
    if (!plugin) throw pluginUnknown(id, house.registry)
    return plugin
  }
  const { market, rows, proposals } = house.plugins
  const viewPlugin = (plugin: RegisteredPlugin) => {
    const source = market.sourceOf(plugin.id)
    return {
      id: plugin.id, form: plugin.form, trust: plugin.trust, version: plugin.version, name: plugin.name, summary: plugin.summary, core: plugin.core,
      state: plugin.state, stateReason: plugin.stateReason, tools: plugin.tools.length, source: source ? linkOf(source) : null, waiting: rows.waiting(plugin.id)?.version ?? null,
    }
  }
  return {
    'plugins.list': () => ({ plugins: house.registry.plugins().map(viewPlugin), proposed: proposals.list().map((one) => ({ ...one })) }),
    'plugins.show'({ plugin: id }) {
      const plugin = known(id)
      return {
        ...viewPlugin(plugin), scopes: [...plugin.scopes], websites: [...plugin.websites], disclosure: [...plugin.disclosure],
        contentHash: plugin.contentHash, ships: market.ships(id), stored: house.store.holds(id), instructions: plugin.instructions, tools: plugin.tools.map(viewTool),
      }
    },
    'plugins.permissions'({ plugin: id }) {
      const plugin = known(id)
      const row = rows.get(id)
      return { permissions: plugin.permissions(), sheet: makeSheet({ kind: 'installed', plugin, before: undefined, source: row?.from, verified: row?.verified ?? false, campus: house.campus }) }
    },
    'plugins.enable'({ plugin: id, on }, { peer }) {
      known(id)
      house.registry.enable(id, on)
      // What waits at a card was shown under another state.
      house.approvals.cancel((card) => card.plugin.id === id, 'changed')
      house.store.audit.append({ kind: 'plugin.changed', plugin: id, detail: { enabled: on, by: peer.id } })
      return { plugin: id, state: known(id).state }
    },
  }
}
