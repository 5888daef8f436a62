import type { Index, Listed } from '../../plugins/market/marketplaces.ts'
import type { Running } from '../running.ts'
import type { Handlers } from '../server/peer.ts'

type Own = Pick<Handlers, 'market.list' | 'market.add' | 'market.drop' | 'market.search' | 'market.show'>

/** How many entries one answer has: an entry takes some kilobytes, and an index may hold thousands that any word finds. */
const mostFound = 100

/** Indexes of plugins. What they say leads to a sheet and to nothing else. */
export function marketHandlers({ plugins: { marketplaces }, registry }: Pick<Running, 'plugins' | 'registry'>): Own {
  const entry = ({ index, name, summary, ...rest }: Listed) => ({ ...rest, name: { ...name }, summary: { ...summary }, index: index ?? null, installed: registry.plugin(rest.id) !== undefined })
  const shown = ({ url, entries, fetchedAt }: Index) => ({ url: url ?? null, entries, fetchedAt: fetchedAt ?? null })
  return {
    'market.list': () => ({ indexes: marketplaces.list().map(shown) }),
    'market.add': async ({ url }, { signal }) => shown(await marketplaces.add(url, signal)),
    'market.drop'({ url }) { marketplaces.drop(url); return { url } },
    'market.search'({ words }) {
      const found = marketplaces.search(words)
      return { plugins: found.slice(0, mostFound).map(entry), found: found.length }
    },
    'market.show': ({ plugin }) => ({ plugins: marketplaces.show(plugin).map(entry) }),
  }
}
