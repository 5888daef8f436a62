import { expect, it } from 'vitest'
import { marketHandlers } from '../../src/daemon/methods/market.ts'
import { shippedPath } from '../../src/daemon/protocol/bundles.ts'
import { bounds } from '../../src/daemon/protocol/version.ts'
import { openMarketplaces } from '../../src/plugins/market/marketplaces.ts'
import { makeWorld } from '../monitor/world/world.ts'

const url = 'https://market.example.org/index.json'
const asked = { signal: new AbortController().signal } as never
const long = '中'.repeat(200)

it('an index whose hundreds of long entries any word finds leaves room for an answer', async () => {
  using world = makeWorld({ plugins: [] })
  const words = { zh: long, en: long }
  const plugins = Array.from({ length: 400 }, (_, at) => ({ id: `p-${at}`, form: 'document', link: `https://plugins.example.org/${'p'.repeat(400)}/${at}/PLUGIN.md`, hash: 'a'.repeat(64), publisher: '中'.repeat(120), name: words, summary: words }))
  const text = JSON.stringify({ version: 1, plugins })
  const door = { request: async () => ({ url, status: 200, headers: {}, bytes: new Uint8Array(), text, charset: 'utf-8', replaced: 0, hops: [], skewMs: undefined }) }
  const marketplaces = openMarketplaces({ settings: world.store.settings, door, clock: world.clock, shipped: shippedPath('plugins', 'registry.json') })
  const handlers = marketHandlers({ plugins: { marketplaces } as never, registry: world.registry })
  await handlers['market.add']({ url }, asked)
  const found = await handlers['market.search']({ words: '中' }, asked)
  expect([found.plugins.length, found.found]).toEqual([100, 400])
  expect(Buffer.byteLength(JSON.stringify(found))).toBeLessThan(bounds.frameBytes / 2)
  expect(await handlers['market.search']({ words: '/399/' }, asked)).toEqual({ plugins: [], found: 0 })
})

it.each(['http://market.example.org/index.json', 'https://market.example.org:8443/index.json', 'https://me@market.example.org/index.json', 'index.json'])('%s can be no marketplace’s address, and nothing is asked', async (link) => {
  using world = makeWorld({ plugins: [] })
  const door = { request: () => Promise.reject(new Error('asked')) }
  const marketplaces = openMarketplaces({ settings: world.store.settings, door, clock: world.clock, shipped: shippedPath('plugins', 'registry.json') })
  const handlers = marketHandlers({ plugins: { marketplaces } as never, registry: world.registry })
  await expect(Promise.resolve().then(() => handlers['market.add']({ url: link }, asked))).rejects.toMatchObject({ code: 'MARKET_INDEX_LINK', params: { link } })
})
