import { array, assert, constantFrom, oneof, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPlain, plainLines } from '../../src/terminal/cli/plain-lines.ts'
import { screenLine } from '../../src/terminal/cli/screen-line.ts'
import { table } from '../../src/terminal/cli/table.ts'

const asWritten = (rows: readonly (readonly string[])[], stream: { isTTY?: boolean; columns?: number }) => table(rows).map((line) => screenLine(line, stream)).join('')

describe('plain rows', () => {
  it.each([
    [[['Account', '2500000001'], ['服务', 'portal（已登录）, treehole']], {}],
    [[['Account', '2500000001']], { isTTY: true, columns: 80 }],
    [[['a', ''], ['', 'b  ']], {}],
    [[], {}],
  ])('are written as table and screenLine write them: %j to %j', (rows, stream) => {
    expect(plainLines(rows, stream)).toBe(asWritten(rows, stream))
  })

  it.each(['a\u200bb', '\u001b[2J', 'é', '👍', 'a\nb', '│ host', '⤷', '한글', '\ud800', '\u3000', 'ﾊﾞ'])('%j is not plain', (text) => {
    expect(isPlain(text)).toBe(false)
    expect(plainLines([['Account', text]], {})).toBeUndefined()
  })

  it('a line that a terminal would break is left to screenLine', () => {
    expect(plainLines([['服务', 'x'.repeat(15)]], { isTTY: true, columns: 20 })).toBeUndefined()
    expect(plainLines([['服务', 'x'.repeat(14)]], { isTTY: true, columns: 20 })).toBe(`服务  ${'x'.repeat(14)}\n`)
    expect(plainLines([['a', 'b']], { isTTY: true })).toBeUndefined()
  })

  it('whatever it answers for, it answers the same', () => {
    const cell = oneof(string(), string({ unit: constantFrom(...'aZ 9~中文かカ。！') }), string({ unit: 'binary' }))
    assert(property(array(array(cell, { minLength: 1, maxLength: 3 }), { maxLength: 4 }), constantFrom({}, { isTTY: true, columns: 24 }, { isTTY: true, columns: 200 }), (rows, stream) => {
      const text = plainLines(rows, stream)
      if (text !== undefined) expect(text).toBe(asWritten(rows, stream))
    }))
  })
})
