import type { Index, Listed } from '../../plugins/market/marketplaces.ts'
import type { Running } from '../running.ts'
import type { Handlers } from '../server/peer.ts'

type Own = Pick<Handlers, 'market.list' | 'market.add' | 'market.drop' | 'market.search' | 'market.show'>

/** Indexes of plugins. What they say leads to a sheet and to nothing else. */
export function marketHandlers({ plugins: { marketplaces }, registry }: Pick<Running, 'plugins' | 'registry'>): Own {
  const entry = ({ index, name, summary, ...rest }: Listed) => ({ ...rest, name: { ...name }, summary: { ...summary }, index: index ?? null, installed: registry.plugin(rest.id) !== undefined })
  const shown = ({ url, entries, fetchedAt }: Index) => ({ url: url ?? null, entries, fetchedAt: fetchedAt ?? null })
  return {
    'market.list': () => ({ indexes: marketplaces.list().map(shown) }),
    'market.add': async ({ url }, { signal }) => shown(await marketplaces.add(url, signal)),
    'market.drop'({ url }) { marketplaces.drop(url); return { url } },
    'market.search': ({ words }) => ({ plugins: marketplaces.search(words).map(entry) }),
    'market.show': ({ plugin }) => ({ plugins: marketplaces.show(plugin).map(entry) }),
  }
}
