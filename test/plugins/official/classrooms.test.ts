import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Extractor } from '../../../src/plugins/document/extract/extract-types.ts'
import { loadDocument } from '../../../src/plugins/document/load-document.ts'
import { call, folderFiles, rejected } from '../scene/documents.ts'
import { type Answering, openScene, realCampus } from '../scene/scene.ts'
import { openRealExtractor } from '../scene/worker-bundle.ts'

const files = folderFiles('plugins/documents/classrooms')
let extractor: Extractor
beforeAll(async () => { extractor = await openRealExtractor() })
afterAll(() => extractor.close())

/** Rows as protocols §2.5 has them: numbers as text, 占用 for a taken period. */
const room = (name: string, cap: string, ...taken: number[]) =>
  ({ room: name, cap, ...Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`c${i + 1}`, taken.includes(i + 1) ? '占用' : ''])) })
const rows = [room('101', '221', 1, 2), room('102', '96'), room('203', '', 5), room('304', '40', 12)]

function open(answer: Answering = () => ({ json: { success: true, results: rows.length, rows } }), settings?: () => { building: string }) {
  const scene = openScene({ extractor, campus: realCampus, answer, ...(settings ? { settings } : {}) })
  return { scene, document: loadDocument(files, { trust: 'official' }, scene.house) }
}

it.each([
  [{ from: 1, to: 12 }, ['102']],
  [{ from: 3, to: 4 }, ['101', '102', '203', '304']],
  [{ from: 2, to: 3 }, ['102', '203', '304']],
  [{ from: 5, to: 5 }, ['101', '102', '304']],
  [{ from: 12, to: 12 }, ['101', '102', '203']],
])('%j gives the rooms that are free in all of these periods', async (args, names) => {
  const { scene, document } = open()
  expect(await call(document, 'free', scene, args)).toEqual(names.map((name) => expect.objectContaining({ room: name })))
})

it('seats are numbers where the registrar gives one, and left out where not', async () => {
  const { scene, document } = open()
  expect(await call(document, 'free', scene, { from: 3, to: 4 })).toEqual([{ room: '101', seats: 221 }, { room: '102', seats: 96 }, { room: '203' }, { room: '304', seats: 40 }])
})

it.each([['today', '今天'], ['tomorrow', '明天'], ['after', '后天']])('%s is asked as %s', async (day, word) => {
  const { scene, document } = open()
  await call(document, 'free', scene, { building: '二教', day })
  expect(scene.sent).toEqual([expect.objectContaining({ service: 'portal-public', query: { buildingName: '二教', time: word } })])
})

it('without a building the usual one of the settings is asked', async () => {
  const plain = open()
  await call(plain.document, 'free', plain.scene)
  const set = open(undefined, () => ({ building: '文史' }))
  await call(set.document, 'free', set.scene)
  const stale = open(undefined, () => ({ building: '不在了的楼' }))
  await call(stale.document, 'free', stale.scene)
  expect([plain, set, stale].map(({ scene }) => scene.sent[0]?.query?.['buildingName'])).toEqual(['理教', '文史', '理教'])
})

it('a misspelt building is refused before anything is asked, and the issue names the allowed ones', () => {
  const { document, scene } = open()
  const result = document.tools[0]?.input.safeParse({ building: '里教' })
  expect(result?.success).toBe(false)
  expect(result?.error?.issues[0]).toMatchObject({ code: 'invalid_value', path: ['building'], values: expect.arrayContaining(['理教', '政管']) })
  expect(scene.sent).toEqual([])
})

it.each([
  ['no rooms at all', { success: true, rows: [] }, 'site-changed'],
  ['rows renamed', { success: true, list: rows }, 'site-changed'],
  ['period columns renamed', { success: true, rows: [{ room: '101', cap: '9', p1: '' }] }, 'site-changed'],
  ['one column in the middle gone', { success: true, rows: rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'c6'))) }, 'site-changed'],
  ['success false', { success: false, rows }, 'rejected'],
])('%s is a failure, not an empty list', async (_, json, code) => {
  const { scene, document } = open(() => ({ json }))
  expect(await rejected(call(document, 'free', scene))).toMatchObject({ code })
})

it('periods in the wrong order are refused in words, nothing is sent', async () => {
  const { scene, document } = open()
  expect(await rejected(call(document, 'free', scene, { from: 5, to: 4 }))).toMatchObject({ code: 'invalid' })
  expect(scene.sent).toEqual([])
})

it('is public, trusted and a read by the real endpoint table', () => {
  const { document } = open()
  expect(document).toMatchObject({ id: 'classrooms', state: 'ready', trust: 'official', raised: [] })
  expect(document.tools[0]?.facts).toMatchObject({ effect: 'read', untrusted: false, private: false, destinations: [{ kind: 'campus', service: 'portal-public' }] })
})
