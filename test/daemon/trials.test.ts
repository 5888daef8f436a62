import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openTrials } from '../../src/daemon/trials.ts'
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
function seat(left: boolean) {
  const folder = mkdtempSync(join(tmpdir(), 'pkuh-trial-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'PLUGIN.md'), document)
  const world = makeWorld({ plugins: [] })
  const owner = { account: '2500000001', plugin: 'sample' }
  if (left) world.store.values.put(owner, 's:k', { value: 'mine', private: true }, { untrusted: [], private: ['x'] })
  const removed: string[] = []
  const tryPlugin = openTrials({
    registry: world.registry, reading: { campus: smallCampus, extractor: noExtractor, clock: world.clock }, scrubber: makeScrubber(() => []), clock: world.clock, accounts: () => [],
    kept: { removed: (plugin) => { removed.push(plugin); world.store.values.forget(plugin) }, agreed: () => {}, otherOwner: () => {}, changed: () => {} },
    leftData: (plugin) => left && plugin === 'sample',
    monitorOver(registry) {
      const over = makeWorld({ plugins: [], house: { registry }, store: () => world.store })
      onTestFinished(() => over[Symbol.dispose]())
      return { invoke: (request) => over.call(request.tool, request.args, request) }
    },
  })
  const run = () => tryPlugin({ folder, tool: 'kept', args: {}, by: 'client-1' }, { principal: 'user', account: owner.account, turn: undefined, client: 'client-1', lang: 'en', signal: new AbortController().signal })
  return { world, owner, removed, run }
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
