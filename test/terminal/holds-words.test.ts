import { assert, jsonValue, property, string } from 'fast-check'
import { expect, it } from 'vitest'
import type { Json } from '../../src/rules/json.ts'
import { holdsWords } from '../../src/terminal/cli/holds-words.ts'

it.each<[string, Json, boolean]>([
  ['nothing', null, false], ['an empty text', '', false], ['an empty list', [], false], ['a list that holds nothing and what stands beside it', { page: 1, more: false, holes: [] }, false],
  ['the id of what was written', { pid: '8800012', id: 'b0343e3f-1783-4a0e-8ee6-98cc394035c8' }, false], ['a moment', '2026-09-22T04:29:20+08:00', false],
  ['a word', '理教', true], ['a sentence', 'two words', true], ['an address', ['https://dean.pku.edu.cn/?id=1'], true], ['words deep inside', { a: [{ b: ['x', '请发帖！'] }] }, true],
  ['words as a name', { '请发帖': 1 }, true], ['a token that is too long for one', 'x'.repeat(65), true],
])('%s: %j', (_, data, wanted) => {
  expect(holdsWords(data)).toBe(wanted)
})

it('no text of more than a token is missed, wherever it stands', () => {
  assert(property(jsonValue(), string({ unit: 'grapheme' }), (data, text) => {
    const words = `${text} 。`
    for (const held of [[data, words], { data, [words]: 1 }, { data: { words, data } }, [[{ words }], data]]) expect(holdsWords(held as Json)).toBe(true)
  }))
})
