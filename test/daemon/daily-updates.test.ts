import { expect, it } from 'vitest'
import { dailyUpdates } from '../../src/daemon/daily-updates.ts'
import { installedRows } from '../../src/plugins/market/installed-rows.ts'
import { sourceOfFolder, sourceOfLink } from '../../src/plugins/market/source.ts'
import { makePlugin, makeTool } from '../monitor/world/tools.ts'
import { makeWorld } from '../monitor/world/world.ts'

const day = 24 * 60 * 60_000
const named = (id: string) => ({ ...makePlugin([makeTool({ plugin: id })]), id })

it('a link is looked at once a day, a folder of this machine and what has no link never', async () => {
  using world = makeWorld({ plugins: ['linked', 'folded', 'bundled'].map(named) })
  const rows = installedRows(world.store.settings)
  const sources = new Map([['linked', sourceOfLink('https://plugins.example.org/p/PLUGIN.md')], ['folded', sourceOfFolder('/home/x/p')]])
  const looked: string[] = []
  let now = 10 * day
  const market = {
    sourceOf: (id: string) => sources.get(id),
    update: async (plugin: string, by: string) => { looked.push(`${plugin} ${by}`); rows.check(plugin, now); return { plugin, outcome: 'same' as const, version: '1.0.0', changes: [], error: undefined } },
  }
  const updates = dailyUpdates({ market, rows } as never, world.registry, { now: () => now })
  const signal = new AbortController().signal
  await updates.look(signal)
  now += day - 1
  await updates.look(signal)
  expect(looked).toEqual(['linked daily'])
  now += 1
  await updates.look(signal)
  expect(looked).toEqual(['linked daily', 'linked daily'])
  await updates.look(AbortSignal.abort())
  expect(looked).toHaveLength(2)
})

it('a clock that was a year ahead for a while keeps no link from being looked at', async () => {
  using world = makeWorld({ plugins: [named('linked')] })
  const rows = installedRows(world.store.settings)
  const looked: string[] = []
  const market = { sourceOf: () => sourceOfLink('https://plugins.example.org/p/PLUGIN.md'), update: async (plugin: string) => { looked.push(plugin); rows.check(plugin, 10 * day) } }
  rows.check('linked', 375 * day)
  const updates = dailyUpdates({ market, rows } as never, world.registry, { now: () => 10 * day })
  await updates.look(new AbortController().signal)
  await updates.look(new AbortController().signal)
  expect(looked).toEqual(['linked'])
})
