import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Json } from '../../../src/rules/json.ts'
import { evaluate } from '../../../src/plugins/document/expression/evaluate.ts'
import { createMeter } from '../../../src/plugins/document/expression/meter.ts'
import { parseExpression } from '../../../src/plugins/document/expression/parse-expression.ts'
import { attr, css, data, dateIn, fields, json, page, pick, regex, there } from './real-data.ts'

const texts = z.array(z.string())
const bb = (name: string) => page(`pku/blackboard/${name}`)
const run = (source: string, names: Readonly<Record<string, Json>>): Json =>
  evaluate(parseExpression(source), { lookup: (name) => names[name] ?? null, meter: createMeter(), now: () => 0, step: 's' })

/** What the fragments' own author says of each, by its name there. */
const seen: Readonly<Record<string, (said: unknown) => void>> = {
  'courses.html'(said) {
    const expected = z.object({ courses: z.array(z.tuple([z.string(), z.string(), z.boolean()])), not_a_course: z.string(), short_name_of_first: z.string() }).parse(said)
    const html = bb('courses.html')
    const listed = (title: string) => css(html, `.portlet:has(.moduleTitle:contains("${title}")) .courseListing a`, fields({ id: attr(undefined, 'href', 'key=(_[0-9]+_[0-9]+)'), name: pick(undefined) }))
    for (const [title, current] of [['当前', true], ['以前', false]] as const) {
      expect(listed(title)).toEqual(expected.courses.filter(([, , now]) => now === current).map(([id, name]) => ({ id, name })))
    }
    expect(listed('课程')).toEqual(expected.courses.map(([id, name]) => ({ id, name })))
    expect(JSON.stringify(css(html, '.courseListing a', { many: true, take: { kind: 'attr', name: 'href' } }))).toContain(expected.not_a_course)
    expect(JSON.stringify(listed('课程'))).not.toContain(expected.not_a_course)
    expect(regex(expected.courses[0]?.[1] ?? '', '^[^:]*: *(.*)\\([^()]*学期\\)$')).toBe(expected.short_name_of_first)
  },
  'content_list.html'(said) {
    const { ids, _123_1: homework, _124_1: slides, skipped } = z.object({
      ids: texts, _123_1: z.object({ kind: z.string(), title: z.string(), has_link: z.boolean(), descriptions: texts, attachments: z.array(z.tuple([z.string(), z.string()])) }), _124_1: z.object({ kind: z.string() }), skipped: z.string(),
    }).parse(said)
    const html = bb('content_list.html')
    const item = '#content_listContainer > li:has(> :nth-child(3))'
    const kinds: Readonly<Record<string, string>> = { 作业: 'assignment', 文件: 'document' }
    const items = z.array(z.object({ id: z.string(), alt: z.string(), title: z.string(), link: z.boolean() })).parse(css(html, item, fields({
      id: attr('> div[id]', 'id'), alt: attr('> img', 'alt'), title: pick('> div[id]'), link: pick('> div[id] a', { take: { kind: 'exists' } }),
    })))
    expect(items.map(({ id }) => id)).toEqual(ids)
    expect(items.map(({ alt }) => kinds[alt])).toEqual([homework.kind, slides.kind])
    expect(items[0]).toMatchObject({ title: homework.title, link: homework.has_link })
    expect(css(html, `${item}:has(> #_123_1) .vtbegenerated p`, { many: true })).toEqual(homework.descriptions)
    expect(css(html, `${item}:has(> #_123_1) .attachments a`, fields({ name: pick(undefined), at: attr(undefined, 'href') }))).toEqual(homework.attachments.map(([name, at]) => ({ name, at })))
    const [left = ''] = skipped.split(' ')
    expect([css(html, `#${left}`), items.some(({ id }) => id === left)]).toEqual(['链接作业', false])
  },
  'course_menu.html'(said) {
    const expected = z.object({ content_ids: texts, 课程作业: z.string() }).parse(said)
    const links = z.array(z.object({ name: z.string(), id: z.string().nullable() })).parse(css(bb('course_menu.html'), '#courseMenuPalette_contents a', fields({ name: pick(undefined), id: attr(undefined, 'href', '[?&]content_id=(_[0-9]+_[0-9]+)') })))
    expect(links.map(({ name }) => name)).toEqual(['课程作业', '课程通知'])
    expect(links.flatMap(({ id }) => id ?? [])).toEqual(expected.content_ids)
    expect(expected.课程作业).toContain(links.find(({ name }) => name === '课程作业')?.id)
  },
  'deadline.html'(said) { expect(css(bb('deadline.html'), '#assignMeta2 + div')).toBe(said) },
  'attempt.html'(said) {
    expect(css(bb('attempt.html'), '#currentAttempt_label')).toBe(said)
    // A year of two digits could be a day as well, so its author says which it is.
    const parts = regex(String(said), '(?<y>[0-9]{2})-(?<m>[0-9]{1,2})-(?<d>[0-9]{1,2}) (?<time>.*)$')
    expect(dateIn(String(said), '2025-10-01T10:00:00')).toBeUndefined()
    expect(run("parseDate('20' + p.y + '-' + p.m + '-' + p.d + ' ' + p.time)", { p: parts })).toBe('2025-09-22T12:49')
  },
  'announcements.html'(said) {
    const expected = z.object({ titles: texts, not_a_title: z.string(), 'Late Policy': z.object({ time_contains: z.string(), body_contains: z.string(), body_not_contains: z.string() }) }).parse(said)
    const html = bb('announcements.html')
    expect(css(html, 'h3:not(:first-child)', { many: true })).toEqual(expected.titles)
    expect(css(html, 'h3:first-child')).toBe(expected.not_a_title)
    const late = 'h3:contains("Late Policy")'
    const { time_contains: time, body_contains: body, body_not_contains: notBody } = expected['Late Policy']
    expect(css(html, `${late} + div`)).toContain(time)
    const [first] = texts.parse(css(html, `${late} ~ .vtbegenerated`, { many: true }))
    expect(first).toContain(body)
    expect(first).not.toContain(notBody)
  },
  dates(said) {
    const dates = z.array(z.tuple([z.string(), z.string().nullable()])).parse(said)
    expect(dates).toHaveLength(8)
    for (const [text, date] of dates) {
      const read = dateIn(text, '2026-04-01T10:00:00')
      if (date === null) expect(read, text).toBeUndefined()
      else expect(read, text).toMatch(date.length > 10 ? date.slice(0, 16) : date)
    }
  },
  course_quota_strings(said) {
    const { cases } = z.object({ cases: z.array(z.tuple([z.string(), z.enum(['not full', 'full', 'error'])])) }).parse(said)
    expect(cases).toHaveLength(4)
    for (const [text, outcome] of cases) {
      const parts = regex(text, '^ *(?<most>[0-9]+) */ *(?<taken>[0-9]+) *$')
      expect(parts === null ? 'error' : run("int(p.taken) >= int(p.most) ? 'full' : 'not full'", { p: parts }), text).toBe(outcome)
    }
  },
  portal_identity(said) {
    const { payload } = z.object({ payload: z.record(z.string(), z.json()), 'empty_or_"null"_or_blank_means': z.null(), success_false_means: z.string() }).parse(said)
    const read = Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, run('coalesce(value)', { value })]))
    expect(read).toEqual({ ...payload, direction: null })
    for (const absent of ['', ' ', '\u3000', 'null', ' null ']) expect(run('coalesce(value)', { value: absent }), JSON.stringify(absent)).toBeNull()
  },
}

