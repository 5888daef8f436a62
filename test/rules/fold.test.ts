import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '../../src/rules/fold.ts'

const character = fc.oneof({ weight: 3, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }) }, fc.constantFrom('a', 'B', ' ', '\u200b', 'ü', 'u\u0308', '\ufdfa', '１', '👨\u200d', '\u{1d41a}', '\ud800', '\udc00', '\0', '한', 'İ', 'ß', 'ﬃ'))
const texts = fc.array(character, { maxLength: 30 })

describe('a folded text', () => {
  it.each<[string, string]>([
    ['Ｐａｓｓ ｗｏｒｄ', 'password'], ['Pa\u00ads\u200bs\u{e0061}', 'pass'], ['Mu\u0308ller', 'muller'], ['Müller', 'muller'], ['𝐩𝐚𝐬𝐬①', 'pass1'], ['p̶a̶s̶s̶', 'pass'], ['a\tb\r\nc\u3000d\u00a0e\0f\u2800g', 'abcdefg'], ['oﬃce', 'office'], ['密 码', '密码'], ['', ''],
  ])('%j is %j', (text, expected) => expect(fold(text).text).toBe(expected))

  it('is the folds of its characters, each with its own place', () => {
    fc.assert(fc.property(texts, (parts) => {
      const text = parts.join('')
      const folded = fold(text)
      const characters = Array.from(text)
      expect(folded.text).toBe(characters.map((one) => fold(one).text).join(''))
      for (let unit = 0; unit < folded.text.length; unit++) {
        const whole = text.slice(folded.startOf(unit), folded.endOf(unit))
        expect([Array.from(whole).length, fold(whole).text.includes(folded.text[unit] ?? '?')]).toEqual([1, true])
        if (unit > 0) expect(folded.startOf(unit)).toBeGreaterThanOrEqual(folded.startOf(unit - 1))
      }
    }), { numRuns: 1000 })
  })

  it('is the same in every form of normalisation, and folded again itself', () => {
    fc.assert(fc.property(texts, (parts) => {
      const text = parts.join('').toWellFormed()
      const folded = fold(text).text
      expect(fold(folded).text).toBe(folded)
      for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const) expect(fold(text.normalize(form)).text).toBe(folded)
    }), { numRuns: 1000 })
  })

  it('does not depend on what was folded before it', () => {
    const before = fold('👍 한 \ufdfa x').text
    for (let code = 0x10000; code < 0x13000; code++) fold(String.fromCodePoint(code))
    fold('\ud83d \udc4d')
    expect(fold('👍 한 \ufdfa x').text).toBe(before)
  })
})
