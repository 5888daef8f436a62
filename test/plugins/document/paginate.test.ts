import { describe, expect, it } from 'vitest'
import type { Json } from '../../../src/rules/json.ts'
import { call, caught, load, rejected, toolDocument } from '../scene/documents.ts'
import { noExtractor } from '../scene/no-extractor.ts'
import { type Answering, openScene } from '../scene/scene.ts'

const list = '{ type: array, items: { type: integer } }'
async function pages(step: string, answer: Answering, head?: string) {
  const scene = openScene({ extractor: noExtractor, answer })
  const document = load(scene, toolDocument({ steps: `- paginate: ${step}\n  as: rows\n- return: "\${{ rows }}"`, output: list, ...(head === undefined ? {} : { head }) }))
  const end = await call(document, 't', scene).catch((error: unknown) => rejected(Promise.reject(error)))
  return { end, asked: scene.sent.map((sent) => sent.query ?? {}) }
}
/** Answers by page, the last again for every later one. */
const inTurn = (...all: readonly Json[]): Answering => (_, count) => ({ json: all[Math.min(count, all.length) - 1] })
const byNumber = (more = '') => `{ request: { service: open, path: /record, query: { page: "\${{ it.page }}" } }, items: it.answer.json.rows${more} }`

describe('by number', () => {
  it('until an empty page', async () => {
    expect(await pages(byNumber(), inTurn({ rows: [1, 2] }, { rows: [3] }, { rows: [] }))).toEqual({ end: [1, 2, 3], asked: [{ page: 1 }, { page: 2 }, { page: 3 }] })
  })
  it('until a page that is shorter than a full one, and from the number that is said', async () => {
    expect(await pages(byNumber(', size: 2, from: 0'), inTurn({ rows: [1, 2] }, { rows: [3] }))).toEqual({ end: [1, 2, 3], asked: [{ page: 0 }, { page: 1 }] })
  })
  it('a site that gives its last page again for every later number ends there', async () => {
    expect(await pages(byNumber(), inTurn({ rows: [1, 2] }, { rows: [3, 4] }, { rows: [3, 4] }))).toMatchObject({ end: [1, 2, 3, 4] })
  })
  it('bug-log 173: what a server says of a total decides nothing, be it too little or too much', async () => {
    const lies = inTurn({ total: 2, pages: 1, rows: [1, 2] }, { total: 2, rows: [3] }, { total: 2, rows: [] })
    expect(await pages(byNumber(), lies)).toMatchObject({ end: [1, 2, 3] })
    const more = inTurn({ total: 1, rows: [1, 2] }, { total: 100, rows: [3] }, { total: 100, rows: [4] })
    expect(await pages(byNumber(', size: 2'), more)).toEqual({ end: [1, 2, 3], asked: [{ page: 1 }, { page: 2 }] })
  })
  it('until `until`, of which the page counts', async () => {
    expect(await pages(byNumber(', until: "last(it.answer.json.rows) > 3"'), inTurn({ rows: [1] }, { rows: [5] }, { rows: [6] }))).toMatchObject({ end: [1, 5] })
  })
  it('at most as many pages as are said', async () => {
    expect(await pages(byNumber(', most: 2'), inTurn({ rows: [1] }, { rows: [2] }, { rows: [3] }))).toMatchObject({ end: [1, 2] })
  })
  it('a page without its list is a changed site, not the end', async () => {
    expect(await pages(byNumber(), inTurn({ rows: [1] }, { other: 1 }))).toMatchObject({ end: { code: 'site-changed' } })
  })
  it('each page costs a request: 10 pages pass, an 11th ends with the budget’s own code', async () => {
    const endless = (last: number): Answering => (_, count) => ({ json: { rows: count > last ? [] : [count] } })
    expect((await pages(byNumber(), endless(9))).end).toHaveLength(9)
    expect((await pages(byNumber(), endless(10))).end).toEqual({ code: 'DOC_REQUESTS_EXCEEDED', step: 'tools.t.steps[0].paginate.request', limit: 10 })
  })
  it('items of all pages count together: 1,000 pass, one more does not', async () => {
    const rows = (first: number, count: number) => ({ rows: Array.from({ length: count }, (_, at) => first + at) })
    expect((await pages(byNumber(', size: 1000'), inTurn(rows(0, 999)))).end).toHaveLength(999)
    expect((await pages(byNumber(), inTurn(rows(0, 500), rows(500, 500), { rows: [] }))).end).toHaveLength(1_000)
    expect((await pages(byNumber(), inTurn(rows(0, 500), rows(500, 501), { rows: [] }))).end).toMatchObject({ code: 'DOC_ITEMS_EXCEEDED', limit: 1_000 })
  })
})

