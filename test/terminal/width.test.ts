import { array, assert, constantFrom, integer, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eastAsianWidth } from 'get-east-asian-width'
import { widestOf, widthOf, wrap } from '../../src/terminal/cli/width.ts'
import { table } from '../../src/terminal/cli/table.ts'
import { textOf } from '../../src/terminal/cli/line.ts'

const rowsOf = (rows: readonly (readonly string[])[]): string[] => table(rows).map(textOf)

describe('columns of a terminal', () => {
  it.each([['abc', 3], ['理教', 4], ['ａ', 2], ['é', 1], ['e\u0301', 1], ['👩‍👩‍👧', 2], ['🇨🇳', 2], ['─', 1], ['', 0],
    ['\u{17000}', 2], ['\ua960', 2], ['\ufe10', 2], ['\u{1b000}', 2], ['\u4dc0', 2], ['क\u093e', 2], ['\u0bbe', 1], ['か\u3099', 2], ['ｶ\uff9e', 2], ['\u200b', 0], ['❤\ufe0f', 2]])('%s takes %i', (text, width) => {
    expect(widthOf(text)).toBe(width)
  })

  it('what stands before a wide piece after a break at a space is broken off too, where both do not fit', () => {
    for (const line of wrap('aaaa 1234567890abcd👩‍👩‍👧', 18)) expect(widestOf(line)).toBeLessThanOrEqual(18)
  })

  it('wrapping loses nothing but the spaces it breaks at, and every line fits', () => {
    assert(property(string({ unit: 'grapheme' }), integer({ min: 4, max: 30 }), (text, width) => {
      const lines = wrap(text, width)
      expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll('\n', '').replaceAll(' ', ''))
      for (const line of lines) expect(widestOf(line)).toBeLessThanOrEqual(width)
    }))
  })

  it('no line of a text that goes on begins with a space, however many stand where it breaks', () => {
    assert(property(array(constantFrom('a', '理', 'bcd', ' ', '  ', '   '), { maxLength: 40 }), integer({ min: 4, max: 12 }), (parts, width) => {
      const text = parts.join('')
      const lines = wrap(text, width)
      for (const line of lines.slice(1)) expect(line).not.toMatch(/^ /)
      expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
    }))
  })

  it('a letter with more marks than fit is broken between them', () => {
    for (const mark of ['\u093e', '\u0301', '\u200d']) for (const line of wrap(`क${mark.repeat(200)}`, 20)) expect(widestOf(line)).toBeLessThanOrEqual(20)
  })

  it.each<[string, (point: number, character: string) => number]>([
    ['Unicode’s table, ambiguous as wide', (point) => eastAsianWidth(point, { ambiguousAsWide: true })],
    ['one that draws every mark and joiner by itself', (point, character) => (/\p{M}|\p{Cf}/u.test(character) ? 1 : eastAsianWidth(point))],
    ['one that draws every picture and symbol wide', (_, character) => (/\p{Extended_Pictographic}|\p{So}|\p{Emoji_Modifier}|\p{Regional_Indicator}/u.test(character) ? 2 : 1)],
    ['Markus Kuhn’s wcwidth of 2007, as many terminals still count', (point) => (kuhnWide.some(([from, to]) => point >= from && point <= to) ? 2 : 1)],
  ])('the widest count is never less than %s', (_, theirs) => {
    for (let point = 0x20; point <= 0x10ffff; point++) {
      if ((point >= 0x7f && point < 0xa0) || (point >= 0xd800 && point <= 0xdfff)) continue
      const character = String.fromCodePoint(point)
      const [ours, wanted] = [widestOf(character), theirs(point, character)]
      if (ours < wanted) expect.fail(`U+${point.toString(16)}: ${ours} < ${wanted}`)
    }
  })

  it('Chinese and Latin cells stand under each other', () => {
    expect(rowsOf([['教室', '座位'], ['理教106', '180']])).toEqual(['教室     座位', '理教106  180'])
  })
})

const kuhnWide = [[0x1100, 0x115f], [0x2329, 0x232a], [0x2e80, 0x303e], [0x3040, 0xa4cf], [0xac00, 0xd7a3], [0xf900, 0xfaff], [0xfe10, 0xfe19], [0xfe30, 0xfe6f],
  [0xff00, 0xff60], [0xffe0, 0xffe6], [0x20000, 0x2fffd], [0x30000, 0x3fffd]] as const

it('a long text is counted in a time that grows as it does, and its graphemes are those of the whole', () => {
  const text = `${'ab é 👨\u200d👩\u200d👧 🇨🇳 e\u0301 汉字 '.repeat(60)}`
  const graphemes = Array.from(new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text), ({ segment }) => segment)
  expect(widthOf(text)).toBe(graphemes.reduce((sum, one) => sum + widthOf(one), 0))
  // Over ten seconds at once before.
  expect(widthOf(`é${'a b'.repeat(50_000)}`)).toBe(150_001)
})
