import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openPluginLife } from '../../src/daemon/plugin-life.ts'
import { pluginRights } from '../../src/daemon/plugin-rights.ts'
import { pluginSettingsKey, pluginSwitchKey } from '../../src/daemon/plugin-settings.ts'
import { installedRows } from '../../src/plugins/market/installed-rows.ts'
import { linkOf, officialSource, sourceOfLink } from '../../src/plugins/market/source.ts'
import { storedCopies } from '../../src/plugins/market/stored-copies.ts'
import { guidanceOf } from '../../src/monitor/guidance.ts'
import { unlabelled } from '../../src/rules/labels.ts'
import { makePlugin, makeTool } from '../monitor/world/tools.ts'
import { account, makeWorld } from '../monitor/world/world.ts'
import { written } from '../plugins/market/documents.ts'
import { noExtractor } from '../plugins/scene/no-extractor.ts'
import { realCampus } from '../plugins/scene/scene.ts'

const elsewhere = sourceOfLink('https://plugins.example.org/PLUGIN.md')

/** A house before its start, in which a document of the id `rooms` ships. */
function seat() {
  const place = mkdtempSync(join(tmpdir(), 'pkuh-life-'))
  onTestFinished(() => rmSync(place, { recursive: true }))
  const world = makeWorld({ plugins: [makePlugin([makeTool({ plugin: 'rooms', trust: 'official' })], { form: 'document' })] })
  onTestFinished(() => world[Symbol.dispose]())
  const { store, registry, approvals, sessionGrants, clock } = world
  const owner = (plugin: string) => ({ account, plugin })
  const kept = pluginRights({ store, approvals, sessionGrants })
  return {
    store, registry, rows: installedRows(store.settings), kept, copies: storedCopies(join(place, 'plugins')),
    keep: (plugin: string) => store.values.put(owner(plugin), 'k', { at: 'x' }, unlabelled),
    keeps: (plugin: string) => store.values.get(owner(plugin), 'k') !== undefined,
    start() {
      const life = openPluginLife({ store, registry, reading: { campus: realCampus, extractor: noExtractor, clock }, door: { request: () => Promise.reject(new Error('no door')), stream: () => Promise.reject(new Error('no door')), close: async () => {} }, data: place, kept })
      onTestFinished(() => life.close())
      return life
    },
  }
}

it.each([['another source', linkOf(elsewhere), false], ['the official repository', linkOf(officialSource('rooms')), true]])('what a removed plugin of %s left is not read by a document that came to ship under its id: stays %s', (_, left, stays) => {
  const { rows, keep, keeps, start } = seat()
  rows.leave('rooms', left)
  rows.leave('other', left)
  keep('rooms')
  keep('other')
  start()
  expect([keeps('rooms'), rows.leftBy('rooms'), keeps('other'), rows.leftBy('other')]).toEqual([stays, undefined, true, left])
})

it('a trial that a killed daemon left is ended at the next start', () => {
  const { rows, keep, keeps, start, store } = seat()
  rows.try('sample', true)
  keep('sample')
  store.consents.accept({ account, plugin: 'sample', destination: 'website:x.example.org' })
  start()
  expect([rows.tried(), keeps('sample'), store.consents.list().filter(({ plugin }) => plugin === 'sample')]).toEqual([[], false, []])
})

it('what stands under an id that was free is not read by the plugin that is installed', async () => {
  const { keep, keeps, start, rows } = seat()
  keep('reader')
  const { market } = start()
  const path = mkdtempSync(join(tmpdir(), 'pkuh-life-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  writeFileSync(join(path, 'PLUGIN.md'), written())
  const sheet = await market.open({ kind: 'folder', path }, {}, new AbortController().signal)
  await market.install({ plugin: 'reader', digest: sheet?.digest ?? '' }, 'client-1')
  expect(keeps('reader')).toBe(false)
  keep('reader')
  await market.remove('reader', false, 'client-1')
  expect([rows.leftBy('reader'), keeps('reader')]).toEqual([path, true])
})

it('a row that only a newer version of the host can read keeps its copy', () => {
  const { store, copies, start } = seat()
  const kept = copies.keep(new Map([['PLUGIN.md', new TextEncoder().encode(written())]]))
  const waits = copies.keep(new Map([['PLUGIN.md', new TextEncoder().encode(written({ version: '1.0.1' }))]]))
  const nobodys = copies.keep(new Map([['PLUGIN.md', new TextEncoder().encode(written({ version: '1.0.2' }))]]))
  store.settings.put('plugin.installed.reader', { hash: kept, version: '1.0.0', since: 'a later version' })
  store.settings.put('plugin.waiting.reader', { hash: waits, why: 'a later version' })
  start()
  expect([kept, waits, nobodys].map((hash) => copies.read(hash) !== undefined)).toEqual([true, true, false])
})

it('an official version that came with an update is known as such after a start too: what it tells the assistant counts', () => {
  const { rows, copies, registry, start } = seat()
  const hash = copies.keep(new Map([['PLUGIN.md', new TextEncoder().encode(written({ id: 'rooms', version: '9.0.0' }))]]))
  rows.put('rooms', { hash, version: '9.0.0', from: linkOf(officialSource('rooms')), commit: null, source: officialSource('rooms'), trust: 'official', verified: false, installedAt: 0 })
  expect(guidanceOf(registry)).toEqual([])
  start()
  expect(registry.plugin('rooms')).toMatchObject({ version: '9.0.0', trust: 'official', fetched: true })
  expect(guidanceOf(registry).map(({ source }) => source)).toEqual(['rooms'])
})

it('a plugin’s switch goes with it in the one step that removes it', () => {
  const { store, kept } = seat()
  for (const key of [pluginSwitchKey('reader'), pluginSettingsKey('reader')]) store.settings.put(key, true)
  kept.removed('reader', false, 'client-1')
  expect([pluginSwitchKey('reader'), pluginSettingsKey('reader')].map((key) => store.settings.get(key))).toEqual([undefined, undefined])
})
