import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chineseNumber } from '../../../src/plugins/document/expression/chinese-number.ts'

describe('a number in Chinese', () => {
  it.each([
    ['零', 0], ['〇', 0], ['三', 3], ['两', 2], ['十', 10], ['一十', 10], ['十二', 12], ['二十', 20], ['九十九', 99], ['一百', 100], ['一百零五', 105], ['一百一十', 110], ['一百一十五', 115], ['两百五十', 250],
    ['一千零一', 1_001], ['一千零一十', 1_010], ['三千', 3_000], ['两千零二十六', 2_026], ['一万', 10_000], ['十万', 100_000], ['一万零三百', 10_300], ['一万三千', 13_000], ['两万零五', 20_005], ['一百二十万零八', 1_200_008],
    ['九千九百九十九万九千九百九十九', 99_999_999], ['二〇二六', 2_026], ['二零二六', 2_026], ['一〇一', 101],
  ])('%s is %i', (text, number) => { expect(chineseNumber(text)).toBe(number) })
  it.each([
    '', '合格', '一百五', '百', '百五', '十十', '十百', '五十百', '一百十', '一百零十', '一百零零五', '零一百', '一百零', '万', '一万万', '一万一', '一亿', '三点五', '负三', '第三', '三 十', '一二三四五六七八九', '三四', '12', '十2',
  ])('%s is none', (text) => { expect(chineseNumber(text)).toBeUndefined() })

  it('every number is read back, digit by digit', () => {
    // The platform's own Chinese digits.
    const spelled = new Intl.NumberFormat('zh-Hans-CN-u-nu-hanidec', { useGrouping: false })
    fc.assert(fc.property(fc.integer({ min: 100, max: 99_999_999 }), (number) => { expect(chineseNumber(spelled.format(number))).toBe(number) }))
  })
  it('every number under ten thousand has one reading by places', () => {
    for (let number = 1; number < 10_000; number++) {
      const [d, c, b, a] = [...String(number).padStart(4, '0')].reverse().map((digit) => '零一二三四五六七八九'[Number(digit)])
      // Written with every place, then as it is said: what is empty falls away, and one 零 stands for a gap.
      const said = `${a}千${b}百${c}十${d}`.replace(/零[千百十]/g, '零').replace(/零+/g, '零').replace(/^零|零$/g, '').replace(/^一十/, '十')
      expect(chineseNumber(said), said).toBe(number)
    }
  })
  it('whatever else the characters spell is none or one number, and never a throw', () => {
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom(...'零〇一二两三四五六七八九十百千万'), maxLength: 20 }), (text) => {
      const number = chineseNumber(text)
      if (number !== undefined) expect(Number.isInteger(number) && number >= 0 && number < 100_000_000).toBe(true)
    }))
  })
})
