import { assert, integer, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columns, widthOf, wrap } from '../../src/terminal/cli/width.ts'

describe('columns of a terminal', () => {
  it.each([['abc', 3], ['理教', 4], ['ａ', 2], ['é', 1], ['e\u0301', 1], ['👩‍👩‍👧', 2], ['🇨🇳', 2], ['─', 1], ['', 0]])('%s takes %i', (text, width) => {
    expect(widthOf(text)).toBe(width)
  })

  it('wrapping loses nothing but the spaces it breaks at, and every line fits', () => {
    assert(property(string({ unit: 'grapheme' }), integer({ min: 4, max: 30 }), (text, width) => {
      const lines = wrap(text, width)
      expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll('\n', '').replaceAll(' ', ''))
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width)
    }))
  })

  it('Chinese and Latin cells stand under each other', () => {
    expect(columns([['教室', '座位'], ['理教106', '180']])).toEqual(['教室     座位', '理教106  180'])
  })
})
