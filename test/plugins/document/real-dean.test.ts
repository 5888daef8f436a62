import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { evaluate } from '../../../src/plugins/document/expression/evaluate.ts'
import { createMeter } from '../../../src/plugins/document/expression/meter.ts'
import { parseExpression } from '../../../src/plugins/document/expression/parse-expression.ts'
import { attr, css, data, dateIn, fields, json, page, pick, regex, there } from './real-data.ts'

const texts = z.array(z.string())
/** A link of a page as a document makes it whole. */
const whole = (base: string, link: string): unknown =>
  evaluate(parseExpression('url(base, link)'), { lookup: (name) => ({ base, link })[name] ?? null, meter: createMeter(), now: () => 0, step: 's' })

/** What the recordings' own author says of each page; the notices' are seen through the plugin that ships (test/plugins/official/notices.test.ts). */
const seen: Readonly<Record<string, (said: unknown) => void>> = {
  'index.html'(said) {
    const expected = z.object({ sidebar_has_category_containing: z.string(), sidebar_urls_never_contain: z.string(), urls_absolute_https: z.literal(true) }).parse(said)
    const html = page('pku/dean/index.html')
    // The teachers' own list beside it has the other class as well.
    const list = '.student_nav:not(.public_nav)'
    const categories = texts.parse(css(html, `${list} .tosubnav`, { many: true }))
    expect(categories.some((name) => name.includes(expected.sidebar_has_category_containing))).toBe(true)
    const urls = texts.parse(css(html, `${list} .sub_stunav a`, { many: true, take: { kind: 'attr', name: 'href' } })).map((link) => whole('https://dean.pku.edu.cn/', link))
    expect(urls).toHaveLength(49)
    for (const url of urls) expect(url).toMatch(/^https:\/\/dean\.pku\.edu\.cn\//)
    expect(urls.filter((url) => String(url).includes(expected.sidebar_urls_never_contain))).toEqual([])
    expect(css(html, `a[href*="${expected.sidebar_urls_never_contain}"]`, { many: true }), 'it is on the page').not.toEqual([])
  },
  'rules_national.html'(said) {
    z.object({ last_page: z.literal(1), ids_unique: z.literal(true) }).parse(said)
    const html = page('pku/dean/rules_national.html')
    expect(css(html, '#page_bar'), 'a bar without a further page').toBe('')
    const rows = z.array(z.object({ id: z.string(), title: z.string() })).parse(css(html, '.rule_con li', fields({ id: attr('a', 'href', '^rules_info\\.php\\?id=([0-9]+)$'), title: pick('a') })))
    expect(rows).toHaveLength(11)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    expect(rows[0]).toEqual({ id: '170', title: '中华人民共和国学位法' })
    expect(css(html, 'li', { many: true }), 'the page has other lists').not.toHaveLength(rows.length)
  },
  'rule_valid.html'(said) {
    const expected = z.object({ id: z.number(), title_contains: z.string(), text_longer_than: z.number() }).parse(said)
    const html = page('pku/dean/rule_valid.html')
    expect(css(html, '.newsinfo_box h1')).toContain(expected.title_contains)
    const text = z.string().parse(css(html, '.newsinfo_box', { without: 'h1, .share_ds', take: { kind: 'text', form: 'lines' } }))
    expect(text.length).toBeGreaterThan(expected.text_longer_than)
    expect(text).not.toMatch(/<|&[a-z]+;|分享到/)
  },
  'rule_missing.html'(said) {
    expect(said).toContain('not found')
    expect([css(page('pku/dean/rule_missing.html'), '.newsinfo_box h1'), css(page('pku/dean/rule_missing.html'), '.newsinfo_box h2')]).toEqual(['', null])
  },
  'guide_missing.html'(said) {
    expect(said).toContain('not found')
    expect(css(page('pku/dean/guide_missing.html'), 'body')).toBe('信息不存在')
    expect(css(page('pku/dean/guide_missing.html'), '.newsinfo_box')).toBeNull()
  },
}
const throughThePlugin = ['notice_list.html', 'notice_valid.html', 'notice_missing.html']

describe.skipIf(!there)('the Dean\'s pages', () => {
  const expected = there ? z.record(z.string(), z.unknown()).parse(json('pku/dean/expected.json')) : {}

  it.each(Object.entries(seen))('%s gives what the recordings\' author says of it', (name, check) => { check(expected[name]) })

  it('have no page and no expectation that is not looked at', () => {
    const pages = readdirSync(`${data}/pku/dean`).filter((name) => name.endsWith('.html'))
    expect(pages.toSorted()).toEqual([...Object.keys(seen), ...throughThePlugin].toSorted())
    expect(Object.keys(expected).toSorted()).toEqual(['_note', ...pages].toSorted())
  })

  it('are read without a word lost: each text that a browser shows is in the text of its body', () => {
    for (const name of readdirSync(`${data}/pku/dean`).filter((file) => file.endsWith('.html'))) {
      const html = page(`pku/dean/${name}`)
      const all = css(html, 'body')
      for (const text of texts.parse(css(html, 'body a, body h1, body p', { many: true }))) expect(all, name).toContain(text)
    }
  })
})

describe.skipIf(!there)('dates of the Dean\'s Office', () => {
  it('the calendar\'s are read as they are, and each day that its notices name in Chinese is that day', () => {
    const { events } = z.object({ events: z.array(z.object({ date: z.string().optional(), start: z.string().optional(), end: z.string().optional() })) }).parse(json('pku/dean/academic_calendar.json'))
    const days = events.flatMap(({ date, start, end }) => [date, start, end]).filter((day) => day !== undefined)
    expect(days).toHaveLength(14)
    for (const day of days) expect(dateIn(day, '2026-03-01T10:00:00')).toBe(day)

    const { notices } = z.object({ notices: z.array(z.object({ publish_date: z.string(), body: z.string() })) }).parse(json('pku/dean/dean_notices.json'))
    const named = notices.flatMap(({ publish_date: published, body }) => texts.parse(regex(body, '(?:[0-9]{4}年)?[0-9]{1,2}月[0-9]{1,2}日', true)).map((text) => ({ text, published })))
    expect(named).toHaveLength(9)
    for (const { text, published } of named) {
      const [, year = '2026', month = '', day = ''] = /^(?:(\d{4})年)?(\d+)月(\d+)日$/.exec(text) ?? []
      expect(dateIn(text, `${published}T09:00:00`), text).toBe(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
    }
  })
})
