import type { Market, Outcome } from '../../plugins/market/open-market.ts'
import { linkOf, type Source, sourceOfFolder, sourceOfLink } from '../../plugins/market/source.ts'
import type { RegisteredPlugin } from '../../plugins/registry/plugin.ts'
import { explain, HarnessError } from '../../rules/errors/index.ts'
import { isNamedByFile } from '../named-by-file.ts'
import type { CheckedParams } from '../protocol/methods.ts'
import type { Running } from '../running.ts'
import type { Handlers } from '../server/peer.ts'

type Own = Pick<Handlers, 'plugins.open' | 'plugins.review' | 'plugins.install' | 'plugins.installNamed' | 'plugins.update' | 'plugins.remove'>

export function pluginLifeHandlers(house: Running): Own {
  const { registry, pinGate } = house
  const { market, marketplaces, proposals } = house.plugins
  const meant = (source: CheckedParams<'plugins.open'>['source']): { readonly source: Source; readonly given: Parameters<Market['open']>[1] } => {
    if ('path' in source) return { source: sourceOfFolder(source.path), given: {} }
    if ('link' in source) return { source: sourceOfLink(source.link), given: {} }
    const entry = marketplaces.only(source.entry)
    // What another index calls verified is its own word: only the one that ships is our maintainers'.
    return { source: sourceOfLink(entry.link), given: { id: entry.id, hash: entry.hash, verified: entry.verified && entry.index === undefined } }
  }
  const shown = ({ id, version, contentHash, state }: RegisteredPlugin) => ({ plugin: id, version, contentHash, state })

  return {
    async 'plugins.open'({ source: typed }, { signal }) {
      const { source, given } = meant(typed)
      proposals.drop(linkOf(source))
      return { sheet: await market.open(source, given, signal) ?? null }
    },
    'plugins.review': async ({ plugin }) => ({ sheet: await market.review(plugin) }),
    async 'plugins.install'(answered, { peer }) {
      await pinGate.pass(peer)
      return shown(await market.install(answered, peer.id))
    },
    async 'plugins.installNamed'({ path, allowFile }, { peer, signal }) {
      const sheet = await market.open(sourceOfFolder(path), {}, signal)
      if (!sheet) throw new HarnessError('MARKET_SAME')
      if (!isNamedByFile(sheet, allowFile, house)) throw new HarnessError('MARKET_REVIEW_NEEDED')
      return shown(await market.install(sheet, peer.id))
    },
    async 'plugins.update'({ plugin }, { peer, signal }) {
      const ids = plugin === undefined ? registry.plugins().map(({ id }) => id).filter((id) => market.sourceOf(id) !== undefined) : [plugin]
      const outcomes: Outcome[] = []
      for (const id of ids) outcomes.push(await market.update(id, peer.id, signal))
      return {
        outcomes: outcomes.map(({ error, changes, ...rest }) => ({ ...rest, changes: [...changes], error: error ? errorOf(error, peer.lang) : null })),
      }
    },
    async 'plugins.remove'({ plugin, data }, { peer }) {
      await pinGate.pass(peer)
      await market.remove(plugin, data, peer.id)
      return { plugin, data }
    },
  }
}

function errorOf(error: HarnessError, lang: 'zh' | 'en') {
  const { code, exit, message, hint } = explain(error, lang)
  return { code, exit, message, hint }
}
