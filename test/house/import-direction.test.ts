import { expect, it } from 'vitest'
import { fault, importEdges, rooms, sources } from './rooms.ts'

const entries = [...sources('src'), ...sources('plugins/bundled')]
const faults = async (planted?: Readonly<Record<string, string>>) =>
  (await importEdges(entries, planted)).flatMap((edge) => { const why = fault(edge); return why ? [`${edge.from} → ${edge.to}: ${why}`] : [] })

it('every import goes from a room to one above it', async () => {
  expect(await faults()).toEqual([])
})

it('every room has files, so that the check above is not about nothing', () => {
  for (const room of rooms) expect(entries.filter((path) => path.startsWith(`src/${room}/`)), room).not.toHaveLength(0)
})

const planted = [
  ['a static import downstairs', 'src/rules/labels.ts', `import { systemClock } from '../host/clock/clock.ts'\nexport const c = systemClock`],
  ['a dynamic import downstairs', 'src/rules/labels.ts', `export const c = () => import('../host/clock/clock.ts')`],
  ['a re-export downstairs', 'src/sdk/words.ts', `export * from '../rules/labels.ts'`],
  ['a type-only import downstairs', 'src/host/clock/clock.ts', `import type { Registry } from '../../plugins/registry/plugin.ts'\nexport type R = Registry`],
  ['the terminal reaching the host', 'src/terminal/cli/main.ts', `export * from '../../host/clock/clock.ts'`],
  ['plugins reaching the monitor', 'src/plugins/registry/plugin.ts', `import '../../monitor/call-request.ts'`],
  ['src reaching the fixtures', 'src/host/clock/clock.ts', `import '../../../fixtures/campus/campus-api.ts'`],
  ['a bundled plugin reaching past the SDK', 'plugins/bundled/memory/index.ts', `export * from '../../../src/rules/labels.ts'`],
  ['rules reaching Node', 'src/rules/labels.ts', `import { readFileSync } from 'node:fs'\nexport const r = readFileSync`],
  ['the SDK reaching a package other than zod', 'src/sdk/words.ts', `export * from 'undici'`],
  ['a bundled plugin reaching Node', 'plugins/bundled/memory/index.ts', `export const r = () => import('node:child_process')`],
  ['a room other than the daemon reaching a bundled plugin', 'src/monitor/call-request.ts', `import '../../plugins/bundled/memory/index.ts'`],
] as const

it.each(planted)('%s is found', async (_name, file, text) => {
  expect((await faults({ [file]: text })).some((line) => line.startsWith(file))).toBe(true)
})
