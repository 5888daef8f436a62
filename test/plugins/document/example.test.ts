import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Extractor } from '../../../src/plugins/document/extract/extract-types.ts'
import { loadDocument } from '../../../src/plugins/document/load-document.ts'
import { call, filesOf, rejected, widget } from '../scene/documents.ts'
import { openScene, realCampus } from '../scene/scene.ts'
import { openRealExtractor } from '../scene/worker-bundle.ts'

const page = '../shared/design/plugin-document.md'
const there = existsSync(page)

let extractor: Extractor
beforeAll(async () => { extractor = await openRealExtractor() })
afterAll(() => extractor.close())

it('the design page is there when CI asks for it', () => {
  if (process.env['CI'] === 'true') expect(there).toBe(true)
  if (!there) console.warn('skipped: the design page is not there')
})

describe.skipIf(!there)('the example of the design page', () => {
  /** As it stands there, its … filled in. */
  const example = () => {
    const text = /```markdown\n([\s\S]*?)\n```/.exec(readFileSync(page, 'utf8'))?.[1] ?? ''
    return text.replace('/publicQuery/…', '/publicQuery/classroomQuery/retrClassRoomFree.do')
  }
  const open = (rows: readonly Record<string, string>[]) => {
    const scene = openScene({ extractor, campus: realCampus, answer: () => ({ json: { success: true, rows } }) })
    return { scene, document: loadDocument(filesOf({ 'PLUGIN.md': example(), 'widgets/today.json': widget('free') }), { trust: 'official' }, scene.house) }
  }

  it('is read: manifest, tool, settings, widget, shortcut, instructions', () => {
    const { document } = open([])
    expect(document).toMatchObject({ id: 'classrooms', version: '1.0.0', name: { zh: '空闲教室', en: 'Free classrooms' }, scopes: ['portal-public'], state: 'ready', raised: [] })
    expect(document.instructions.zh).toMatch(/^When the user asks/)
    expect(document.tools.map(({ facts }) => [facts.id, facts.effect, facts.untrusted, facts.private])).toEqual([['classrooms.free', 'read', false, false]])
  })

  it('runs: rooms of the usual building whose period is free', async () => {
    const { scene, document } = open([{ room: '101', cap: '221', c1: '占用', c2: '' }, { room: '102', cap: '96', c1: '', c2: '' }])
    expect(await call(document, 'free', scene)).toEqual([{ room: '102', seats: 96 }])
    expect(await call(document, 'free', scene, { period: 2 })).toEqual([{ room: '101', seats: 221 }, { room: '102', seats: 96 }])
    expect(scene.sent[0]).toMatchObject({ service: 'portal-public', query: { buildingName: '理教' } })
  })

  it('its assert finds a changed site', async () => {
    const { scene, document } = open([])
    expect(await rejected(call(document, 'free', scene))).toMatchObject({ code: 'site-changed' })
  })
})
