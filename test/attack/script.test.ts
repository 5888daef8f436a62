import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { z } from 'zod'

it('`npm run attack` runs as it is bundled, and tells each figure as JSON', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/attack.mjs', '--json', '--every', '500', '--runs', '10', '--depth', '1', '--seed', '1'])
  const { ok, reports } = z.object({ ok: z.boolean(), reports: z.array(z.object({ suite: z.string(), figures: z.array(z.object({ name: z.string(), of: z.number(), met: z.boolean() })) })) }).parse(JSON.parse(stdout))
  expect(reports.flatMap(({ figures }) => figures).filter(({ met, of }) => !met || of === 0)).toEqual([])
  expect(ok).toBe(true)
  expect(reports.map(({ suite }) => suite.split(/[:,]/)[0])).toEqual(expect.arrayContaining(['The obedient model', 'The fuzzing model']))
}, 120_000)
