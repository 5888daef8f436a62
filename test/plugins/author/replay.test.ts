import { describe, expect, it } from 'vitest'
import { readFixtures } from '../../../src/plugins/author/fixture.ts'
import { mutateFixture } from '../../../src/plugins/author/mutate/mutate-fixture.ts'
import { openReplayer } from '../../../src/plugins/author/replay.ts'
import { testFixture } from '../../../src/plugins/author/test-plugin.ts'
import { traceRun } from '../../../src/plugins/author/trace-run.ts'
import { caught, filesOf } from '../scene/documents.ts'
import { fixtureText, loose, opened, page, sampleFiles, samplePlugin, strict } from './sample.ts'

const tested = async (files: ReturnType<typeof sampleFiles>) => { const { replayer, fixture } = opened(files); return testFixture(fixture, replayer) }

describe('a recording', () => {
  it('is run offline, at its own time, and compared with what it expects', async () => {
    expect(await tested(sampleFiles(samplePlugin(strict)))).toMatchObject({ ok: true, differs: undefined })
  })

  it('tells the first place that differs', async () => {
    expect(await tested(sampleFiles(samplePlugin(strict), fixtureText('', '[{ title: 甲, date: "2026-03-01" }, { title: 丙, date: "2026-03-02" }]'))))
      .toMatchObject({ ok: false, differs: { at: '$[1].title', expected: '丙', found: '乙' } })
  })

  it('that says nothing of what to expect has not passed', async () => {
    expect(await tested(sampleFiles(samplePlugin(strict), fixtureText().replace(/expect:[\s\S]*/, '')))).toMatchObject({ ok: false, expected: undefined })
  })

  it('whose arguments the tool does not take tells which, and what it takes', async () => {
    const { outcome } = await tested(sampleFiles(samplePlugin(strict), fixtureText().replace('args: { page: 1 }', 'args: { page: one }')))
    expect(outcome).toMatchObject({ ok: false, fails: 'AUTHOR_ARGS_REFUSED', error: { params: { fixture: 'fixtures/first.yaml', at: 'args.page', expected: 'number' } } })
    const stray = await tested(sampleFiles(samplePlugin(strict), fixtureText().replace('args: { page: 1 }', 'args: { day: 1 }')))
    expect(stray.outcome).toMatchObject({ error: { params: { at: 'args', expected: '{ page }' } } })
  })

  it('fails in the words of the language that is asked for', async () => {
    const files = sampleFiles(samplePlugin(strict), fixtureText(), '<p>gone</p>')
    const said = async (lang: 'en' | 'zh') => { const outcome = await openReplayer(files, { trust: 'community' }, lang).run(opened(files).fixture); return outcome.ok ? '' : outcome.error.message }
    expect([await said('en'), await said('zh')]).toEqual([expect.stringContaining('site'), expect.stringContaining('网站')])
  })

  it('can expect a failure by its kind', async () => {
    const failing = fixtureText().replace(/expect:[\s\S]*/, 'expect: { fails: site-changed }\n')
    expect(await tested(sampleFiles(samplePlugin(strict), failing, '<p>gone</p>'))).toMatchObject({ ok: true })
    expect(await tested(sampleFiles(samplePlugin(strict), failing))).toMatchObject({ ok: false, differs: { at: 'fails', expected: 'site-changed' } })
  })

  it('answers no request that it does not have', async () => {
    const { outcome } = await tested(sampleFiles(samplePlugin(strict), fixtureText().replace('query: { page: 1 }', 'query: { page: 2 }')))
    expect(outcome).toMatchObject({ ok: false, fails: 'AUTHOR_REQUEST_UNRECORDED', error: { params: { request: 'GET dean /web/notice.php?page=1', recorded: 'GET dean /web/notice.php?page=2' } } })
  })

  it('reads a page of another charset as its own words say', async () => {
    const gbk = Uint8Array.from([...Buffer.from('<meta charset="gbk"><div class="item"><a>'), 0xbc, 0xd7, ...Buffer.from('</a><span>2026-03-01</span></div>')])
    const files = new Map(sampleFiles(samplePlugin(strict), fixtureText('', '[{ title: 甲, date: "2026-03-01" }]')))
    files.set('fixtures/list.html', gbk)
    expect(await tested(files)).toMatchObject({ ok: true })
  })

  it.each([
    ['an unknown key', `${fixtureText()}wrong: 1\n`, { code: 'DOC_KEY_UNKNOWN', file: 'fixtures/first.yaml', line: 9, at: 'wrong' }],
    ['a page that is not there', fixtureText().replace('list.html', 'lost.html'), { code: 'DOC_FILE_MISSING', file: 'fixtures/lost.html' }],
    ['a moment without its zone', fixtureText().replace('+08:00', ''), { code: 'DOC_FIELD_INVALID', line: 3, at: 'at' }],
  ])('with %s is refused at its place', (_name, text, error) => {
    expect(caught(() => readFixtures(filesOf({ 'PLUGIN.md': samplePlugin(strict), 'fixtures/first.yaml': text, 'fixtures/list.html': page })))).toMatchObject(error)
  })
})

