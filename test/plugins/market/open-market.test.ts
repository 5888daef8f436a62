import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Door, DoorResponse } from '../../../src/host/net/door.ts'
import { installedRows } from '../../../src/plugins/market/installed-rows.ts'
import { openMarket } from '../../../src/plugins/market/open-market.ts'
import { sourceOfLink } from '../../../src/plugins/market/source.ts'
import { storedCopies } from '../../../src/plugins/market/stored-copies.ts'
import type { Store } from '../../../src/host/store/store.ts'
import { HarnessError } from '../../../src/rules/errors/index.ts'
import { unlabelled } from '../../../src/rules/labels.ts'
import { makePlugin, makeTool } from '../../monitor/world/tools.ts'
import { makeWorld } from '../../monitor/world/world.ts'
import { noExtractor } from '../scene/no-extractor.ts'
import { realCampus } from '../scene/scene.ts'
import { written } from './documents.ts'

const signal = new AbortController().signal
const link = (id: string) => sourceOfLink(`https://${id}.example.org/PLUGIN.md`)

/** A market whose links answer when the test says so. */
function seat() {
  const place = mkdtempSync(join(tmpdir(), 'pkuh-market-'))
  onTestFinished(() => rmSync(place, { recursive: true }))
  const world = makeWorld({ plugins: [] })
  onTestFinished(() => world[Symbol.dispose]())
  const texts = new Map<string, string>()
  const asked: { readonly host: string; readonly answer: () => void }[] = []
  const hanging = new Set<string>()
  const door: Pick<Door, 'request'> = {
    request: ({ url, signal: cancel }) => new Promise<DoorResponse>((done, fail) => {
      const host = new URL(url).hostname
      const text = texts.get(host) ?? ''
      const bytes = new TextEncoder().encode(text)
      const answer = () => done({ url, status: 200, headers: {}, bytes, text, charset: 'utf-8', replaced: 0, hops: [], skewMs: undefined })
      asked.push({ host, answer })
      cancel?.addEventListener('abort', () => fail(new HarnessError('NET_CANCELLED')))
      if (!hanging.has(host)) answer()
    }),
  }
  const [rows, copies] = [installedRows(world.store.settings), storedCopies(join(place, 'plugins'))]
  const market = openMarket({
    store: world.store, registry: world.registry, reading: { campus: realCampus, extractor: noExtractor, clock: world.clock }, campus: realCampus, door, clock: world.clock, copies, rows, shipped: new Set(),
    kept: { agreed: () => {}, removed: () => {}, otherOwner: () => {}, changed: () => {} },
  })
  const write = (id: string, version = '1.0.0', result = '1024', at = id) => { texts.set(`${at}.example.org`, written({ id, version, result })) }
  const install = async (id: string, at = id) => {
    write(id, '1.0.0', '1024', at)
    const sheet = await market.open(link(at), {}, signal)
    await market.install({ plugin: id, digest: sheet?.digest ?? '' }, 'client-1')
  }
  return { market, world, rows, copies, write, install, hang: (id: string) => { hanging.add(`${id}.example.org`) }, asked }
}

it('a link that does not answer holds up nothing but the look at it', async () => {
  const { market, world, install, hang, write } = seat()
  await install('one')
  await install('two')
  hang('one')
  const looks = [market.update('one', 'daily', signal), market.open(link('one'), {}, signal)]
  await market.remove('two', true, 'client-1')
  await install('three')
  write('three', '1.0.1')
  expect((await market.update('three', 'client-1', signal)).outcome).toBe('applied')
  // It may be the very plugin that one would be rid of.
  await market.remove('one', true, 'client-1')
  expect(world.registry.plugins().map(({ id }) => id)).toEqual(['three'])
  expect(looks).toHaveLength(2)
})

it.each([false, true])('what comes for a plugin that was removed in the meantime changes nothing (installed again from elsewhere: %s)', async (again) => {
  const { market, world, install, hang, write, asked } = seat()
  await install('one')
  hang('one')
  write('one', '2.0.0')
  const late = market.update('one', 'daily', signal)
  await vi.waitFor(() => expect(asked.at(-1)?.host).toBe('one.example.org'))
  const { answer } = asked.at(-1) ?? {}
  await market.remove('one', true, 'client-1')
  if (again) await install('one', 'other')
  answer?.()
  expect(await late).toMatchObject({ outcome: 'failed', error: { code: 'PLUGIN_UNKNOWN' } })
  expect(world.registry.plugin('one')?.version).toBe(again ? '1.0.0' : undefined)
})

it('a server that stays below every limit of one request is left after two minutes, and is said to have been too slow', async () => {
  const { market, install, hang, asked } = seat()
  await install('one')
  hang('one')
  const late = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal)
  onTestFinished(() => { vi.restoreAllMocks() })
  const look = market.update('one', 'daily', signal)
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  late.abort(new Error('time is up'))
  expect(await look).toMatchObject({ outcome: 'failed', version: '1.0.0', error: { code: 'NET_TIMED_OUT', params: { host: 'one.example.org', ms: 120_000 } } })
})

it('an update whose waiting copy was lost is kept again at the next look', async () => {
  const { market, install, write, rows, copies } = seat()
  await install('one')
  write('one', '1.1.0', '4096')
  expect((await market.update('one', 'client-1', signal)).outcome).toBe('waits')
  copies.sweep(new Set())
  await expect(market.review('one')).rejects.toMatchObject({ code: 'MARKET_NOTHING_WAITS' })
  expect((await market.update('one', 'client-1', signal)).outcome).toBe('waits')
  expect((await market.review('one')).contentHash).toBe(rows.waiting('one')?.hash)
})

it('what has no link is said to have none', async () => {
  const { market, world } = seat()
  world.registry.register(makePlugin([makeTool({ plugin: 'bundled' })]))
  await expect(market.update('bundled', 'client-1', signal)).rejects.toMatchObject({ code: 'MARKET_NO_LINK' })
  expect(market.ships('bundled')).toBe(true)
  await expect(market.remove('bundled', true, 'client-1')).rejects.toMatchObject({ code: 'MARKET_NOT_INSTALLED' })
  await expect(market.update('nobody', 'client-1', signal)).rejects.toMatchObject({ code: 'PLUGIN_UNKNOWN' })
})

it('a sheet of an update is none of another source’s plugin of the same id and bytes', async () => {
  const { market, install, write, world } = seat()
  await install('one')
  write('one', '2.0.0')
  const sheet = await market.open(link('one'), {}, signal)
  await market.remove('one', true, 'client-1')
  await install('one', 'other')
  await expect(market.install({ plugin: 'one', digest: sheet?.digest ?? '' }, 'client-1')).rejects.toMatchObject({ code: 'PLUGIN_REVIEW_STALE' })
  expect([world.registry.plugin('one')?.version, market.sourceOf('one')]).toEqual(['1.0.0', link('other')])
})

it.each([
  ['that stored nothing', () => {}, undefined],
  ['that stored a value', (store: Store) => store.values.put({ account: '-', plugin: 'one' }, 'k', 1, unlabelled), 'https://one.example.org/PLUGIN.md'],
  ['that kept a record', (store: Store) => { store.records.put({ account: '2500000001', plugin: 'one' }, { id: 'r', kind: 'note', value: 1, status: 'saved', source: 'user', labels: unlabelled }) }, 'https://one.example.org/PLUGIN.md'],
])('what a removed plugin %s left is marked as its own only where there is something', async (_, keep, left) => {
  const { market, world, rows, install } = seat()
  await install('one')
  keep(world.store)
  await market.remove('one', false, 'client-1')
  expect(rows.leftBy('one')).toBe(left)
})
