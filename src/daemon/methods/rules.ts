import { everyAccount } from '../../monitor/standing/consents.ts'
import { acceptConsents, revokeConsents, sentTo } from '../consents.ts'
import type { Running } from '../running.ts'
import type { Handlers } from '../server/peer.ts'
import { pluginUnknown } from '../../plugins/registry/plugin-unknown.ts'

type Own = Pick<Handlers, 'consents.list' | 'consents.accept' | 'consents.revoke'>

type House = Pick<Running, 'registry' | 'store' | 'approvals'> & { readonly accounts: Pick<Running['accounts'], 'current'> }

export function ruleHandlers(house: House): Own {
  return {
    'consents.list'(_, { peer }) {
      const account = house.accounts.current()
      const rows = [...house.store.consents.list(everyAccount), ...(account === undefined ? [] : house.store.consents.list(account))]
      return {
        consents: house.registry.plugins().flatMap((plugin) => sentTo(plugin).map((destination) => {
          const row = rows.find((one) => one.plugin === plugin.id && one.destination === destination)
          return { plugin: plugin.id, destination, agreed: row !== undefined, acceptedAt: row?.acceptedAt, disclosure: plugin.disclosure.map((line) => line[peer.lang]) }
        })),
      }
    },
    'consents.accept'({ plugin: id }, { peer }) {
      if (id !== undefined && !house.registry.plugin(id)) throw pluginUnknown(id, house.registry)
      const plugins = house.registry.plugins().filter((plugin) => (id === undefined ? plugin.trust === 'bundled' || plugin.trust === 'official' : plugin.id === id))
      return { accepted: acceptConsents(house.store, plugins, peer.id, 'any') }
    },
    'consents.revoke'({ plugin, destination }, { peer }) {
      const agreed = house.store.consents.list().filter((row) => row.plugin === plugin)
      if (agreed.length === 0 && !house.registry.plugin(plugin)) throw pluginUnknown(plugin, house.registry)
      const revoked = revokeConsents(house.store, plugin, destination, peer.id)
      // What waits at a card was asked while it was agreed. Other cards of the plugin send nothing there.
      house.approvals.cancel((card) => card.plugin.id === plugin && card.goesTo.some((line) => revoked.includes(line.split(' ')[0] ?? '')), 'changed')
      return { revoked }
    },
  }
}
