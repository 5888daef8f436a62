import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Json } from '../../../src/rules/json.ts'
import type { Extractor, Pick } from '../../../src/plugins/document/extract/extract-types.ts'
import { openExtractor } from '../../../src/plugins/document/open-extractor.ts'
import { ToolFailure } from '../../../src/sdk/index.ts'
import { makePlugin, makeTool } from '../../monitor/world/tools.ts'
import { dataOf, makeWorld } from '../../monitor/world/world.ts'
import { rejected } from '../scene/documents.ts'
import { openRealExtractor } from '../scene/worker-bundle.ts'

let extractor: Extractor
beforeAll(async () => { extractor = await openRealExtractor() })
afterAll(() => extractor.close())

const calm = new AbortController().signal
const pick = (parts: Partial<Pick> = {}): Pick => ({ select: undefined, many: false, required: false, without: undefined, match: undefined, take: { kind: 'text', form: 'line' }, ...parts })
const css = (html: string, parts: Partial<Pick>) => extractor.extract({ kind: 'html', html }, { kind: 'css', pick: pick(parts) }, calm)
const table = (html: string, columns: Readonly<Record<string, string | [string, ...string[]]>>, optional: readonly string[] = []) => extractor.extract({ kind: 'html', html }, {
  kind: 'table', select: 'table', columns: Object.fromEntries(Object.entries(columns).map(([name, headers]) => [name, { headers: [headers].flat(), optional: optional.includes(name) }])),
}, calm)

