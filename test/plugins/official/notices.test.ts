import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Extractor } from '../../../src/plugins/document/extract/extract-types.ts'
import { loadDocument } from '../../../src/plugins/document/load-document.ts'
import { call, folderFiles, rejected } from '../scene/documents.ts'
import { type Answering, openScene, realCampus } from '../scene/scene.ts'
import { openRealExtractor } from '../scene/worker-bundle.ts'

const folder = '../shared/data/pku/dean'
const there = existsSync(folder)
const page = (name: string) => readFileSync(`${folder}/${name}`, 'utf8')
const files = folderFiles('plugins/documents/notices')

let extractor: Extractor
beforeAll(async () => { extractor = await openRealExtractor() })
afterAll(() => extractor.close())

const serving = (html: string) => open(() => ({ text: html, json: undefined }))
function open(answer: Answering) {
  const scene = openScene({ extractor, campus: realCampus, answer })
  return { scene, document: loadDocument(files, { trust: 'official' }, scene.house) }
}
const listSchema = z.strictObject({
  page: z.number(), lastPage: z.number(),
  items: z.array(z.strictObject({ id: z.number(), title: z.string(), date: z.string(), url: z.string() })),
})
async function list(html: string, args = {}) {
  const { scene, document } = serving(html)
  return listSchema.parse(await call(document, 'list', scene, args))
}

it('the recorded pages are there when CI asks for them', () => {
  if (process.env['CI'] === 'true') expect(there).toBe(true)
  if (!there) console.warn('skipped: the recorded pages of the dean are not there')
})

describe.skipIf(!there)('the recorded list', () => {
  const expected = there ? z.object({ 'notice_list.html': z.object({ page: z.number(), last_page: z.number(), items: z.number(), first_date: z.string(), url_contains: z.string() }) }).parse(JSON.parse(page('expected.json')))['notice_list.html'] : undefined

  it('gives what the recordings say of it', async () => {
    const result = await list(page('notice_list.html'))
    expect(result).toMatchObject({ page: expected?.page, lastPage: expected?.last_page })
    expect(result.items).toHaveLength(expected?.items ?? -1)
    expect(result.items[0]?.date).toBe(expected?.first_date)
    expect(new Set(result.items.map(({ id }) => id)).size).toBe(result.items.length)
    expect(result.items.every(({ url }) => url.startsWith('https://dean.pku.edu.cn/web/') && url.includes(expected?.url_contains ?? '?'))).toBe(true)
  })

  it('asks the service for the page, and says so to nobody else', async () => {
    const { scene, document } = serving(page('notice_list.html'))
    await call(document, 'list', scene, { page: 3 })
    expect(scene.sent).toEqual([expect.objectContaining({ service: 'dean', method: 'GET', path: '/web/notice.php', query: { page: 3 } })])
  })

  it('keeps only titles with the word', async () => {
    const all = await list(page('notice_list.html'))
    const word = all.items[0]?.title.slice(-4) ?? ''
    const some = await list(page('notice_list.html'), { keyword: word })
    expect(some.items).toEqual(all.items.filter(({ title }) => title.includes(word)))
    expect(await list(page('notice_list.html'), { keyword: '没有哪个标题里有这句话' })).toMatchObject({ items: [] })
  })

  it('shuffled rows come out shuffled: nothing of a recording is in the document', async () => {
    const html = page('notice_list.html')
    const rows = html.match(/<div class="notice_item">[\s\S]*?<\/div>\s*<\/div>/g) ?? []
    const order = rows.map((_, i) => (i * 7 + 3) % rows.length)
    let next = 0
    const shuffled = html.replace(/<div class="notice_item">[\s\S]*?<\/div>\s*<\/div>/g, () => rows[order[next++] ?? 0] ?? '')
    const before = await list(html)
    const after = await list(shuffled)
    expect(after.items).toEqual(order.map((i) => before.items[i]))
    const text = new TextDecoder().decode(files.get('PLUGIN.md'))
    for (const { id, title, date } of before.items) for (const own of [String(id), title, date]) expect(text).not.toContain(own)
  })

  it.each([['notice_item', 'notice_row'], ['page_bar', 'pager'], ['notice_details.php', 'n.php'], ['<span>', '<b>']])('%s renamed is site-changed, not an empty list', async (from, to) => {
    const { scene, document } = serving(page('notice_list.html').replaceAll(from, to).replaceAll(from === '<span>' ? '</span>' : '\0', '</b>'))
    expect(await rejected(call(document, 'list', scene))).toMatchObject({ code: 'site-changed' })
  })

  it('a page after the last is not-found', async () => {
    const { scene, document } = serving(page('notice_list.html'))
    expect(await rejected(call(document, 'list', scene, { page: 46 }))).toMatchObject({ code: 'not-found' })
  })
})

describe.skipIf(!there)('the recorded details', () => {
  const detail = z.strictObject({ id: z.number(), title: z.string(), date: z.string(), text: z.string(), cut: z.boolean() })
  const expected = there ? z.object({ 'notice_valid.html': z.object({ id: z.number(), title_contains: z.string(), date: z.string(), text_longer_than: z.number(), text_starts: z.string(), text_not_contains: z.string() }) }).parse(JSON.parse(page('expected.json')))['notice_valid.html'] : undefined

  it('give title, date and text as the recordings say', async () => {
    const { scene, document } = serving(page('notice_valid.html'))
    const result = detail.parse(await call(document, 'read', scene, { id: expected?.id ?? 1 }))
    expect(result).toMatchObject({ id: expected?.id, date: expected?.date, cut: false })
    expect(result.title).toContain(expected?.title_contains)
    expect(result.text.length).toBeGreaterThan(expected?.text_longer_than ?? Infinity)
    expect(result.text.startsWith(expected?.text_starts ?? '?')).toBe(true)
    expect(result.text).not.toContain(expected?.text_not_contains)
    expect(result.text).toContain('\n')
  })

  it.each(['notice_missing.html', 'rule_missing.html', 'guide_missing.html'])('bug-log 149: %s is not-found, not an empty success', async (name) => {
    const { scene, document } = serving(page(name))
    expect(await rejected(call(document, 'read', scene, { id: 999_999 }))).toMatchObject({ code: 'not-found' })
  })

  it.each([['newsinfo_box', 'article'], ['<h1', '<h2']])('%s renamed is site-changed', async (from, to) => {
    const { scene, document } = serving(page('notice_valid.html').replaceAll(from, to))
    expect(await rejected(call(document, 'read', scene, { id: 1 }))).toMatchObject({ code: 'site-changed' })
  })
})

it('notices are other people\'s words: untrusted, public, read', () => {
  const { document } = serving('')
  expect(document.raised).toEqual([])
  for (const { facts } of document.tools) {
    expect(facts).toMatchObject({ effect: 'read', untrusted: true, private: false, trust: 'official', destinations: [{ kind: 'campus', service: 'dean' }] })
  }
})
