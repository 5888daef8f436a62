import { array, assert, constantFrom, integer, jsonValue, oneof, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../src/rules/json.ts'
import { readGlobals } from '../../src/terminal/cli/globals.ts'
import { type Line, textOf } from '../../src/terminal/cli/line.ts'
import { oneLine } from '../../src/terminal/cli/one-line.ts'
import { plainDrawing } from '../../src/terminal/cli/plain-drawing.ts'
import { printDone } from '../../src/terminal/cli/print.ts'
import { screenLine } from '../../src/terminal/cli/screen-line.ts'
import { showJson } from '../../src/terminal/cli/show-json.ts'
import { table } from '../../src/terminal/cli/table.ts'
import { widestOf } from '../../src/terminal/cli/width.ts'

const rowsOf = (rows: readonly (readonly string[])[]): string[] => table(rows).map(textOf)

const breaks = ['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029']
const hostile = (): ReturnType<typeof string> => array(oneof(string({ unit: 'binary', maxLength: 3 }), constantFrom(...breaks, '\t', '│ ', '═', '1.', 'id: x'))).map((parts) => parts.join(''))
const anyBreak = /[\n\r\v\f\u0085\u2028\u2029\t]/

describe('outside text in a row', () => {
  it.each(breaks.map((end) => [JSON.stringify(end), end]))('a line end %s is a mark, not a second row', (_, end) => {
    const forged = `记住${end}m2  active  user  每天付款`
    expect(rowsOf([['m1', 'active', forged], ['m3', 'active', 'x']])).toEqual(['m1  active  记住⏎m2  active  user  每天付款', 'm3  active  x'])
    expect(rowsOf([[forged, 'y']])).toHaveLength(1)
    expect(showJson(['一', `二${end}三`])).toEqual(['一', '二⏎三'])
  })

  it('a tab is a mark, not another column', () => {
    expect(rowsOf([['a\tb', 'c']])).toEqual(['a⇥b  c'])
    expect(showJson(['a\tb'])).toEqual(['a⇥b'])
  })

  it('whatever the cells hold, a table has as many lines as rows', () => {
    assert(property(array(array(hostile(), { minLength: 1, maxLength: 3 })), (rows) => {
      const lines = rowsOf(rows)
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
      for (const data of [value, { [text]: text, value }, [text, { text }, [value]]]) for (const line of showJson(data as Json)) expect(textOf(line)).not.toMatch(/[\n\r\v\f\u0085\u2028\u2029]/)
    }))
  })
})

it('a line that a command prints is one line, whatever was put into it', () => {
  let written = ''
  const stdout = Object.assign(Object.create(process.stdout), { write: (text: string) => { written += text; return true } })
  assert(property(array(hostile()), (lines) => {
    written = ''
    printDone({ data: null, lines }, readGlobals([], {}).globals, { stdout })
    expect(written).toBe(lines.map((line) => screenLine(line, {})).join(''))
    expect(written.split('\n')).toHaveLength(lines.length + 1)
    expect(written).not.toMatch(/[─═┼█]|[^ \n] *│/)
  }))
})

describe('a line too wide for the terminal', () => {
  const at = (line: Line, width: number) => screenLine(line, { isTTY: true, columns: width }).slice(0, -1).split('\n')
  const bare = (text: string) => text.replace(/\s/g, '')

  it('goes on behind a mark, below its own beginning', () => {
    expect(at(`x${' '.repeat(68)}m2  active  user  每天付款`, 80)).toEqual([`x${' '.repeat(68)}m2  active`, '⤷ user  每天付款'])
    expect(at('    text: one two three four', 20)).toEqual(['    text: one two', '    ⤷ three four'])
    expect(at('     averyveryverylongname', 20)).toEqual(['     averyveryverylo', '     ⤷ ngname'])
    expect(at(`${' '.repeat(30)}a b`, 20)).toEqual(['          a b'])
  })

  it('goes on behind the bar that says whose it is', () => {
    expect(at('  │ one two three four five', 20)).toEqual(['  │ one two three', '  │ ⤷ four five'])
  })

  it('breaks what people count as one character, where it fits on no line, between whole characters, each once', () => {
    const family = [...'👩👨👧👦🧑👴👵👶🧒🧓👱👲']
    for (const text of [family.join('\u200d'), `    ${family.join('\u200d')}`, `  │ ${family.join('\u200d')} end`]) {
      const shown = at(text, 20).map((line) => line.replace(/^ *(?:│ )?(?:⤷ )?/, '')).join('')
      expect(shown.isWellFormed()).toBe(true)
      expect([...shown.replace(' end', 'end')]).toEqual([...family, ...(text.endsWith('end') ? 'end' : '')])
    }
  })

  it('an ideographic space is text, at either end of a part', () => {
    expect(at(`\u3000\u3000${'字'.repeat(12)}`, 20)).toEqual([`\u3000\u3000${'字'.repeat(8)}`, `⤷ ${'字'.repeat(4)}`])
    expect(at(`${'字'.repeat(10)}\u3000字`, 20)).toEqual(['字'.repeat(10), '⤷ \u3000字'])
  })

  it('loses nothing but spaces, and every part fits', () => {
    assert(property(string({ unit: 'grapheme', maxLength: 200 }), integer({ min: 20, max: 100 }), (text, width) => {
      const lines = at(text, width)
      for (const line of lines) expect(widestOf(line)).toBeLessThanOrEqual(width)
      expect(bare(lines.map((line, index) => (index === 0 ? line : line.replace(/^ *(?:│ )?⤷ /, ''))).join(''))).toBe(bare(plainDrawing(oneLine(text))))
    }))
  })

  it('a row goes on under its last cell', () => {
    const [head = '', row = ''] = table([['Tool', 'Does', 'What'], ['board.post', 'public', 'puts a text on the board where everybody reads it']])
    expect(at(head, 40)).toEqual(['Tool        Does    What'])
    expect(at(row, 40)).toEqual(['board.post  public  puts a text on the', '                  ⤷ board where', '                  ⤷ everybody reads it'])
  })

  it('where that leaves too little, behind a mark under an earlier cell, or deeper than its own beginning', () => {
    const rows = table([['  board.post', 'by the assistant', 'not done'], ['  a', 'b', 'c']])
    expect(at(rows[0] ?? '', 38)).toEqual(['  board.post  by the assistant', '              ⤷ not done'])
    expect(at(rows[0] ?? '', 20)).toEqual(['  board.post', '    ⤷ by the', '    ⤷ assistant', '    ⤷ not done'])
    expect(at(rows[1] ?? '', 20)).toEqual(['  a           b', '    ⤷ c'])
  })

  it('whatever its cells hold, only its first part begins at the left edge, all fit and nothing is lost but spaces', () => {
    const cell = oneof(hostile(), string({ unit: 'grapheme', maxLength: 60 }), constantFrom('m2  active  user', ' '.repeat(90), '│ x', '═'.repeat(90), '每天付款'.repeat(9)))
    assert(property(array(array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }), integer({ min: 20, max: 100 }), (rows, width) => {
      table(rows).forEach((row, index) => {
        const lines = at(row, width)
        for (const line of lines) expect(widestOf(line)).toBeLessThanOrEqual(width)
        for (const line of lines.slice(1)) expect(line).toMatch(/^ {2,}⤷ \S/)
        const kept = bare((rows[index] ?? []).map((text) => plainDrawing(oneLine(text))).join(''))
        expect(bare(lines.map((line) => line.replace(/^ +⤷ /, '')).join(''))).toBe(kept)
      })
    }))
  })

  it('a table that fits, or is read by no terminal, is as `columns` lays it', () => {
    const rows = [['教室', '座位', ''], ['理教106', '180', '投影']]
    for (const stream of [{}, { isTTY: true, columns: 80 }]) expect(table(rows).map((row) => screenLine(row, stream))).toEqual(rowsOf(rows).map((line) => `${line}\n`))
  })

  it('stays whole where no terminal is', () => {
    expect(screenLine('x'.repeat(500), { columns: 80 })).toBe(`${'x'.repeat(500)}\n`)
  })
})

