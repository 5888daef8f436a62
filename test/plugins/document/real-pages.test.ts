import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Json } from '../../../src/rules/json.ts'
import { decodeText } from '../../../src/host/net/charset.ts'
import { parseMoment } from '../../../src/plugins/document/expression/dates/parse-moment.ts'
import { toText } from '../../../src/plugins/document/expression/dates/moment.ts'
import type { Pick, Source, Spec } from '../../../src/plugins/document/extract/extract-types.ts'
import { runJob } from '../../../src/plugins/document/extract/run-job.ts'

const data = '../shared/data'
const there = existsSync(data)
const bytes = (path: string) => readFileSync(`${data}/${path}`)
const page = (path: string, charset?: string) => decodeText(bytes(path), 'text/html', charset).text
/** As the worker does it. */
function extract(source: Source, spec: Spec): Json {
  const answer = runJob(source, spec)
  if (!answer.ok) throw new Error(JSON.stringify(answer))
  return answer.value
}
const table = (html: string, select: string, columns: Readonly<Record<string, string>>) =>
  z.array(z.record(z.string(), z.string().nullable())).parse(extract({ kind: 'html', html }, { kind: 'table', select, columns: Object.fromEntries(Object.entries(columns).map(([name, header]) => [name, { headers: [header], optional: false }])) }))
const pick = (select: string | undefined, parts: Partial<Pick> = {}): Pick => ({ select, many: false, required: false, without: undefined, match: undefined, take: { kind: 'text', form: 'line' }, ...parts })
const css = (html: string, select: string, parts: Partial<Pick> = {}) => extract({ kind: 'html', html }, { kind: 'css', pick: pick(select, parts) })
const fields = (of: Readonly<Record<string, Pick>>): Partial<Pick> => ({ many: true, take: { kind: 'fields', fields: of } })
const attr = (select: string | undefined, name: string, match?: string): Pick => pick(select, { take: { kind: 'attr', name }, match })

it('the real pages are there when CI asks for them', () => {
  if (process.env['CI'] === 'true') expect(there).toBe(true)
  if (!there) console.warn(`skipped: ${data} is not there`)
})

describe.skipIf(!there)('timetables and grades of other universities', () => {
  const week = { time: '时间', mon: '星期一', tue: '星期二', thu: '星期四', fri: '星期五' }
  const timetable = (html: string) => table(html, '#Table1', week)

  it('a 正方 timetable in GBK, and the same in UTF-8 that calls itself gb2312: a lesson of two periods stands in both', () => {
    const rows = timetable(page('cn_univ/zhengfang_timetable.gbk.html'))
    expect(rows.slice(1, 3).map(({ time, mon }) => [time, mon])).toEqual([['上午', '建筑结构(A) 周一第1,2节{第1-14周} 钱乙丑 教5103(西)'], ['上午', '建筑结构(A) 周一第1,2节{第1-14周} 钱乙丑 教5103(西)']])
    expect(rows[5]).toMatchObject({ time: '下午', tue: '', thu: '', fri: '体育(A)Ⅳ 周五第5,6节{第1-12周} 王辛未' })
    expect(timetable(page('cn_univ/zhengfang_timetable.utf8_declares_gb2312.html', 'utf-8'))).toEqual(rows)
    expect(() => timetable(page('cn_univ/zhengfang_timetable.utf8_declares_gb2312.html'))).toThrow('时间')
  })

  it('a 强智 grade table, and one whose rowspan of 366 is longer than the table', () => {
    const term = table(page('cn_univ/just_oneterm_result_table.html'), '#dataList', { grade: '成绩', course: '课程名称', credit: '学分' })
    expect(term).toHaveLength(12)
    expect(term.slice(0, 2)).toEqual([{ grade: '80', course: '三年级体育专项', credit: '0.5' }, { grade: '优', course: '形势与政策3', credit: '0.5' }])
    const plan = table(page('cn_univ/just_personal_table.html'), '#dataList', { no: '序号', system: '课程体系', course: '课程名称', grade: '成绩' })
    expect(plan.map(({ no }) => no)).toEqual(Array.from({ length: 50 }, (_, index) => String(index + 1)))
    expect(new Set(plan.map(({ system }) => system))).toEqual(new Set(['通识教育基础课程']))
    expect(plan[1]).toMatchObject({ course: '大学物理A2', grade: '65' })
  })

  it('a table whose one row says that there is none, over fewer columns than it has', () => {
    expect(table(page('cn_univ/qiangzhi_title_attr_and_empty_row.html'), '#dataList', { course: '课程名称', seat: '座位号' })).toEqual([])
  })

  it('what stands in a title as escaped markup, and hidden divs with two lessons', () => {
    expect(css(page('cn_univ/qiangzhi_title_attr_and_empty_row.html'), 'p[title]', { many: true, take: { kind: 'attr', name: 'title' }, match: '课程名称：([^<]+)' })).toEqual(['数据结构', '高等数学'])
    expect(css(page('cn_univ/qiangzhi_kbtable.html'), '.kbcontent font[title="老师"]', { many: true })).toEqual(['赵甲子', '钱乙', '孙丙'])
    expect(css(page('cn_univ/qiangzhi_kbtable.html'), '#kbtable td:nth-child(5) .kbcontent', { take: { kind: 'text', form: 'lines' } })).toMatch(/^20910212-1\n软件工程B\n钱乙\n11-18\(周\)\n教十一楼C102\n-+\n20910252-1\nPYTHON程序设计/)
  })
})

