import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseJson } from '../../../src/host/net/parse-json.ts'

it.each<[string, string, unknown]>([
  ['a half at the end of a text that was cut', String.raw`{"a":"x\ud83d"}`, { a: 'x\ufffd' }],
  ['the other half', String.raw`["\uDE00x"]`, ['\ufffdx']],
  ['two of them the wrong way round', String.raw`"\ude00\ud83d"`, '\ufffd\ufffd'],
  ['a half before a whole one', String.raw`"\ud83d\ud83d\ude00"`, '\ufffd😀'],
  ['a half behind another character', String.raw`"\u0041\udc00"`, 'A\ufffd'],
  ['a half as a name', String.raw`{"\ud83d":1}`, { '\ufffd': 1 }],
  ['a whole one', String.raw`"\ud83d\ude00"`, '😀'],
  ['a text that only spells an escape', String.raw`"\\ud83d"`, String.raw`\ud83d`],
  ['no JSON', String.raw`{"a":"\ud83d"`, undefined],
])('%s', (_, text, value) => expect(parseJson(text)).toEqual(value))

it('is JSON.parse but for halves of characters, which it marks', () => {
  const escaped = (text: string): string => `"${[...Array(text.length).keys()].map((at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`
  fc.assert(fc.property(fc.string({ unit: fc.integer({ min: 0xd7fe, max: 0xe001 }).map((unit) => String.fromCharCode(unit)) }), (text) => {
    expect(parseJson(escaped(text))).toBe(text.toWellFormed())
  }), { numRuns: 500 })
})
