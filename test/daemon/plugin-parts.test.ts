import { describe, expect, it } from 'vitest'
import { pluginPartHandlers } from '../../src/daemon/methods/plugin-parts.ts'
import { pluginSettingsKey, storedSettings } from '../../src/daemon/plugin-settings.ts'
import type { Peer } from '../../src/daemon/server/peer.ts'
import { loadDocument } from '../../src/plugins/document/load-document.ts'
import { makeWorld } from '../monitor/world/world.ts'
import { caught, filesOf } from '../plugins/scene/documents.ts'
import { noExtractor } from '../plugins/scene/no-extractor.ts'
import { smallCampus } from '../plugins/scene/scene.ts'
import { makePlugin, makeTool } from '../monitor/world/tools.ts'

const main = `---
plugin: sample
version: 1.0.0
name: { zh: 样本, en: Sample }
summary: { zh: 样本, en: Sample }
settings: { city: { type: string, enum: [北京, 上海], default: 北京 }, most: { type: integer, minimum: 1, maximum: 9 } }
widgets: { w: w.json }
shortcuts:
  - { title: { zh: 去哪, en: Where to }, tool: where, args: { by: 车 } }
tools:
  where:
    description: { zh: 样本, en: Sample }
    effect: read
    input: { by: { type: string, default: '' }, at: { type: string, default: '' } }
    output: { type: string }
    steps: [ { return: "\${{ settings.city + (settings.most ?? '') + input.by + input.at }}" } ]
---
Sample.
`
const screen = { tool: 'where', root: 'a', components: [{ id: 'a', component: { Text: { text: { path: '/' } } } }] }
const peer = { id: 'client-1', kind: 'interactive', lang: 'zh' } as Peer
const asked = { peer, signal: new AbortController().signal } as never

function seat() {
  const world = makeWorld({ plugins: [makePlugin([makeTool()])] })
  world.registry.register(loadDocument(filesOf({ 'PLUGIN.md': main, 'w.json': JSON.stringify(screen) }), { trust: 'official' }, { campus: smallCampus, extractor: noExtractor, clock: world.clock, settings: storedSettings(world.store.settings) }))
  const handlers = pluginPartHandlers({ ...world, monitor: { invoke: (request) => world.call(request.tool, request.args, request) }, accounts: { current: () => world.now.account } as never, lock: { signal: () => new AbortController().signal } as never })
  return { world, handlers }
}
const values = (of: { readonly settings: readonly { readonly name: string; readonly value: unknown; readonly set: boolean }[] }) => Object.fromEntries(of.settings.map(({ name, value, set }) => [name, [value, set]]))

