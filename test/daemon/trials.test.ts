import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { endTrials, openTrials } from '../../src/daemon/trials.ts'
import { installedRows } from '../../src/plugins/market/installed-rows.ts'
import { storeVersion } from '../../src/plugins/market/store-version.ts'
import { sourceOfFolder } from '../../src/plugins/market/source.ts'
import { readFetched } from '../../src/plugins/market/look-at.ts'
import type { Kept } from '../../src/plugins/market/market-house.ts'
import { makeScrubber } from '../../src/rules/redaction.ts'
import { makeWorld } from '../monitor/world/world.ts'
import { noExtractor } from '../plugins/scene/no-extractor.ts'
import { smallCampus } from '../plugins/scene/scene.ts'

const document = `---
plugin: sample
version: 1.0.0
name: { zh: 样本, en: Sample }
summary: { zh: 样本, en: Sample }
tools:
  kept:
    description: { zh: 样本, en: Sample }
    effect: read
    output: { type: string }
    steps: [ { store: { get: k }, as: found }, { return: "\${{ found ?? 'nothing' }}" } ]
---
Sample.
`

/** A folder's plugin is tried where a removed one of its id left data, or did not. */
function seat(left: boolean, during: () => void = () => {}) {
  const folder = mkdtempSync(join(tmpdir(), 'pkuh-trial-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'PLUGIN.md'), document)
  const world = makeWorld({ plugins: [] })
  const owner = { account: '2500000001', plugin: 'sample' }
  if (left) world.store.values.put(owner, 's:k', { value: 'mine', private: true }, { untrusted: [], private: ['x'] })
  const rows = installedRows(world.store.settings)
  if (left) rows.leave('sample', 'https://plugins.example.org/PLUGIN.md')
  const removed: string[] = []
  const kept: Kept = { removed: (plugin) => { removed.push(plugin); world.store.values.forget(plugin) }, agreed: () => {}, otherOwner: () => {}, changed: () => {} }
  const tryPlugin = openTrials({
    registry: world.registry, reading: { campus: smallCampus, extractor: noExtractor, clock: world.clock }, scrubber: makeScrubber(() => []), clock: world.clock, accounts: () => [],
    kept,
    rows,
    monitorOver(registry) {
      during()
      const over = makeWorld({ plugins: [], house: { registry }, store: () => world.store })
      onTestFinished(() => over[Symbol.dispose]())
      return { invoke: (request) => over.call(request.tool, request.args, request) }
    },
  })
  const run = () => tryPlugin({ folder, tool: 'kept', args: {}, by: 'client-1' }, { principal: 'user', account: owner.account, turn: undefined, client: 'client-1', lang: 'en', signal: new AbortController().signal })
  return { world, owner, removed, run, rows, kept, folder }
}

it('a plugin under work neither reads nor deletes what a removed one of its id left', async () => {
  const { world, owner, removed, run } = seat(true)
  using _ = world
  await expect(run()).rejects.toMatchObject({ code: 'AUTHOR_DEV_LEFT' })
  expect([world.store.values.get(owner, 's:k')?.value, removed]).toEqual([{ value: 'mine', private: true }, []])
})

it('one whose id is free runs, and nothing of it stays', async () => {
  const { world, removed, run } = seat(false)
  using _ = world
  expect(await run()).toMatchObject({ outcome: { ok: true, data: 'nothing' } })
  expect([removed, world.registry.plugin('sample')]).toEqual([['sample'], undefined])
})

it('while one runs, nothing else is tried or installed under its id: its end would take what that was given', async () => {
  const seen: Promise<string>[] = []
  const { world, rows, run, kept, folder, removed } = seat(false, () => {
    if (seen.length > 0) return
    seen.push(run().then(() => 'ran', (error: { code: string }) => error.code))
    expect(() => install()).toThrowError(expect.objectContaining({ code: 'AUTHOR_DEV_BUSY' }))
  })
  using _ = world
  const install = (): void => {
    const fetched = { files: new Map([['PLUGIN.md', new TextEncoder().encode(document)]]), from: folder, commit: null, official: false }
    const plugin = readFetched(fetched, { campus: smallCampus, extractor: noExtractor, clock: world.clock })
    const copies = { keep: () => plugin.contentHash, read: () => undefined, sweep: () => {} }
    const house = { store: world.store, registry: world.registry, rows, copies, clock: world.clock, kept, reading: { campus: smallCampus, extractor: noExtractor, clock: world.clock }, campus: smallCampus, door: { request: () => Promise.reject(new Error('no door')) }, shipped: new Set<string>() }
    storeVersion(house, { plugin, fetched, source: sourceOfFolder(folder), verified: false, event: 'installed', agreed: true, by: 'client-1' })
  }
  expect(await run()).toMatchObject({ outcome: { ok: true } })
  expect([await seen[0], removed, rows.tried()]).toEqual(['AUTHOR_DEV_BUSY', ['sample'], []])
  install()
  expect(world.registry.plugin('sample')?.contentHash).toHaveLength(64)
})

it('what was given to one whose daemon was killed ends at the next start', () => {
  const { world, owner, removed, rows, kept } = seat(false)
  using _ = world
  rows.try('sample', true)
  world.store.values.put(owner, 's:k', { value: 'of the trial' }, { untrusted: [], private: [] })
  endTrials({ kept, rows })
  expect([removed, rows.tried(), world.store.values.get(owner, 's:k')]).toEqual([['sample'], [], undefined])
})