describe('a trace', () => {
  it('tells each step: its request, what each selector matched and the first of it, its value and the fuel left', async () => {
    const { replayer, fixture } = opened(sampleFiles(samplePlugin(strict)))
    const { steps, outcome } = await traceRun(fixture, replayer)
    expect(outcome.ok).toBe(true)
    expect(steps.map(({ kind }) => kind)).toEqual(['request', 'extract', 'return'])
    expect(steps[0]).toMatchObject({ at: 'tools.list.steps[0].request', requests: [{ request: 'GET dean /web/notice.php?page=1', status: 200, bytes: Buffer.byteLength(page) }] })
    expect(steps[1]?.matched).toEqual([
      { what: '.item', count: 2, first: '<div class="item"><a href="n.php?id=1">甲</a><span>2026-03-01</span></div>' },
      { what: 'title: a', count: 2, first: '<a href="n.php?id=1">甲</a>' }, { what: 'date: span', count: 2, first: '<span>2026-03-01</span>' },
    ])
    expect(steps[2]).toMatchObject({ value: '[2] [{"title":"甲","date":"2026-03-01"},{"title":"乙","date":"2026-03-02"}]', failed: false })
    expect(steps[0]?.fuelLeft).toBeGreaterThan(steps[2]?.fuelLeft ?? Infinity)
  })

  it('of a table tells its rows, what the first of them says, and each header that was sought', async () => {
    const rows = '<table class=list><tr><td colspan=2>时间<td>星期一</tr><tr><td>上午<td>第1节<td>高数</tr></table>'
    const extract = '{ from: page.html, table: table.list, columns: { title: { header: 星期 一 }, date: 节次 } }'
    const { replayer, fixture } = opened(sampleFiles(samplePlugin(extract), fixtureText(), rows))
    const { steps } = await traceRun(fixture, replayer)
    expect(steps.at(-1)).toMatchObject({ failed: true, matched: [
      { what: 'table.list', count: 1 }, { what: 'table.list tr', count: 2, first: '时间 | 星期一' }, { what: 'title: 星期 一', count: 1, first: '<td>星期一</td>' }, { what: 'date: 节次', count: 0, first: undefined },
    ] })
  })

  it('ends at the step that failed, with what it had matched', async () => {
    const { replayer, fixture } = opened(sampleFiles(samplePlugin(strict), fixtureText(), '<div class="item"><b>甲</b></div>'))
    const { steps, outcome } = await traceRun(fixture, replayer)
    expect(outcome).toMatchObject({ ok: false, fails: 'site-changed' })
    expect(steps.at(-1)).toMatchObject({ kind: 'extract', failed: true, value: undefined, matched: [{ what: '.item', count: 1 }, { what: 'title: a', count: 0, first: undefined }, { what: 'date: span', count: 0 }] })
  })
})

