import { describe, expect, it } from 'vitest'
import { brittleIn, impossibleIn } from '../../../src/plugins/author/lint/check-selector.ts'
import { finder } from '../../../src/plugins/document/extract/find-elements.ts'
import { parsePage } from '../../../src/plugins/document/extract/guarded-dom.ts'

describe('bug-log 175: a selector that can never match', () => {
  it.each([
    ['table > tr', 'table > * > tr'], ['table.list > tr td', 'table.list > * > tr td'], ['table > td', 'table > * > tr > td'], ['#x tbody > td.a', '#x tbody > tr > td.a'], ['thead > th', 'thead > tr > th'],
    ['tr > tr', undefined], ['tr > div', undefined], ['table > div', undefined], ['td > tr', undefined], ['img a', undefined], ['br > span', undefined], ['script b', undefined],
    ['textarea p', undefined], ['html > div', undefined], ['head > p', undefined], ['a, table > tr', 'a, table > * > tr'],
  ])('%s', (selector, better) => {
    expect(impossibleIn(selector)).toMatchObject({ better })
  })

  it.each([
    'table tr', 'table > tbody > tr', 'tr > td', 'p b', 'p > span', 'div > div', 'ul > li', 'li li', 'li > ul > li', 'a > img', 'form form', 'select > option', 'dl > dt', 'body > div', 'table > caption', 'tr > script',
    'p > div', 'h1 > h2', 'p > table', '.a > .b', 'a[href^="x"]', 'table > :nth-child(2)', 'svg > a', 'p:not(table > tr)', '???',
  ])('%s is none', (selector) => {
    expect(impossibleIn(selector)).toBeUndefined()
  })

  it('what is told to write matches what the author meant', () => {
    const page = parsePage('<table><tr><td>a</td></tr><thead><tr><th>b</th></tr></thead></table>')
    for (const selector of ['table > tr', 'table > td', 'tbody > td', 'thead > th']) {
      expect(finder(selector).all(page)).toHaveLength(0)
      expect(finder(impossibleIn(selector)?.better ?? 'x').all(page).length, selector).toBeGreaterThan(0)
    }
  })
})

describe('a selector that breaks easily', () => {
  it.each([
    ['td:nth-child(3)', 'position'], ['tr td:nth-of-type(2n+1)', 'position'], ['div > div > span', 'tags'], ['table tr td a', 'tags'], ['#a .b .c .d .e .f', 'long'], ['.css-1x2y3z', 'generated'], ['.Card_title__aB3xZ', 'generated'], ['._3xKz9', 'generated'],
  ])('%s: %s', (selector, why) => { expect(brittleIn(selector)).toBe(why) })

  it.each(['.notice_item', '#page_bar a', "a[href*='notice_details.php']", '.newsinfo_box > span', 'h1', 'div.list > ul li a', '.block__element', '.block__element--big', 'table.x tr', 'li:first-child', '.is_1'])('%s is none', (selector) => {
    expect(brittleIn(selector)).toBeUndefined()
  })
})
