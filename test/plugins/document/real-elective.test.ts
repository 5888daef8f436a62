import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { stateOf } from '../../../src/host/campus/services/elective-pages.ts'
import { css, data, dateIn, json, page, path, regex, table, there, type Row } from './real-data.ts'

const rowSchema = z.object({ 基本信息: z.record(z.string(), z.string()), 详细信息: z.record(z.string(), z.string()) })
const lists = ['general', 'public_elective', 'summer'].map((name) => `courses_${name}.json`)
const counts: Readonly<Record<string, number>> = { 'courses_general.json': 143, 'courses_public_elective.json': 220, 'courses_summer.json': 160 }
const read = (name: string) => json(`pku/elective/${name}`)
/** A cell's text as a page shows it. */
const squeezed = (text: string) => text.replace(/\s+/g, ' ').trim()
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

describe.skipIf(!there)('the elective site\'s course rows, all 523', () => {
  it.each(lists)('%s: each field of each row by its path, in Chinese names', (name) => {
    const raw = read(name)
    const rows = z.array(rowSchema).parse(raw)
    expect(rows).toHaveLength(counts[name] ?? -1)
    for (const part of ['基本信息', '详细信息'] as const) {
      for (const field of new Set(rows.flatMap((row) => Object.keys(row[part])))) {
        const expected = rows.flatMap((row) => row[part][field] ?? [])
        expect(path(raw, `$[*].${part}['${field}']`), field).toEqual(expected)
        expect(path(raw, `$[*].${part}.${field}`), field).toEqual(expected)
      }
    }
  })

  it.each(lists)('%s: as the table of a page, whatever the order of its columns, with an empty cell as empty (bug-log 140)', (name) => {
    const rows = z.array(rowSchema).parse(read(name)).map((row) => row.基本信息)
    const columns = ['课程号', '课程名', '课程类别', '学分', '教师', '班号', '开课单位', '专业', '年级', '上课时间及教室', '限数已选', '自选PNP', '备注']
    for (const order of [columns, columns.toReversed(), [...columns.slice(5), ...columns.slice(0, 5)]]) {
      const html = `<table class=datagrid><tr class=datagrid-header>${order.map((one) => `<th>${one}</th>`).join('')}</tr>${rows.map((row) => `<tr class=datagrid-odd>${order.map((one) => `<td class=datagrid><span>${escaped(row[one] ?? '')}</span></td>`).join('')}</tr>`).join('')}</table>`
      const expected: readonly Row[] = rows.map((row) => Object.fromEntries(columns.map((one) => [one, squeezed(row[one] ?? '')])))
      expect(table(html, 'table.datagrid', Object.fromEntries(columns.map((one) => [one, one])))).toEqual(expected)
    }
    expect(rows.some((row) => row['教师'] === '' || row['专业'] === '')).toBe(true)
  })

  it.each(lists)('%s: seats, credits, and each time that a course is taught, which the site runs together', (name) => {
    const rows = z.array(rowSchema).parse(read(name)).map((row) => row.基本信息)
    for (const row of rows) {
      const [most, taken] = (row['限数已选'] ?? '').split(' / ')
      expect(regex(row['限数已选'] ?? '', '^(?<most>[0-9]+) */ *(?<taken>[0-9]+)$')).toEqual({ most, taken })
      expect(regex(row['学分'] ?? '', '^[0-9]+[.][0-9]$')).toBe(row['学分'])
    }
    // A room's number stands right before the next week's (理教3061~15周), so the first week alone cannot be told without knowing rooms.
    const form = '(?<to>[0-9]{1,2})周 (?<every>每周|单周|双周)周(?<day>[一二三四五六日])(?<first>[0-9]{1,2})~(?<last>[0-9]{1,2})节'
    const taught = rows.map((row) => row['上课时间及教室'] ?? '')
    expect(taught.map((text) => regex(text, form, true))).toEqual(taught.map((text) => [...text.matchAll(new RegExp(form, 'gu'))].map(({ groups }) => ({ ...groups }))))
    for (const text of taught) expect(regex(text, form, true), text).toHaveLength(text.match(/\d节/g)?.length ?? 0)
    expect(taught.filter((text) => text !== '' && !/\d节/.test(text))).toEqual([])
  })
})

/** What each of its answers says, and whether `#msgTips` finds it: a `td` outside a table is no element in a browser's tree. */
const answers: Readonly<Record<string, readonly [said: string, byId: boolean]>> = {
  system_prompt: ['出错提示:验证码不正确。', false],
  system_prompt_msgtips_captcha_error: ['验证码不正确。', false],
  system_prompt_msgtips_not_in_operation: ['目前不是补退选时间，因此不能进行相应操作。', false],
  system_prompt_msgtips_quota: ['该课程选课人数已满，请稍后再试。', false],
  system_prompt_msgtips_session_expired: ['您尚未登录或者会话超时,请重新登录.', false],
  system_prompt_msgtips_shared_session: ['你与他人共享了回话，请退出浏览器重新登录。', false],
  system_prompt_msgtips_token_invalid: ['token无效', true],
  system_prompt_msgtips_unknown: ['未知错误: Something changed.', false],
  tips_div: ['选课操作失败，请稍后再试。', true],
  tips_failed: ['选课操作失败，请稍后再试。', true],
  tips_mutex: ['课程A与课程B只能选其一门。', true],
  tips_quota: ['该课程选课人数已满，请稍后再试。', true],
  tips_success: ['补选（或者候补）课程算法设计成功，请查看已选上列表确认，并查看选课结果。', true],
  tips_timeout: ['对不起，超时操作，请重新登录。', true],
}