/** What is no page's and no document's. */
const elsewhere: Readonly<Record<string, string>> = {
  _note: 'words about the file',
  cookie_store_line: 'how one client keeps its cookies in a file of its own; what a Set-Cookie header means is seen in test/vectors/cookies.test.ts',
}

describe.skipIf(!there)('Blackboard\'s fragments', () => {
  const expected = there ? z.record(z.string(), z.unknown()).parse(json('pku/blackboard/expected.json')) : {}

  it.each(Object.entries(seen))('%s: as their author says', (name, check) => { check(expected[name]) })

  it('bug-log 175: an announcement whose text stands in a div inside a p is read, by a selector that a browser’s tree matches', () => {
    const html = bb('announcement_list_shape.html')
    expect(css(html, '#announcementList p .vtbegenerated', { many: true })).toEqual([])
    expect(css(html, '#announcementList > li', fields({ id: attr(undefined, 'id'), title: pick('h3'), body: pick('.details > .vtbegenerated'), when: pick('.details span', { match: '[0-9]{4}年[0-9]{1,2}月[0-9]{1,2}日' }), who: pick('.announcementInfo p') })))
      .toEqual([{ id: '_93301_1', title: '标题', body: '正文', when: '2025年8月27日', who: '发帖者: 作者' }])
  })

  it('have no file and no expectation that is not looked at', () => {
    expect(Object.keys(expected).toSorted()).toEqual([...Object.keys(seen), ...Object.keys(elsewhere)].toSorted())
    const pages = Object.keys(seen).filter((name) => name.endsWith('.html'))
    expect(readdirSync(`${data}/pku/blackboard`).toSorted()).toEqual([...pages, 'announcement_list_shape.html', 'expected.json'].toSorted())
  })
})
