import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { css, data, page, table, there } from './real-data.ts'

describe.skipIf(!there)('timetables and grades of other universities', () => {
  const week = { time: '时间', mon: '星期一', tue: '星期二', wed: '星期三', thu: '星期四', fri: '星期五', sat: '星期六', sun: '星期日' }
  const timetable = (html: string) => table(html, '#Table1', week)

  it('a 正方 timetable in GBK, and the same in UTF-8 that calls itself gb2312: a lesson of two periods stands in both', () => {
    const rows = timetable(page('cn_univ/zhengfang_timetable.gbk.html'))
    expect(rows.slice(1, 3).map(({ time, mon }) => [time, mon])).toEqual([['上午', '建筑结构(A) 周一第1,2节{第1-14周} 钱乙丑 教5103(西)'], ['上午', '建筑结构(A) 周一第1,2节{第1-14周} 钱乙丑 教5103(西)']])
    expect(rows[5]).toMatchObject({ time: '下午', tue: '', thu: '', fri: '体育(A)Ⅳ 周五第5,6节{第1-12周} 王辛未' })
    expect(timetable(page('cn_univ/zhengfang_timetable.utf8_declares_gb2312.html', 'utf-8'))).toEqual(rows)
    expect(() => timetable(page('cn_univ/zhengfang_timetable.utf8_declares_gb2312.html'))).toThrow('时间')
  })

  it('not one lesson of the 正方 timetable is lost, nor is one in a day or a period that is not its own', () => {
    const html = page('cn_univ/zhengfang_timetable.gbk.html')
    const lessons = z.array(z.string()).parse(css(html, '#Table1 td', { many: true })).filter((text) => text.includes('{第'))
    const spans = z.array(z.string().nullable()).parse(css(html, '#Table1 td:contains("{第")', { many: true, take: { kind: 'attr', name: 'rowspan' } })).map((span) => Number(span ?? 1))
    const placed = timetable(html).flatMap((row) => Object.entries(row).flatMap(([day, text]) => (text?.includes('{第') ? [{ day, text }] : [])))
    expect(lessons.length).toBeGreaterThan(8)
    expect(placed).toHaveLength(spans.reduce((sum, span) => sum + span, 0))
    expect(new Set(placed.map(({ text }) => text))).toEqual(new Set(lessons))
    const days: Readonly<Record<string, string>> = { mon: '一', tue: '二', wed: '三', thu: '四', fri: '五', sat: '六', sun: '日' }
    const named = placed.filter(({ text }) => /周[一-日]第/.test(text))
    expect(named.length).toBeGreaterThan(10)
    for (const { day, text } of named) expect(text).toContain(`周${days[day]}第`)
  })

  it('a 强智 grade table, and one whose rowspan of 366 is longer than the table', () => {
    const term = table(page('cn_univ/just_oneterm_result_table.html'), '#dataList', { grade: '成绩', course: '课程名称', credit: '学分' })
    expect(term).toHaveLength(12)
    expect(term.slice(0, 2)).toEqual([{ grade: '80', course: '三年级体育专项', credit: '0.5' }, { grade: '优', course: '形势与政策3', credit: '0.5' }])
    const plan = table(page('cn_univ/just_personal_table.html'), '#dataList', { no: '序号', system: '课程体系', course: '课程名称', grade: '成绩' })
    expect(plan.map(({ no }) => no)).toEqual(Array.from({ length: 50 }, (_, index) => String(index + 1)))
    expect(new Set(plan.map(({ system }) => system))).toEqual(new Set(['通识教育基础课程']))
    expect(plan[1]).toMatchObject({ course: '大学物理A2', grade: '65' })
    for (const { course, grade } of [...term, ...plan]) expect([course, typeof grade]).toEqual([expect.stringMatching(/./), 'string'])
  })

  it('a table whose one row says that there is none, over fewer columns than it has', () => {
    expect(table(page('cn_univ/qiangzhi_title_attr_and_empty_row.html'), '#dataList', { course: '课程名称', seat: '座位号' })).toEqual([])
  })

  it('what stands in a title as escaped markup, and hidden divs with two lessons', () => {
    expect(css(page('cn_univ/qiangzhi_title_attr_and_empty_row.html'), 'p[title]', { many: true, take: { kind: 'attr', name: 'title' }, match: '课程名称：([^<]+)' })).toEqual(['数据结构', '高等数学'])
    expect(css(page('cn_univ/qiangzhi_kbtable.html'), '.kbcontent font[title="老师"]', { many: true })).toEqual(['赵甲子', '钱乙', '孙丙'])
    expect(css(page('cn_univ/qiangzhi_kbtable.html'), '#kbtable td:nth-child(5) .kbcontent', { take: { kind: 'text', form: 'lines' } })).toMatch(/^20910212-1\n软件工程B\n钱乙\n11-18\(周\)\n教十一楼C102\n-+\n20910252-1\nPYTHON程序设计/)
  })

  it('are all there is of them', () => {
    expect(readdirSync(`${data}/cn_univ`).toSorted()).toEqual([
      'just_oneterm_result_table.html', 'just_personal_table.html', 'qiangzhi_kbtable.html', 'qiangzhi_title_attr_and_empty_row.html', 'zhengfang_timetable.gbk.html', 'zhengfang_timetable.utf8_declares_gb2312.html',
    ])
  })
})