describe.skipIf(!there)('PKU', () => {
  const expected = there ? z.object({
    'courses.html': z.object({ courses: z.array(z.tuple([z.string(), z.string(), z.boolean()])) }), dates: z.array(z.tuple([z.string(), z.string().nullable()])),
    'announcements.html': z.object({ titles: z.array(z.string()) }), 'content_list.html': z.object({ ids: z.array(z.string()) }), 'deadline.html': z.string(),
  }).parse(JSON.parse(bytes('pku/blackboard/expected.json').toString())) : undefined

  it('Blackboard: courses by term, contents, announcements, a deadline', () => {
    const courses = css(page('pku/blackboard/courses.html'), '.portlet:has(.moduleTitle:contains("课程")) .courseListing a', fields({ id: attr(undefined, 'href', 'key=(_[0-9]+_[0-9]+)'), name: pick(undefined) }))
    expect(courses).toEqual(expected?.['courses.html'].courses.map(([id, name]) => ({ id, name })))
    expect(css(page('pku/blackboard/content_list.html'), '#content_listContainer > li:has(> :nth-child(3)) > div[id]', { many: true, take: { kind: 'attr', name: 'id' } })).toEqual(expected?.['content_list.html'].ids)
    expect(css(page('pku/blackboard/content_list.html'), '.attachments a', fields({ name: pick(undefined), at: attr(undefined, 'href') }))).toEqual([{ name: 'Amazons.docx', at: '/bbcswebdav/pid-1/xid-1' }])
    expect(css(page('pku/blackboard/announcements.html'), 'h3:not(:first-child)', { many: true })).toEqual(expected?.['announcements.html'].titles)
    expect(css(page('pku/blackboard/deadline.html'), '#assignMeta2 + div')).toBe(expected?.['deadline.html'])
  })

  it('dates as Blackboard writes them', () => {
    for (const [text, date] of expected?.dates ?? []) {
      const moment = parseMoment(text, Date.parse('2026-04-01T10:00:00+08:00'))
      if (date === null) expect(moment, text).toBeUndefined()
      else expect(moment && toText(moment), text).toMatch(date.length > 10 ? date.slice(0, 16) : date)
    }
  })

  it('what the course election answers, and its dates in a table inside a table', () => {
    const told = (name: string) => css(page(`pku/elective/electsupplement_tips_${name}.html`), '#msgTips')
    expect(told('quota')).toBe('该课程选课人数已满，请稍后再试。')
    for (const name of ['success', 'failed', 'mutex', 'timeout']) expect(told(name), name).toMatch(/\p{Script=Han}{4}/u)
    const [stages] = z.array(z.object({ html: z.string() })).parse(JSON.parse(bytes('pku/elective/inline_snippets.json').toString()))
    const rows = table(stages?.html ?? '', 'table.datagrid', { name: '选课阶段', from: '开始时间', to: '结束时间' })
    expect(rows).toEqual([{ name: '补退选第一阶段候补选课', from: '2月27日下午15:00', to: '2月28日上午10:00' }])
    expect(rows.flatMap(({ from, to }) => [from, to].map((text) => { const moment = parseMoment(text ?? '', Date.parse('2026-02-20T00:00:00+08:00')); return moment && toText(moment) }))).toEqual(['2026-02-27T15:00', '2026-02-28T10:00'])
  })

  it('menus and hours of the canteens', () => {
    const menu = z.json().parse(JSON.parse(bytes('pku/canteen/nongyuan_menu_raw.json').toString()))
    const path = (at: string) => extract({ kind: 'json', json: menu }, { kind: 'path', path: at, many: true, required: false })
    expect(path('$[1:3].name')).toEqual(['排骨米粉', '招牌牛肉粉'])
    expect(path('$[*].price_raw')).toHaveLength(Array.isArray(menu) ? menu.length : 0)
    const dishes = z.json().parse(JSON.parse(bytes('pku/canteen/dishes_sample.json').toString()))
    expect(extract({ kind: 'json', json: dishes }, { kind: 'path', path: '$..hours.lunch', many: true, required: true })).toContain(true)
    const hours = z.array(z.record(z.string(), z.string())).parse(extract({ kind: 'text', text: bytes('pku/canteen/canteen_hours.txt').toString() }, { kind: 'regex', pattern: '(?m)^(?<place>\\S+).* (?<from>[0-9]{2}:[0-9]{2})-(?<to>[0-9]{2}:[0-9]{2})$', many: true, required: true }))
    expect(hours[0]).toEqual({ place: '学一食堂', from: '17:00', to: '18:30' })
  })

  it('every page is read without a word lost: each text that a browser shows is in the text of its body', () => {
    for (const name of readdirSync(`${data}/pku/dean`).filter((file) => file.endsWith('.html'))) {
      const html = page(`pku/dean/${name}`)
      const all = css(html, 'body')
      for (const text of z.array(z.string()).parse(css(html, 'body a, body h1, body p', { many: true }))) expect(all, name).toContain(text)
    }
  })
})
