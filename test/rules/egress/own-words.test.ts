import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noWords, ownWordsCost } from '../../../src/rules/egress/own-words.ts'
import { type HeldText, isBoundary, privateRanges } from '../../../src/rules/egress/private-values.ts'

const held = (...values: readonly string[]): HeldText => ({ source: 'grades.mine', text: values.join('\n') })
/** Whether a text may go free where the person said these words and these values are private. */
function isFree(text: string, words: string, ...values: readonly string[]): boolean {
  return ownWordsCost(text, { text: words, private: privateRanges(words, [held(...values)]), used: [] }, [])?.bits === 0
}

describe('whole words of the person’s, as they wrote them', () => {
  const words = '用 mcp-weather 查一下 Beijing 的天气，学号 2500000001，绩点 3.85，周三 8:30-9:30'
  it.each(['Beijing', 'Beijing 的天气', '天气', '查一下', '2500000001', '3.85', '8:30-9:30', '周三', 'mcp-weather', words])('%s is free', (text) => expect(isFree(text, words)).toBe(true))
  it.each(['beijing', 'Bei', 'jing', '25000', '3', '85', '8:30', 'Shanghai', '，', ' ', ' 天气', '天气 ', 'Beijing\u200b', 'Beijing  的天气', '天 气 1'])('%s is not', (text) => expect(isFree(text, words)).toBe(false))
  it('two stretches joined by a space cost the place where the second begins', () =>
    expect(ownWordsCost('free Lijiao', { ...noWords, text: 'find free rooms in Lijiao now please ok' }, [])).toEqual({ bits: 1 + 3, used: [{ start: 5, end: 9 }, { start: 19, end: 25 }] }))
  it('nothing is free where nobody typed', () => expect(ownWordsCost('天气', noWords, [])).toBeUndefined())
  it('a mark that joins the character before it begins no word', () => expect(isBoundary('e\u0301', 1)).toBe(false))
  it('characters beyond the basic plane stay whole', () => expect([isFree('𠮷野', '去𠮷野家'), isFree('\ude00', 'x \ud83d\ude00')]).toEqual([true, false]))
})

describe('a known private value', () => {
  const values = ['2500000001', '测试生', '高等数学', '3.85', 'A+', 'A', '优', 'tester@pku.edu.cn', '余额 128 元，住在燕园 28 楼']
  const rows: readonly (readonly [string, string, string, boolean])[] = [
    ['a number', '学号 2500000001', '2500000001', false], ['a number in other figures', '学号 ２５００００００01', '２５００００００01', false],
    ['a short number that stands in one', '第 128 页', '128', false], ['a number that is only part of one', '第 12 页', '12', true],
    ['a grade with its point', '要 3.85 吗', '3.85', false], ['a name', '测试生的成绩', '测试生', false], ['a part of a name', '测试生的成绩', '测试', false],
    ['words around a name', '查测试生的课', '查测试生的课', false], ['words that end before a name', '查一下测试生', '查一下', true],
    ['a name in other letters', 'Tester@PKU.edu.cn 是谁', 'Tester@PKU.edu.cn', false], ['a name with spaces between', '高 等 数 学', '高 等', false],
    ['a course', '高等数学的教材', '高等数学', false], ['what is not in it', '高等数学的教材', '教材', true],
    ['a grade of one letter that stands alone', '为什么是 A 呢', 'A', false], ['the letter in a word', '去 ATM 取钱', 'ATM', true],
    ['a grade of one character in a word', '优衣库在哪', '优衣库', true], ['four characters of a longer text', '我住在燕园', '住在燕园', false], ['three of them', '燕园在哪', '燕园', true],
  ]
  it.each(rows)('%s', (_, words, text, free) => expect(isFree(text, words, ...values)).toBe(free))
  it('is told from one result as from another, and from none', () => {
    expect(privateRanges('成绩 85 分', [held('1'), held('85 分钟')])).toEqual([{ start: 3, end: 5 }])
    expect(privateRanges('成绩 85 分', [])).toEqual([])
  })
  it('takes all words where places cannot be told', () => {
    expect(privateRanges('cafe\u0301 85', [])).toBe('everywhere')
    expect(isFree('85', 'cafe\u0301 85')).toBe(false)
  })
})

describe('whatever was said and is held', () => {
  const word = fc.stringMatching(/^[a-z0-9\u4e00-\u4e20]{1,9}$/)
  const line = fc.array(word, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(' '))
  it('no value of a private result goes free, whole or with words around it', () => fc.assert(fc.property(line, word.filter((value) => value.length > 1), line, (before, value, after) => {
    const words = `${before} ${value} ${after}`
    expect(isFree(value, words, value)).toBe(false)
    expect(isFree(words, words, value)).toBe(false)
  })))
  it('a word of theirs is free as it is, and none is that is not theirs', () => {
    const others = fc.stringMatching(/^[A-Z]{1,9}$/)
    fc.assert(fc.property(line, fc.nat(), others, (words, at, other) => {
      const said = words.split(' ')
      const one = said[at % said.length] ?? ''
      expect(isFree(one, words)).toBe(true)
      for (const text of [other, `${one} ${other}`, `${other}${one}`, one.toUpperCase() === one ? other : one.toUpperCase()]) expect(isFree(text, words), text).toBe(false)
    }))
  })
  it('is bounded: long words against long results', () => {
    const text = Array.from({ length: 20_000 }, (_, at) => `第 ${at} 门课 ${at * 7}`).join('\n')
    const words = '查一下第 3 门课和第 5 门课的教材 '.repeat(25).slice(0, 500)
    const began = performance.now()
    expect(privateRanges(words, [held(text)])).not.toBe('everywhere')
    ownWordsCost(words.repeat(3).slice(0, 1900), { text: words, private: [], used: [] }, [])
    expect(performance.now() - began).toBeLessThan(2_000)
  })
})