describe('by CSS', () => {
  const html = '<ul><li class=a id=x>One <b>1</b></li><li class=a data-k="v">Two&nbsp;&nbsp;2<script>bad()</script></li></ul>'
  it.each<[string, Partial<Pick>, unknown]>([
    ['text of the first', { select: '.a' }, 'One 1'],
    ['all of them', { select: '.a', many: true }, ['One 1', 'Two 2']],
    ['an attribute', { select: '.a', many: true, take: { kind: 'attr', name: 'data-k' } }, [null, 'v']],
    ['whether it is there', { select: '#y', take: { kind: 'exists' } }, false],
    ['a miss', { select: '.b' }, null],
    ['no misses in a list', { select: '.b', many: true }, []],
    ['cut by a pattern', { select: 'li', match: '[0-9]+' }, '1'],
    ['cut to its group', { select: 'li', match: '([A-Z])[a-z]+' }, 'O'],
    ['without a part', { select: 'li', without: 'b' }, 'One'],
    ['fields, each inside its element', { select: 'li', many: true, take: { kind: 'fields', fields: { word: pick({ match: '[A-Za-z]+' }), bold: pick({ select: 'b' }) } } }, [{ word: 'One', bold: '1' }, { word: 'Two', bold: null }]],
    ['a selector list', { select: ':is(#x, [data-k]):not(.b)', many: true, match: '[0-9]' }, ['1', '2']],
  ])('%s', async (_, parts, expected) => { expect(await css(html, parts)).toEqual(expected) })

  it.each<[string, Partial<Pick>, unknown]>([
    ['what stands in it directly', { select: '.row', many: true, take: { kind: 'fields', fields: { own: pick({ select: ':scope > b' }), first: pick({ select: '> b' }), any: pick({ select: 'b' }) } } },
      [{ own: '2', first: '2', any: '1' }, { own: null, first: null, any: '1' }, { own: '3', first: '3', any: '3' }]],
    ['an attribute that is called as what every object has', { select: '.row', take: { kind: 'attr', name: 'constructor' } }, null],
    ['one of that name that is there', { select: '[__proto__]', take: { kind: 'attr', name: '__proto__' } }, 'x'],
    ['the one before it', { select: 'b + i' }, '4'],
    ['what has a part', { select: '.row:has(> b)', many: true, take: { kind: 'attr', name: 'id' } }, ['a', null]],
    ['what holds a text', { select: 'i:contains("4")' }, '4'],
  ])('%s', async (_, parts, expected) => {
    expect(await css('<div class=row id=a><div class=row><p><b>1</b></p></div><b>2</b></div><div class=row><b __proto__=x>3</b><i>4</i></div>', parts)).toEqual(expected)
  })

  it('words of a text are one node, however many', async () => {
    expect(await css(`<p>${'a b '.repeat(60_000)}</p>`, { select: 'p', match: '^a b a' })).toBe('a b a')
  })

  it('lines: one a block, scripts and markup gone', async () => {
    expect(await css('<div><p>a</p>b<br>c<ul><li>d<li>e</ul><style>x{}</style></div>', { select: 'div', take: { kind: 'text', form: 'lines' } })).toBe('a\nb\nc\nd\ne')
  })

  it('a required miss is site-changed, and says what was sought', async () => {
    const failure = await css(html, { select: '.gone', required: true }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ToolFailure)
    expect(failure).toMatchObject({ kind: 'site-changed', message: '.gone' })
    expect(await rejected(css(html, { select: 'li', many: true, take: { kind: 'fields', fields: { k: pick({ take: { kind: 'attr', name: 'data-k' }, required: true }) } } }))).toMatchObject({ code: 'site-changed' })
  })

  it.each(['li[', ':nonsense(', 'a >> b', '::before'])('the selector %s is an error of the document', async (select) => {
    expect(await rejected(css(html, { select }))).toMatchObject({ code: 'DOC_SELECTOR_INVALID' })
  })

  it('bug-log 83: what is hidden in an attribute does not reach whoever reads the result, and emoji stay whole', async () => {
    const page = '<img alt="图\u200b\u200c\u2060书馆 👨‍👩‍👧" title="a\u202eb&#8203;&#8204;c" aria-label="\u{e0049}\u{e0067}❤️">'
    const attr = (name: string) => css(page, { select: 'img', take: { kind: 'attr', name } })
    using world = makeWorld({ plugins: [makePlugin([makeTool({ run: async () => ({ alt: await attr('alt'), title: await attr('title'), label: await attr('aria-label') }) })])] })
    expect(dataOf(await world.call('probe.look'))).toEqual({ alt: '图[hidden: 3]书馆 👨‍👩‍👧', title: 'a[hidden: 1]b[hidden: 2]c', label: '[hidden: 2]❤️' })
  })

  it('bug-log 148: an entity is decoded once, so one that stands as text stays text', async () => {
    expect(await css('<b>&#20167;&amp;#20167;</b>', { select: 'b' })).toBe('仇&#20167;')
  })

  it('bug-log 175: HTML\'s tree rules hold: a div ends the p before it', async () => {
    const page = '<p>Title<div class="vtbegenerated">Body</div></p>'
    expect(await css(page, { select: 'p .vtbegenerated' })).toBeNull()
    expect(await css(page, { select: 'p + .vtbegenerated' })).toBe('Body')
  })
})