describe('settings of a plugin', () => {
  it('hold from the next call on, are told with who set them, and stand in the audit without their value', async () => {
    const { world, handlers } = seat()
    using _ = world
    expect(values(await handlers['plugins.settings']({ plugin: 'sample' }, asked))).toEqual({ city: ['北京', false], most: [null, false] })
    expect(values(await handlers['plugins.set']({ plugin: 'sample', key: 'city', value: '上海' }, asked))).toEqual({ city: ['上海', true], most: [null, false] })
    await handlers['plugins.set']({ plugin: 'sample', key: 'most', value: 3 }, asked)
    expect(await world.call('sample.where')).toMatchObject({ data: '上海3' })
    expect(world.audit().filter(({ kind }) => kind === 'setting').map(({ plugin, detail }) => [plugin, detail])).toEqual([
      ['sample', { setting: 'plugin', key: 'city', set: true, by: 'client-1' }], ['sample', { setting: 'plugin', key: 'most', set: true, by: 'client-1' }],
    ])
  })
  it('what a version does not take any more is the default again, and is not told as the person’s', async () => {
    const { world, handlers } = seat()
    using _ = world
    world.store.settings.put(pluginSettingsKey('sample'), { city: '广州', most: 3 })
    const { settings } = await handlers['plugins.settings']({ plugin: 'sample' }, asked)
    expect(settings).toEqual([{ name: 'city', value: '北京', set: false, unfit: true }, { name: 'most', value: 3, set: true, unfit: false }])
  })
  it('one is reset, or all of them', async () => {
    const { world, handlers } = seat()
    using _ = world
    for (const [key, value] of [['city', '上海'], ['most', 2]] as const) await handlers['plugins.set']({ plugin: 'sample', key, value }, asked)
    expect(values(await handlers['plugins.reset']({ plugin: 'sample', key: 'city' }, asked))).toEqual({ city: ['北京', false], most: [2, true] })
    expect(values(await handlers['plugins.reset']({ plugin: 'sample' }, asked))).toEqual({ city: ['北京', false], most: [null, false] })
  })
  it.each([
    ['a value that the schema refuses', 'sample', 'city', '广州', 'PLUGIN_SETTING_INVALID'], ['one past its limit', 'sample', 'most', 10, 'PLUGIN_SETTING_INVALID'],
    ['a setting that is not there', 'sample', 'ctiy', '上海', 'PLUGIN_SETTING_UNKNOWN'], ['a name of every object', 'sample', '__proto__', {}, 'PLUGIN_SETTING_UNKNOWN'],
    ['a plugin without settings', 'probe', 'city', 1, 'PLUGIN_SETTING_UNKNOWN'], ['a plugin that is not there', 'gone', 'city', 1, 'PLUGIN_UNKNOWN'],
  ])('%s is refused, and nothing is kept', (_, plugin, key, value, code) => {
    const { world, handlers } = seat()
    using held = world
    expect(caught(() => handlers['plugins.set']({ plugin, key, value }, asked))).toMatchObject({ code })
    expect(held.store.settings.list('plugin.settings')).toEqual({})
  })
})

describe('a widget', () => {
  it('calls its tool through the monitor in the plugin’s name', async () => {
    const { world, handlers } = seat()
    using _ = world
    expect(await handlers['plugins.widget']({ plugin: 'sample', name: 'w' }, asked)).toMatchObject({ screen: { tool: 'where' }, outcome: { ok: true, data: '北京' } })
    expect(world.audit().at(-1)?.detail).toMatchObject({ tool: 'sample.where', principal: 'plugin:sample' })
  })
  it('that is not there is told with those that are', async () => {
    const { world, handlers } = seat()
    using _ = world
    await expect(handlers['plugins.widget']({ plugin: 'sample', name: 'x' }, asked)).rejects.toMatchObject({ code: 'PLUGIN_WIDGET_UNKNOWN', params: { known: 'w' } })
  })
})

describe('a shortcut', () => {
  it.each(['1', '去哪', 'Where to'])('%s calls its tool with its own arguments, in the plugin’s name; what it leaves open is given', async (name) => {
    const { world, handlers } = seat()
    using _ = world
    expect(await handlers['plugins.shortcut']({ plugin: 'sample', name, args: { at: '早' } }, asked)).toMatchObject({ tool: 'sample.where', args: { by: '车', at: '早' }, outcome: { ok: true, data: '北京车早' } })
    expect(world.audit().at(-1)?.detail).toMatchObject({ tool: 'sample.where', principal: 'plugin:sample' })
  })
  it.each([
    ['one that is not there', { name: '2', args: {} }, 'PLUGIN_SHORTCUT_UNKNOWN'], ['a name of every list', { name: 'length', args: {} }, 'PLUGIN_SHORTCUT_UNKNOWN'],
    ['another value for what it sets', { name: '1', args: { by: '步行' } }, 'PLUGIN_SHORTCUT_FIXED'],
  ])('%s is refused, and nothing is called', async (_, given, code) => {
    const { world, handlers } = seat()
    using held = world
    await expect(handlers['plugins.shortcut']({ plugin: 'sample', ...given }, asked)).rejects.toMatchObject({ code })
    expect(held.audit()).toEqual([])
  })
})
