import { expect, it } from 'vitest'
import { systemClock } from '../../../src/host/clock/clock.ts'
import { loadDocument } from '../../../src/plugins/document/load-document.ts'
import { underTest, type UnderTest } from '../../host/campus/campus-under-test.ts'
import { callOverCampus } from '../scene/call-over-campus.ts'
import { caught, filesOf, rejected, toolDocument } from '../scene/documents.ts'
import { noExtractor } from '../scene/no-extractor.ts'

const text = (path: string, form: string) => toolDocument({
  head: 'scopes: [finance]', tool: 'private: true', input: '{ year: { type: integer } }',
  output: '{ type: array, items: { type: object, properties: { project: { type: string }, net: { type: number }, paid: { type: string } } } }',
  steps: `- request: { service: finance, path: ${path}, method: POST, form: ${form}, expect: { type: json } }
  as: page
- each: { in: page.json.rows, as: row, keep: "row.cell[1] != ''", yield: { project: "\${{ row.cell[0] }}", net: "\${{ float(row.cell[5]) }}", paid: "\${{ row.cell[7] }}" } }
  as: rows
- return: "\${{ rows }}"`,
})
const query = '/WF_CWBS/commonQuery_doQuery.action'

const run = (world: UnderTest, document: string, year: number): Promise<unknown> => callOverCampus(world, filesOf({ 'PLUGIN.md': document }), 'community', noExtractor, 't', { year })

it('a document of anybody\'s says the months and walks the rows, which follow what was paid', async () => {
  const world = await underTest()
  await world.login()
  const pay = text(query, '{ year: "${{ input.year }}", month_1: 1, month_2: 12 }')
  expect(await run(world, pay, 2026)).toEqual([
    { project: '测试课题“甲”', net: 1000, paid: '2026-03-05' }, { project: '系统超时 login.html 专项', net: 1222.52, paid: '2026-04-07' },
  ])
  const [first] = world.sim.data.pay
  if (!first) throw new Error('nothing was paid')
  first.gross = 70_001
  expect(await run(world, pay, 2026)).toMatchObject([{ net: 700.01 }, {}])
  expect(await run(world, pay, 2023)).toEqual([])
})

it('one that says more is told what the request takes, and one that asks for another action is refused when it is read', async () => {
  const world = await underTest()
  await world.login()
  expect(await rejected(run(world, text(query, '{ year: "${{ input.year }}", month_1: 1, month_2: 12, userData: x }'), 2026))).toMatchObject({ code: 'CAMPUS_REQUEST_INVALID', problem: 'form: year, month_1, month_2' })
  expect(caught(() => loadDocument(filesOf({ 'PLUGIN.md': text('/WF_CWBS/commonUpdate_responseButtonEvent.action', '{ cmd: x }') }), { trust: 'official' }, { campus: world.campus, extractor: noExtractor, clock: systemClock })).code).toMatch(/^DOC_/)
})