describe('tables', () => {
  it('rows by header name, colspan and rowspan filled', async () => {
    const html = `<table><tr><th>课程 名<th>学期<th colspan=2>成绩</tr><tr><td>高数<td rowspan=2>秋<td>90<td>A</tr><tr><td>英语<td>85<td>B</tr></table>`
    expect(await table(html, { course: '课程名', term: '学期', grade: '成绩' })).toEqual([{ course: '高数', term: '秋', grade: '90' }, { course: '英语', term: '秋', grade: '85' }])
  })

  it('of a header that spans columns, or stands there twice, the nth is asked for', async () => {
    const html = '<table><tr><th colspan=2>时间<th>周一</tr><tr><td rowspan=2>上午<td>第1节<td>高数</tr><tr><td>第2节<td></tr></table>'
    const ask = (nth: number) => extractor.extract({ kind: 'html', html }, { kind: 'table', select: 'table', columns: { half: { headers: ['时间'], optional: false }, section: { headers: ['时间'], nth, optional: false }, mon: { headers: ['周一'], optional: false } } }, calm)
    expect(await ask(2)).toEqual([{ half: '上午', section: '第1节', mon: '高数' }, { half: '上午', section: '第2节', mon: '' }])
    expect(await ask(1)).toMatchObject([{ section: '上午' }, { section: '上午' }])
    await expect(ask(3)).rejects.toMatchObject({ kind: 'site-changed', message: '时间' })
  })

  it('a cell in lines keeps them, its header is found all the same', async () => {
    const html = '<table><tr><th>周<br>一</tr><tr><td>高数<br>1-16周<br><br>教101</td></tr></table>'
    const ask = (text?: 'lines') => extractor.extract({ kind: 'html', html }, { kind: 'table', select: 'table', columns: { mon: { headers: ['周一'], optional: false } }, ...(text ? { text } : {}) }, calm)
    expect(await ask('lines')).toEqual([{ mon: '高数\n1-16周\n教101' }])
    expect(await ask()).toEqual([{ mon: '高数 1-16周 教101' }])
  })

  it('bug-log 140: a short row has nulls and an empty cell is empty; the pager\'s row is left out', async () => {
    const html = `<table><thead><tr><th>A<th>B</thead><tbody><tr><td>1<td></td></tr><tr><td>2</tr><tr><td colspan=2>未查询到数据</tr><tr></tr></table>`
    expect(await table(html, { a: 'A', b: 'B' })).toEqual([{ a: '1', b: '' }, { a: '2', b: null }])
  })

  it('a row of one wide cell is left out however few columns it covers, or are asked for; a hidden cell has its place and its text', async () => {
    const html = '<table><tr><th>A<th style="display:none">B<th>C</tr><tr><td>1<td style="display:none">2<td>3</tr><tr><td colspan=2>未查询到数据</tr></table>'
    expect(await table(html, { a: 'A', c: 'C' })).toEqual([{ a: '1', c: '3' }])
    expect(await table(html, { a: 'A' })).toEqual([{ a: '1' }])
    expect(await table(html, { b: 'B', c: 'C' })).toEqual([{ b: '2', c: '3' }])
  })

  it('tables inside cells keep to themselves', async () => {
    const html = '<table><tr><th>A<th>B</tr><tr><td><table><tr><td>x<td>y</table><td>2</tr></table>'
    expect(await table(html, { a: 'A', b: 'B' })).toEqual([{ a: 'x y', b: '2' }])
  })

  it('one of several names is enough; a header that is gone is site-changed unless it is optional', async () => {
    const html = '<table><tr><th>名称</tr><tr><td>1</tr></table>'
    expect(await table(html, { name: ['课程名', '名称'] })).toEqual([{ name: '1' }])
    expect(await table(html, { name: '名称', credits: '学分' }, ['credits'])).toEqual([{ name: '1', credits: null }])
    expect(await rejected(table(html, { name: '名称', credits: '学分' }))).toMatchObject({ code: 'site-changed' })
    expect(await rejected(table('<p>none</p>', { name: '名称' }))).toMatchObject({ code: 'site-changed' })
  })

  it('the headers in any order, with or without thead, and a column that is written twice is read where it first stands', async () => {
    const columns = { a: 'A', b: 'B' }
    const rows = [{ a: '1', b: '2' }]
    for (const html of ['<thead><tr><th>A<th>B</thead><tbody><tr><td>1<td>2', '<tr><td>B<td>A</tr><tr><td>2<td>1', '<tr><th>x<th>B<th>A<th>B</tr><tr><td>0<td>2<td>1<td>9', '<caption>c</caption><tr><td colspan=3>title</tr><tr><th>A<th>#<th>B</tr><tr><td>1<td>0<td>2']) {
      expect(await table(`<table>${html}</table>`, columns)).toEqual(rows)
    }
  })

  it('a table of 7,000 rows is given whole: what is to be done with it is the document\'s to say', async () => {
    const rows = await table(`<table><tr><th>A<th>B</tr>${'<tr><td>1<td>2</tr>'.repeat(7_000)}</table>`, { a: 'A', b: 'B' })
    expect(rows).toHaveLength(7_000)
    expect(await css(`<ul>${'<li>x'.repeat(7_000)}</ul>`, { select: 'li', many: true })).toHaveLength(7_000)
  })

  it('spans of millions make no millions of cells', async () => {
    const html = `<table><tr><th>A</tr>${'<tr><td colspan=1000 rowspan=65534>x</tr>'.repeat(400)}</table>`
    expect(await rejected(table(html, { a: 'A' }))).toMatchObject({ code: 'DOC_DOM_NODES_EXCEEDED' })
  })
})

