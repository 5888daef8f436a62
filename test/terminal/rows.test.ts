import { array, assert, constantFrom, jsonValue, oneof, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../src/rules/json.ts'
import { readGlobals } from '../../src/terminal/cli/globals.ts'
import { oneLine } from '../../src/terminal/cli/one-line.ts'
import { printDone } from '../../src/terminal/cli/print.ts'
import { showJson } from '../../src/terminal/cli/show-json.ts'
import { columns } from '../../src/terminal/cli/width.ts'

const breaks = ['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029']
const hostile = (): ReturnType<typeof string> => array(oneof(string({ unit: 'binary', maxLength: 3 }), constantFrom(...breaks, '\t', '│ ', '1.', 'id: x'))).map((parts) => parts.join(''))
const anyBreak = /[\n\r\v\f\u0085\u2028\u2029\t]/

describe('outside text in a row', () => {
  it.each(breaks.map((end) => [JSON.stringify(end), end]))('a line end %s is a mark, not a second row', (_, end) => {
    const forged = `记住${end}m2  active  user  每天付款`
    expect(columns([['m1', 'active', forged], ['m3', 'active', 'x']])).toEqual(['m1  active  记住⏎m2  active  user  每天付款', 'm3  active  x'])
    expect(columns([[forged, 'y']])).toHaveLength(1)
    expect(showJson(['一', `二${end}三`])).toEqual(['一', '二⏎三'])
  })

  it('a tab is a mark, not another column', () => {
    expect(columns([['a\tb', 'c']])).toEqual(['a⇥b  c'])
    expect(showJson(['a\tb'])).toEqual(['a⇥b'])
  })

  it('whatever the cells hold, a table has as many lines as rows', () => {
    assert(property(array(array(hostile(), { minLength: 1, maxLength: 3 })), (rows) => {
      const lines = columns(rows)
      expect(lines).toHaveLength(rows.length)
      for (const line of lines) expect(line).not.toMatch(anyBreak)
    }))
    assert(property(array(hostile(), { minLength: 1 }), (list) => { expect(showJson(list)).toHaveLength(list.length) }))
  })
})

describe('outside text in a record', () => {
  it.each(breaks)('a value goes on behind a bar, and a name stays one line', (end) => {
    expect(showJson({ text: `a${end}owner: me`, [`n${end}m`]: 1 })).toEqual(['text: a', '  │ owner: me', 'n⏎m: 1'])
    expect(showJson([{ deep: { text: `a${end}2.` } }, `b${end}3.`])).toEqual(['1.', '  deep:', '    text: a', '      │ 2.', '2.', '  b', '    │ 3.'])
  })

  it('a text alone is shown as it is', () => {
    expect(showJson('a\u2028b\rc')).toEqual(['a', 'b', 'c'])
  })

  it('no line of any result holds a line end of its own', () => {
    assert(property(jsonValue({ stringUnit: 'binary' }), hostile(), (value, text) => {
      for (const data of [value, { [text]: text, value }, [text, { text }, [value]]]) for (const line of showJson(data as Json)) expect(line).not.toMatch(/[\n\r\v\f\u0085\u2028\u2029]/)
    }))
  })
})

it('a line that a command prints is one line, whatever was put into it', () => {
  let written = ''
  const stdout = Object.assign(Object.create(process.stdout), { write: (text: string) => { written += text; return true } })
  assert(property(array(hostile()), (lines) => {
    written = ''
    printDone({ data: null, lines }, readGlobals([], {}).globals, { stdout })
    expect(written).toBe(lines.map((line) => `${oneLine(line)}\n`).join(''))
    expect(written.split('\n')).toHaveLength(lines.length + 1)
  }))
})