describe('by cursor', () => {
  const step = '{ request: { service: open, path: /record, query: { after: "${{ it.cursor }}" } }, items: it.answer.json.rows, cursor: it.answer.json.next }'
  it('the first request has none, and the last answer gives none', async () => {
    expect(await pages(step, inTurn({ rows: [1], next: 'a' }, { rows: [], next: 'b' }, { rows: [2], next: null }))).toEqual({ end: [1, 2], asked: [{}, { after: 'a' }, { after: 'b' }] })
  })
  it('the same cursor again is a changed site, not an endless list', async () => {
    expect(await pages(step, inTurn({ rows: [1], next: 'a' }))).toMatchObject({ end: { code: 'site-changed' }, asked: [{}, { after: 'a' }] })
  })
})

describe('by link', () => {
  const step = '{ request: { service: open, path: /record, query: { after: "${{ it.link.after }}", limit: 2 } }, items: it.answer.json.rows, next: it.answer.json.next }'
  it('of the link’s query the request takes what its author put into it', async () => {
    const answers = inTurn({ rows: [1], next: '/record?after=7&admin=1' }, { rows: [2], next: 'https://open.example.cn/record?after=9' }, { rows: [3] })
    expect(await pages(step, answers)).toEqual({ end: [1, 2, 3], asked: [{ limit: 2 }, { after: '7', limit: 2 }, { after: '9', limit: 2 }] })
  })
  it.each(['/enrol?after=1', 'https://evil.example/record?after=1', 'http://open.example.cn/record?after=1', '//evil.example/record', 'https://open.example.cn:8443/record'])('%s leads elsewhere: nothing more is sent', async (next) => {
    expect(await pages(step, inTurn({ rows: [1], next }))).toMatchObject({ end: { code: 'DOC_REQUEST_WIDER' }, asked: [{ limit: 2 }] })
  })
  it('a website’s link is held to its host and path too', async () => {
    const web = '{ request: { url: "https://site.example.org/list?p=${{ it.link.p ?? 1 }}" }, items: it.answer.json.rows, next: it.answer.json.next }'
    expect(await pages(web, inTurn({ rows: [1], next: '?p=2' }, { rows: [2] }))).toMatchObject({ end: [1, 2] })
    expect(await pages(web, inTurn({ rows: [1], next: 'https://evil.example/list?p=2' }))).toMatchObject({ end: { code: 'DOC_REQUEST_WIDER' } })
  })
})

const refusal = (step: string) => caught(() => load(openScene({ extractor: noExtractor }), toolDocument({ steps: `- paginate: ${step}\n- return: "x"` })))
it('its request is a request like any other: looked up, counted in the tool’s effect, refused where it may not be made', () => {
  const scene = openScene({ extractor: noExtractor })
  const [tool] = load(scene, toolDocument({ steps: '- paginate: { request: { service: open, path: /enrol }, items: it.answer.json }\n- return: "x"' })).tools
  expect(tool?.facts).toMatchObject({ effect: 'write', irreversible: true, destinations: [{ kind: 'campus', service: 'open' }] })
  expect(refusal('{ request: { service: open, path: /login }, items: it.answer.json }')).toMatchObject({ code: 'DOC_ENDPOINT_FORBIDDEN', at: 'tools.t.steps[0].paginate.request' })
})
it('what a page does not know is found when the document is read', () => {
  expect(refusal('{ request: { service: open, path: /record, query: { p: "${{ it.cursor }}" } }, items: it.answer.json }')).toMatchObject({ code: 'DOC_NAME_UNKNOWN', name: 'it.cursor' })
  expect(refusal('{ request: { service: open, path: /record, query: { p: "${{ it.answer }}" } }, items: it.answer.json }')).toMatchObject({ code: 'DOC_NAME_UNKNOWN', name: 'it.answer' })
  expect(refusal('{ request: { service: open, path: /record }, items: it.anwser.json }')).toMatchObject({ code: 'DOC_NAME_UNKNOWN', name: 'it.anwser' })
  expect(refusal('{ request: { service: open, path: /record }, items: it.answer.json, cursor: it.answer.a, next: it.answer.b }')).toMatchObject({ code: 'DOC_FIELD_INVALID', at: 'tools.t.steps[0].paginate.next' })
})
