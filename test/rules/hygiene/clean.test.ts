import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanForModel, cleanForTerminal, cleanJson } from '../../../src/rules/hygiene/clean.ts'
import type { Json } from '../../../src/rules/json.ts'

describe('a result', () => {
  it('is cleaned in its texts and its keys, and nothing else changes', () => {
    expect(cleanJson({ id: 1, ok: true, none: null, 'ti\u202etle': ['a\u001b[2Jb'], deep: { text: '<b>x</b>' } }))
      .toEqual({ id: 1, ok: true, none: null, 'ti[hidden: 1]tle': ['a[control: 4]b'], deep: { text: 'x' } })
  })
  it('keeps both values of two keys that become one', () => {
    expect(cleanJson({ a: 1, 'a\u200b': 2, '\ufeffa': 3 })).toEqual({ a: 1, 'a [again: 1]': 2, 'a [again: 2]': 3 })
  })
  it('makes no prototype of a key that hid its name', () => {
    const cleaned = cleanJson({ '__pro\u200bto__': { admin: true } })
    expect(Object.getPrototypeOf(cleaned)).toBe(Object.prototype)
    expect(cleaned).toEqual({ '[__proto__]': { admin: true } })
  })
  it('for a terminal a text keeps its markup, which a terminal does not obey', () => {
    expect(cleanForTerminal('<b>\u001b[1mx</b>')).toBe('<b>[control: 4]x</b>')
  })
  it('keeps its shape, whatever it is', () => {
    const shape = (value: Json): unknown => (Array.isArray(value) ? value.map(shape) : typeof value === 'object' && value !== null ? Object.values<Json>({ ...value }).map(shape) : typeof value)
    fc.assert(fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const plain: Json = JSON.parse(JSON.stringify(value))
      expect(JSON.stringify(shape(cleanJson(plain))?.valueOf()).length).toBe(JSON.stringify(shape(plain)).length)
    }), { numRuns: 300 })
  })
})

describe('length', () => {
  it('a long text is cut for the model, and says how much is missing', () => {
    const cleaned = cleanForModel('好'.repeat(100), { max: 50 })
    expect(cleaned).toBe(`${'好'.repeat(26)} [cut: 74 more]`)
    expect(cleaned.length).toBeLessThanOrEqual(50)
  })
  it('bug-log 53: nothing is cut for a terminal, so a long argument cannot hide its end', () => {
    expect(cleanForTerminal(`${'x'.repeat(1_000_000)}; rm -rf`)).toMatch(/; rm -rf$/)
  })
  it('a cut never goes through an emoji, a flag or a letter with its marks', () => {
    const clusters = ['👨‍👩‍👧‍👦', '🇨🇳', 'é', '好', 'a', '🏽', '1️⃣']
    fc.assert(fc.property(fc.array(fc.constantFrom(...clusters), { minLength: 30, maxLength: 80 }), fc.integer({ min: 40, max: 60 }), (parts, max) => {
      const text = parts.join('')
      fc.pre(text.length > max)
      const kept = cleanForModel(text, { max }).replace(/ \[cut: \d+ more\]$/, '')
      const ends = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].map(({ index }) => index)
      expect(ends).toContain(kept.length)
    }))
  })
})

describe('the worst texts are cleaned in bounded time', () => {
  const units = [
    '\u001b]', '\u001b[0;', '\u0090a', '\u009b000', '👩\u200d', '\u200b', '\u001b', '\u202e', '1\ufe0f', '🏴\u{e0061}',
    '<', '<a ', '<a b="', '<a b="<a b=\'', '<!--', '<![CDATA[', '<img>', '<b><img>', '<script', '</', '<?', '](', '](http:', '![', '[a]: http://x\n', '![<!--](<a href="',
  ]
  it.each(units)('%j', (unit) => {
    // Were a pass quadratic, this would take minutes.
    const text = unit.repeat(Math.ceil(250_000 / unit.length))
    const started = performance.now()
    cleanForModel(text)
    expect(performance.now() - started).toBeLessThan(4000)
  })
  it('a megabyte of any mix of them', () => {
    fc.assert(fc.property(fc.array(fc.constantFrom(...units), { minLength: 1, maxLength: 6 }), (mix) => {
      const started = performance.now()
      cleanForModel(mix.join('').repeat(Math.ceil(1_000_000 / mix.join('').length)))
      return performance.now() - started < 10_000
    }), { numRuns: 5 })
  }, 60_000)
})
