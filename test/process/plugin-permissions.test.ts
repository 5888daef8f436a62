import { expect, it } from 'vitest'
import { openStage } from '../journeys/stage.ts'

it('pkuh plugin show ID --permissions tells what an installed plugin may do at most, in both languages and as one document', async () => {
  await using stage = await openStage()
  const zh = (await stage.pkuh(['plugin', 'show', 'grades', '--permissions'])).stdout
  expect(zh).toMatch(/^校园服务 +portal \(portal\.pku\.edu\.cn\)$/m)
  expect(zh).toMatch(/^ {2}grades\.list +读取 +按请求核对过$/m)
  expect(zh).toMatch(/^ {2}│ GET campus:portal \/publicQuery\/ctrl\/topic\/myScore\/retrScores\.do$/m)
  const en = (await stage.pkuh(['--lang', 'en', 'plugin', 'show', 'treehole', '--permissions'])).stdout
  expect(en).toMatch(/^ {2}treehole\.post +publish +declared, not proved$/m)
  expect(en).toMatch(/^ {2}│ \* campus:treehole \*$/m)
  expect((await stage.json(['plugin', 'show', 'classrooms', '--permissions'])).doc).toMatchObject({
    ok: true, data: {
      permissions: { plugin: 'classrooms', form: 'document', trust: 'official', services: ['portal-public'], websites: [], tools: { free: { effect: 'read', results: expect.any(String) } } },
      sheet: { kind: 'installed', plugin: 'classrooms', contentHash: expect.stringMatching(/^[0-9a-f]{64}$/), changes: null },
    },
  })
  expect(await stage.json(['plugin', 'show', 'nobody', '--permissions'])).toMatchObject({ ran: { code: 3 }, doc: { ok: false, error: { code: 'PLUGIN_UNKNOWN' } } })
})