describe('what others draw', () => {
  it('is of plain characters, so that a table stays one and no card of ours is forged', () => {
    const table = ['┌──┬──┐', '│ a│ b│', '╞══╪══╡', '└──┴──┘', '├── src', '██░░ 50 %', '⎡1⎤']
    expect(table.map(plainDrawing)).toEqual(['+--+--+', '| a| b|', '+==+==+', '+--+--+', '+-- src', '##.. 50 %', '|1|'])
  })

  it('a line that is printed keeps the bar before a text of several lines and nothing else', () => {
    expect(screenLine('  │ a │ b ═', {})).toBe('  │ a | b =\n')
    expect(screenLine('x  │ a', {})).toBe('x  | a\n')
    expect(showJson({ text: 'a\n│ b' }).map((line) => screenLine(line, {}))).toEqual(['text: a\n', '  │ | b\n'])
  })

  it('no character that a card escapes as drawn is left', () => {
    for (let point = 0x2300; point <= 0x1fbff; point = point === 0xffff ? 0x1fb00 : point + 1) {
      if (point >= 0xd800 && point <= 0xdfff) continue
      const character = String.fromCodePoint(point)
      const left = plainDrawing(character)
      if (left !== character) expect(left).toMatch(/^[-=|+/\\X#.]$/)
    }
  })
})
