import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Clock } from '../../host/clock/clock.ts'
import type { Door } from '../../host/net/door.ts'
import type { Store } from '../../host/store/store.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import { readRegistryFile, type RegistryEntry, registryFileSchema } from './registry-file.ts'

/** An entry, and the index it stands in. */
export interface Listed extends RegistryEntry {
  /** Undefined for the index that ships. */
  readonly index: string | undefined
}
export interface Index { readonly url: string | undefined; readonly entries: number; readonly fetchedAt: number | undefined }

/** The indexes a person can look plugins up in. None of them is believed: what an entry leads to is reviewed like any other link. */
export interface Marketplaces {
  /** Fetches an index and keeps it, the one of before where it cannot be read. Rejects with `MARKET_*` or `NET_*`. */
  add(url: string, signal: AbortSignal): Promise<Index>
  /** Throws `MARKET_INDEX_UNKNOWN`. */
  drop(url: string): void
  list(): readonly Index[]
  /** Those whose id, name, summary or publisher holds the words, whatever their case. */
  search(words: string): readonly Listed[]
  /** Throws `MARKET_ENTRY_UNKNOWN`. */
  show(id: string): readonly Listed[]
  /** The one entry of an id. Throws `MARKET_ENTRY_UNKNOWN` or, where indexes differ on it, `MARKET_ENTRY_TWICE`. */
  only(id: string): Listed
}

export interface MarketplaceHouse {
  readonly settings: Store['settings']
  readonly door: Pick<Door, 'request'>
  readonly clock: Pick<Clock, 'now'>
  /** Path of the index that ships. */
  readonly shipped: string
}

const kept = z.object({ fetchedAt: z.number(), file: registryFileSchema })
const key = 'market.index.'

export function openMarketplaces({ settings, door, clock, shipped }: MarketplaceHouse): Marketplaces {
  let own: readonly RegistryEntry[] | undefined
  const all = (): readonly { readonly url: string | undefined; readonly fetchedAt: number | undefined; readonly plugins: readonly RegistryEntry[] }[] => [
    { url: undefined, fetchedAt: undefined, plugins: own ??= readRegistryFile(readFileSync(shipped, 'utf8'), 'registry.json') },
    ...Object.entries(settings.list(key)).flatMap(([name, value]) => {
      const read = kept.safeParse(value)
      return read.success ? [{ url: name.slice(key.length), fetchedAt: read.data.fetchedAt, plugins: read.data.file.plugins }] : []
    }),
  ]
  const entries = (): readonly Listed[] => all().flatMap(({ url, plugins }) => plugins.map((entry) => ({ ...entry, index: url })))
  const show = (id: string): readonly Listed[] => {
    const found = entries().filter((entry) => entry.id === id)
    if (found.length === 0) throw new HarnessError('MARKET_ENTRY_UNKNOWN', { id: id.slice(0, 80) })
    return found
  }
  return {
    async add(given, signal) {
      const url = indexUrl(given)
      const { text, status } = await door.request({ destination: { kind: 'update' }, url, hosts: [new URL(url).hostname], headers: { accept: 'application/json' }, redirects: 3, signal })
      if (status !== 200) throw new HarnessError('MARKET_GONE', { host: new URL(url).hostname, what: new URL(url).pathname.slice(0, 200) })
      const plugins = readRegistryFile(text, url)
      const fetchedAt = clock.now()
      settings.put(`${key}${url}`, { fetchedAt, file: { version: 1, plugins: plugins.map((entry) => ({ ...entry })) } })
      return { url, entries: plugins.length, fetchedAt }
    },
    drop(url) { if (!settings.delete(`${key}${url}`)) throw new HarnessError('MARKET_INDEX_UNKNOWN', { url: url.slice(0, 200) }) },
    list: () => all().map(({ url, fetchedAt, plugins }) => ({ url, fetchedAt, entries: plugins.length })),
    search(words) {
      const wanted = words.toLowerCase()
      return entries().filter(({ id, name, summary, publisher }) => [id, name.zh, name.en, summary.zh, summary.en, publisher].some((text) => text.toLowerCase().includes(wanted)))
    },
    show,
    only(id) {
      const found = show(id)
      const [first] = found
      if (!first || found.some(({ hash, link }) => hash !== first.hash || link !== first.link)) throw new HarnessError('MARKET_ENTRY_TWICE', { id, urls: found.map(({ index }) => index ?? 'registry.json').join(', ') })
      return first
    },
  }
}

function indexUrl(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (!url || url.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.port !== '') throw new HarnessError('MARKET_INDEX_LINK', { link: given.slice(0, 200) })
  url.hash = ''
  return url.href
}