describe('mutations', () => {
  const mutated = async (extract: string, more?: string, html?: string, rows?: string) => {
    const { replayer, fixture } = opened(sampleFiles(samplePlugin(extract), fixtureText(more, rows), html))
    return mutateFixture(fixture, sampleFiles(samplePlugin(extract), fixtureText(more, rows), html), replayer)
  }

  it('of a tool that asks for what it needs are all told of', async () => {
    const { changes, survivors } = await mutated(strict)
    expect(survivors).toEqual([])
    expect(changes).toBeGreaterThanOrEqual(14)
  })

  it('that leave an empty list or empty fields survive, each under its selector', async () => {
    expect((await mutated(loose)).survivors).toEqual([
      expect.objectContaining({ kind: 'selector', what: '.item', change: 'removed', of: 'all', how: { hollow: '$' } }),
      expect.objectContaining({ kind: 'selector', what: 'a', change: 'removed', of: 'all', how: { hollow: '$[].title' } }),
      expect.objectContaining({ kind: 'selector', what: 'span', change: 'removed', of: 'all', how: { hollow: '$[].date' } }),
    ])
  })

  it('of one row alone count: a field that only one row lost', async () => {
    const one = strict.replace('title: { select: a, required: true }', 'title: { select: "a[href]" }')
    const { survivors } = await mutated(`${one}\n        as: some\n      - assert: { that: 'len(some) > 1 && some[1].title != null' }\n      - each: { in: some, as: row, yield: { title: "\${{ row.title }}", date: "\${{ row.date }}" } }`)
    expect(survivors).toMatchObject([{ what: 'a[href]', of: 'one', how: { hollow: '$[].title' } }])
  })

  it('of one row fewer are another page, where the tool leaves the others out itself; without any it must still tell', async () => {
    const kept = (extract: string) => mutated(`${extract}\n        as: all\n      - each: { in: all, as: row, keep: row.date > '2026-03-01', yield: { title: "\${{ row.title }}", date: "\${{ row.date }}" } }`, '', page, '[{ title: 乙, date: "2026-03-02" }]')
    expect((await kept(strict)).survivors).toEqual([])
    expect((await kept(strict.replace('many: true, required: true', 'many: true'))).survivors).toMatchObject([{ what: '.item', of: 'all', how: { hollow: '$' } }])
  })

  it('of what the recording calls optional are not asked about', async () => {
    expect((await mutated(strict.replace('select: span, required: true', 'select: span'), 'optional: [span]\n')).survivors).toEqual([])
  })

  const table = `<table class="t"><tr><th>名称</th><th>日期</th></tr><tr><td>甲</td><td>2026-03-01</td></tr></table>`
  it('reach tables by their headers, but those that are optional', async () => {
    const rows = '[{ title: 甲, date: "2026-03-01" }]'
    expect((await mutated('{ from: page.html, table: .t, columns: { title: 名称, date: 日期 } }', '', table, rows)).survivors).toEqual([])
    const soft = await mutated('{ from: page.html, table: .t, columns: { title: { header: 名称, optional: true }, date: 日期 } }', '', table, rows)
    expect(soft.survivors).toEqual([])
  })

  it('reach attributes that are taken', async () => {
    const attr = strict.replace('title: { select: a, required: true }', 'title: { select: a, attr: href }')
    expect((await mutated(attr, '', page, '[{ title: "n.php?id=1", date: "2026-03-01" }, { title: "n.php?id=2", date: "2026-03-02" }]')).survivors)
      .toMatchObject([{ kind: 'selector', what: 'a' }, { kind: 'attribute', what: 'href' }])
  })

  describe('of JSON', () => {
    const files = (assert: string) => sampleFiles(
      samplePlugin('{ from: page.json, path: "$.rows[*]", many: true }', `${assert}      - each: { in: rows, as: row, yield: { title: "\${{ row.t }}", date: "\${{ row.d }}" } }\n        as: made\n`).replace('return: "${{ rows }}"', 'return: "${{ made }}"'),
      fixtureText('', '[{ title: 甲, date: "2026-03-01" }]').replace('{ body: list.html, type: text/html }', '{ json: { rows: [{ t: 甲, d: "2026-03-01", unread: 1 }], total: 1 } }'))
    const mutate = async (assert: string) => { const all = files(assert); const { replayer, fixture } = opened(all); return mutateFixture(fixture, all, replayer) }

    it('each key that was read must be missed; keys that nobody read do not count', async () => {
      const { changes, survivors } = await mutate('')
      expect(survivors.map(({ what }) => what)).toEqual(['rows', 'rows[].t', 'rows[].d'])
      expect(changes).toBe(6)
    })

    it('a tool that asserts them is told of none', async () => {
      expect((await mutate('      - assert: { that: "len(rows) > 0 && rows[0].t != null && rows[0].d != null" }\n')).survivors).toEqual([])
    })
  })
})