describe('text', () => {
  const regex = (text: string, pattern: string, many = false): ReturnType<Extractor['extract']> => extractor.extract({ kind: 'text', text }, { kind: 'regex', pattern, many, required: false }, calm)
  it('named groups, a group, the whole match', async () => {
    expect(await regex('a1 b2', '(?<l>[a-z])(?<d>[0-9])', true)).toEqual([{ l: 'a', d: '1' }, { l: 'b', d: '2' }])
    expect(await regex('a1 b2', '([a-z])[0-9]', true)).toEqual(['a', 'b'])
    expect(await regex('a1 b2', '[a-z][0-9]')).toBe('a1')
    expect(await regex('a1', 'x')).toBeNull()
  })
  it('as many as there are', async () => {
    expect(await regex('a'.repeat(20_000), 'a', true)).toHaveLength(20_000)
  })
  it('a group called __proto__ is refused', async () => {
    expect(await rejected(regex('a', '(?<__proto__>a)'))).toMatchObject({ code: 'DOC_PATTERN_INVALID' })
  })
})

/** Threads of this process; Linux tells, elsewhere the check is empty. */
const threads = (): number => (existsSync('/proc/self/task') ? readdirSync('/proc/self/task').length : 0)

describe('pages made to hurt', () => {
  it.each<[string, string, string]>([
    ['bug-log 155: 20,000 nested divs', '<div>'.repeat(20_000), 'DOC_DOM_DEPTH_EXCEEDED'],
    ['100,000 nested divs', '<div>'.repeat(100_000), 'DOC_DOM_DEPTH_EXCEEDED'],
    ['nested tables', '<table><tr><td>'.repeat(5_000), 'DOC_DOM_DEPTH_EXCEEDED'],
    ['nested formatting', '<b>'.repeat(100_000), 'DOC_DOM_DEPTH_EXCEEDED'],
    ['too many nodes', '<i></i>'.repeat(100_001), 'DOC_DOM_NODES_EXCEEDED'],
    ['too many attributes', `<p ${Array.from({ length: 100_001 }, (_, i) => `a${i}=1`).join(' ')}>`, 'DOC_DOM_NODES_EXCEEDED'],
  ])('%s end in a typed error', async (_, html, code) => {
    expect(await rejected(css(html, { select: 'p' }))).toMatchObject({ code })
  })

  it.each([
    ['bug-log 157: 100,000 scripts left open', '<p>x</p>' + '<script>'.repeat(100_000), 'x'],
    ['bug-log 157: a tag that only starts like script', '<p><script-loader>y</script-loader></p>', 'y'],
    ['bug-log 157: <script/>, which is open all the same', '<p>a<script/>bad()</script-not>bad()</script >b</p>', 'ab'],
    ['bug-log 158: end tags without a start', '</div></b></table></p></svg>'.repeat(10_000) + '<p id=z>z</p>', 'z'],
  ])('%s are read as a browser reads them', async (_, html, text) => {
    expect(await css(html, { select: 'p#z, p:not(:empty)' })).toBe(text)
  })

  it('what one page is made into is bounded: each of 400 nested divs has all its text', async () => {
    const nested = `${'<div>'.repeat(400)}${'text '.repeat(20_000)}`
    expect(await rejected(css(nested, { select: 'div', many: true }))).toMatchObject({ code: 'DOC_RESULT_EXCEEDED', limit: 8_388_608 })
    let json: Json = 'x'.repeat(100_000)
    for (let level = 0; level < 400; level++) json = [json]
    expect(await rejected(extractor.extract({ kind: 'json', json }, { kind: 'path', path: '$..*', many: true, required: false }, calm))).toMatchObject({ code: 'DOC_RESULT_EXCEEDED' })
  })

  it('the depth budget: 512 open elements are read, one more is not', async () => {
    // html, body and the divs.
    const nested = (count: number) => css(`<!doctype html>${'<div>'.repeat(count)}x`, { select: 'div' })
    expect(await nested(510)).toBe('x')
    expect(await rejected(nested(511))).toMatchObject({ code: 'DOC_DOM_DEPTH_EXCEEDED', limit: 512 })
  })

  it('a job whose caller gives up ends with its reason, and the next job is served', async () => {
    const own = await openRealExtractor()
    const abort = new AbortController()
    const before = threads()
    const slow = own.extract({ kind: 'html', html: `${'<div>'.repeat(200)}${'<i></i>'.repeat(40_000)}` }, { kind: 'css', pick: pick({ select: 'i:has(~ b)', many: true }) }, abort.signal)
    const reason = new Error('given up')
    void setTimeout(50).then(() => abort.abort(reason))
    await expect(slow).rejects.toBe(reason)
    // The busy worker is gone, not left to burn on.
    await expect.poll(threads, { timeout: 5_000 }).toBeLessThanOrEqual(before)
    expect(await own.extract({ kind: 'html', html: '<p>still here</p>' }, { kind: 'css', pick: pick({ select: 'p' }) }, calm)).toBe('still here')
    await own.close()
  })

  it('many jobs at once all get their own answer', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => css(`<p>${i}</p>`, { select: 'p' })))
    expect(answers).toEqual(Array.from({ length: 12 }, (_, i) => String(i)))
  })

  describe('a worker of its own making', () => {
    const folder = mkdtempSync(join(tmpdir(), 'pkuh-odd-worker-'))
    afterAll(() => rmSync(folder, { recursive: true, force: true }))
    const odd = (name: string, onJob: string) => {
      const path = join(folder, `${name}.cjs`)
      writeFileSync(path, `const { parentPort, threadId } = require('node:worker_threads'); parentPort.on('message', () => { ${onJob} })`)
      return openExtractor(path)
    }
    const job = (own: Extractor) => own.extract({ kind: 'text', text: '' }, { kind: 'regex', pattern: 'a', many: false, required: false }, calm)

    it('that breaks after its answer breaks nothing else, and another takes the next job', async () => {
      const own = odd('late', `parentPort.postMessage({ ok: true, value: threadId }); setTimeout(() => { throw new Error('late') }, 5)`)
      const first = await job(own)
      await setTimeout(200)
      expect(await job(own)).not.toBe(first)
      await own.close()
    })

    it('is kept for 30 seconds after its last job, not after its first', async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      onTestFinished(() => { vi.useRealTimers() })
      const own = odd('steady', 'parentPort.postMessage({ ok: true, value: threadId })')
      const first = await job(own)
      vi.advanceTimersByTime(20_000)
      expect(await job(own)).toBe(first)
      vi.advanceTimersByTime(20_000)
      expect(await job(own)).toBe(first)
      expect(vi.getTimerCount()).toBe(1)
      vi.advanceTimersByTime(30_000)
      expect(await job(own)).not.toBe(first)
      await own.close()
      expect(vi.getTimerCount()).toBe(0)
    })
  })

  it('a closed extractor takes no job', async () => {
    const own = await openRealExtractor()
    await own.close()
    await expect(own.extract({ kind: 'text', text: '' }, { kind: 'regex', pattern: 'a', many: false, required: false }, calm)).rejects.toMatchObject({ code: 'DOC_EXTRACT_FAILED' })
  })
})
