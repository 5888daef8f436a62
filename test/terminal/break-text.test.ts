import { assert, integer, property, string } from 'fast-check'
import { expect, it } from 'vitest'
import { breakText } from '../../src/terminal/cli/break-text.ts'
import { widestOf } from '../../src/terminal/cli/width.ts'

it.each<[string, number, readonly string[]]>([
  ['one two three', 8, ['one two', 'three']],
  ['text: 整理了一份理教自习攻略', 14, ['text: 整理了一', '份理教自习攻略']],
  ['登录要经明文 http 跳到', 15, ['登录要经明文', 'http 跳到']],
  // No line begins with what closes, nor ends with what opens.
  ['一二三四，五六', 8, ['一二三', '四，五六']],
  ['一二三四）。五', 8, ['一二三', '四）。五']],
  ['一二三（四五）', 8, ['一二三', '（四五）']],
  ['pkuh（pin set）用', 8, ['pkuh', '（pin', 'set）用']],
  // A word that fits on no line is broken where the line is full.
  ['averyverylongword', 8, ['averyver', 'ylongwor', 'd']],
  ['理averyverylongword', 8, ['理averyv', 'erylongw', 'ord']],
  ['，，，，，，', 8, ['，，，，', '，，']],
  ['', 8, ['']],
  ['short', 8, ['short']],
])('%j in %i columns', (text, width, lines) => {
  expect(breakText(text, width)).toEqual(lines)
})

it.each(['\u00a0', '\u3000', 'a\u2003'])('a space that is not the plain one is text: %j', (text) => {
  expect(breakText(text, 4)).toEqual([text])
})

it('every line fits, none is empty but of an empty text, and nothing is lost but spaces', () => {
  assert(property(string({ unit: 'grapheme' }), integer({ min: 4, max: 40 }), (text, width) => {
    const lines = breakText(text, width)
    for (const line of lines) expect(widestOf(line)).toBeLessThanOrEqual(width)
    expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
    if (text.trim() !== '') expect(lines.slice(1).every((line) => line.trim() !== '')).toBe(true)
  }))
})

it.each(['字', 'x', '， ', ' ', '（', 'क\u093e'])('a text of nothing but %j is broken whatever its length', (piece) => {
  expect(breakText(piece.repeat(5_000), 80).join('').replaceAll(' ', '')).toBe(piece.trim().repeat(5_000))
})