describe.skipIf(!there)('the elective site\'s answers', () => {
  it.each(Object.entries(answers))('%s is read', (name, [said, byId]) => {
    const html = page(`pku/elective/electsupplement_${name}.html`)
    expect(css(html, 'body')).toBe(said)
    expect(css(html, '#msgTips')).toBe(byId ? said : null)
  })

  it('are all there is of them', () => {
    expect(readdirSync(`${data}/pku/elective`).toSorted()).toEqual([...lists, 'inline_snippets.json', ...Object.keys(answers).map((name) => `electsupplement_${name}.html`)].toSorted())
  })
})

/** A table inside a table, as the site writes it, ends the one around it in a browser's tree: the second `datagrid` of a page is what was elected. */
const offered = { course: '课程名', no: '班号', school: '开课单位', seats: '限数/已选', act: '补选' }
const elected = { course: '课程名', no: '班号', school: '开课单位' }
const first = 'table.datagrid'
const second = 'table.datagrid ~ table.datagrid'
const a = { course: '课程A', no: '01', school: '学院A' }
const b = { course: '课程B', no: '02', school: '学院B' }
const stage = { name: '选课阶段', from: '开始时间', to: '结束时间', note: '备注' }
const supplement = { name: '补退选第一阶段候补选课', from: '2月27日下午15:00', to: '2月28日上午10:00', note: '' }
const said = (text: string, state: ReturnType<typeof stateOf>) => (html: string) => { expect([css(html, 'body'), stateOf(html)]).toEqual([text, state]) }
const both = (one: readonly Row[], other: readonly Row[], columns: Readonly<Record<string, string>> = offered) => (html: string) => {
  expect([table(html, first, columns), table(html, second, elected)]).toEqual([one, other])
}
const invalid = said('出错提示:token无效', 'signed-out')
const had = said('ignore 您已经选过该课程了。', 'unknown')

/** The 21 fragments that a community's tests have of its pages, in their order. */
const snippets: readonly ((html: string) => void)[] = [
  (html) => { expect(table(html, first, stage)).toEqual([supplement]) },
  (html) => {
    const rows = table(html, first, stage)
    expect(rows).toEqual([{ name: '维护选课计划', from: '', to: '', note: '' }, supplement, { name: '补退选第二阶段候补选课', from: '3月1日上午9:00', to: '3月2日上午10:00', note: '' }])
    expect(rows.map(({ from, to }) => [from, to].map((text) => dateIn(text ?? '', '2026-02-20T00:00:00')))).toEqual([[undefined, undefined], ['2026-02-27T15:00', '2026-02-28T10:00'], ['2026-03-01T09:00', '2026-03-02T10:00']])
  },
  invalid,
  said('对不起，超时操作，请重新登录', 'signed-out'),
  said('选课操作失败，请稍后再试', 'unknown'),
  said('该课程选课人数已满，请稍后再试。', 'unknown'),
  invalid,
  had,
  said('出错提示:目前不是补退选时间，因此不能进行相应操作。', 'refused'),
  said('出错提示:目前不是补退选阶段！', 'refused'),
  both([{ ...a, seats: '30/10', act: '补选' }], [b]),
  had,
  (html) => {
    both([{ ...a, seats: '30/10', act: '补选' }], [b])(html)
    expect(css(html, 'body')).toMatch(/ignore 您已经选过该课程了。 出错提示:token无效 link$/)
  },
  had,
  invalid,
  (html) => {
    // Its first cell has no text: row 140 of the bug log, where the name stands in a script alone.
    both([{ course: '', no: '01', school: '研究生院', seats: '30 / 30', act: '刷新' }], [{ course: '已选课', no: '01', school: '学院A' }])(html)
    expect(css(html, `${first} a[onclick]`, { take: { kind: 'attr', name: 'onclick' }, match: "^return confirmSelect\\('[^']*','[^']*','([^']*)'" })).toBe('TED演讲与社会')
  },
  // A template that was never filled in: no header, so no table that could be meant.
  (html) => {
    expect(() => table(html, first, elected)).toThrow('课程名')
    expect(table(html, second, elected)).toEqual([b])
  },
  invalid,
  (html) => {
    expect(css(html, 'body')).toBe('empty')
    expect(() => table(html, first, offered)).toThrow(first)
  },
  both([{ ...a, seats: '1 / 1', act: '刷新' }], [{ course: '已选课', no: '01', school: '学院A' }]),
  both([{ ...a, seats: '80 / 73', act: '补选' }], [b]),
]

describe.skipIf(!there)('the elective site\'s fragments', () => {
  const all = there ? z.array(z.object({ html: z.string() })).parse(read('inline_snippets.json')) : []
  it('are 21', () => { expect(all).toHaveLength(snippets.length) })
  it.each(snippets.map((check, at) => [at, check] as const))('number %i is read as a browser’s tree has it', (at, check) => { check(all[at]?.html ?? '') })
})
