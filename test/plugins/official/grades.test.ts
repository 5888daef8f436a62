import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Extractor } from '../../../src/plugins/document/extract/extract-types.ts'
import { loadDocument } from '../../../src/plugins/document/load-document.ts'
import { call, folderFiles, rejected } from '../scene/documents.ts'
import { openScene, realCampus } from '../scene/scene.ts'
import { openRealExtractor } from '../scene/worker-bundle.ts'

const files = folderFiles('plugins/documents/grades')
let extractor: Extractor
beforeAll(async () => { extractor = await openRealExtractor() })
afterAll(() => extractor.close())

const undergraduate = {
  success: true,
  cjxx: [
    { xq: '25-26学年第1学期', list: [{ bkcjbh: '1', kcmc: '高等数学', xqcj: '92', xf: '5', jd: '3.88' }, { bkcjbh: '2', kcmc: '体育', xqcj: '合格', xf: '1' }] },
    { xq: '25-26学年第二学期', list: [{ bkcjbh: '3', kcmc: '数据结构', xqcj: '95.5', xf: '2.5', jd: '' }] },
  ],
  gpa: { gpa: '3.712' },
}
const graduate = { xslb: 'yjs', xh: '2500000001', xm: '测试生', scoreLists: [{ xnd: '25-26', xq: '1', kch: '1', kcmc: '学术规范', kclb: '必修', xf: '1', cj: '90', hgbz: '' }, { xnd: '24-25', xq: '2', kcmc: '论文', xf: '', cj: 'null' }] }

async function list(json: unknown, args = {}) {
  const scene = openScene({ extractor, campus: realCampus, answer: () => ({ json }) })
  return call(loadDocument(files, { trust: 'official' }, scene.house), 'list', scene, args)
}

it('undergraduates: texts become numbers where they are numbers, and the grade stays as written', async () => {
  expect(await list(undergraduate)).toEqual({
    kind: 'undergraduate', gpa: 3.712,
    courses: [
      { term: '25-26学年第1学期', course: '高等数学', credits: 5, grade: '92', score: 92, point: 3.88 },
      { term: '25-26学年第1学期', course: '体育', credits: 1, grade: '合格' },
      { term: '25-26学年第二学期', course: '数据结构', credits: 2.5, grade: '95.5', score: 95.5 },
    ],
  })
})

it('bug-log 176: graduates, whose list is flat, with blanks and the text "null" as absent', async () => {
  expect(await list(graduate)).toEqual({
    kind: 'graduate',
    courses: [{ term: '25-26-1', course: '学术规范', credits: 1, grade: '90', score: 90 }, { term: '24-25-2', course: '论文' }],
  })
})

it.each([
  ['25-26-1', ['高等数学', '体育']],
  ['25-26-2', ['数据结构']],
  ['25-26', ['高等数学', '体育', '数据结构']],
  ['第二学期', ['数据结构']],
  ['24-25-1', []],
  ['', ['高等数学', '体育', '数据结构']],
])('the term %s gives %j', async (term, courses) => {
  expect(await list(undergraduate, { term })).toMatchObject({ courses: courses.map((course) => ({ course })) })
})

it('bug-log 176: success false is a sign-in that ended, whatever else it says', async () => {
  expect(await rejected(list({ ...undergraduate, success: false }))).toMatchObject({ code: 'signed-out' })
})

it.each([
  ['neither form', { success: true }],
  ['a term without its name', { success: true, cjxx: [{ list: [] }] }],
  ['a term without its list', { success: true, cjxx: [{ xq: '25-26' }] }],
  ['a course without its name', { success: true, cjxx: [{ xq: '25-26', list: [{ xqcj: '90' }] }] }],
  ['a page instead of JSON', undefined],
])('%s is site-changed', async (_, json) => {
  expect(await rejected(list(json))).toMatchObject({ code: 'site-changed' })
})

it('a student without courses yet gets an empty list', async () => {
  expect(await list({ success: true, cjxx: [], gpa: { gpa: '' } })).toEqual({ kind: 'undergraduate', courses: [] })
})

it('is private, trusted and a read, on the signed-in portal', () => {
  const scene = openScene({ extractor, campus: realCampus })
  const document = loadDocument(files, { trust: 'official' }, scene.house)
  expect(document.raised).toEqual([])
  expect(document.tools[0]?.facts).toMatchObject({ effect: 'read', private: true, untrusted: false, destinations: [{ kind: 'campus', service: 'portal' }] })
})
