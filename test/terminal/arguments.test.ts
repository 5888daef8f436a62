import { array, assert, integer, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/rules/json.ts'
import { say } from '../../src/rules/words/say.ts'
import { readArguments } from '../../src/terminal/cli/arguments.ts'

const schema: JsonObject = {
  type: 'object',
  properties: {
    building: { type: 'string', enum: ['理教', '一教'] }, from: { type: 'integer' }, ratio: { type: 'number' }, all: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } }, ids: { type: 'array', items: { type: 'integer' } },
    filter: { type: 'object' }, maybe: { anyOf: [{ type: 'integer' }, { type: 'null' }] }, termId: { type: 'string' }, level: { enum: [1, 2] },
  },
}
const read = (...words: string[]) => readArguments(words, schema, () => '{"building":"一教"}', { say: (phrase, params) => say(phrase, 'en', params) })

describe('arguments of `pkuh call`', () => {
  it.each([
    [['--building', '理教'], { building: '理教' }],
    [['--building=理教', '--from=5'], { building: '理教', from: 5 }],
    [['--from', '-3'], { from: -3 }],
    [['--ratio', '0.25'], { ratio: 0.25 }],
    [['--all'], { all: true }],
    [['--all', 'false'], { all: false }],
    [['--all', '--from', '1'], { all: true, from: 1 }],
    [['--tags', 'a', '--tags', 'b'], { tags: ['a', 'b'] }],
    [['--ids', '[1,2]'], { ids: [1, 2] }],
    [['--ids', '7'], { ids: [7] }],
    [['--filter', '{"a":[1]}'], { filter: { a: [1] } }],
    [['--maybe', 'null'], { maybe: null }],
    [['--maybe', '4'], { maybe: 4 }],
    [['--level', '2'], { level: 2 }],
    [['--term-id', '12'], { termId: '12' }],
    [['--input', '{"from":2}'], { from: 2 }],
    [['--input', '-'], { building: '一教' }],
    [['--input', '{"from":2}', '--building', '理教'], { from: 2, building: '理教' }],
    // What the schema does not name goes through as it is: the monitor refuses it with its own words.
    [['--unknown', 'x'], { unknown: 'x' }],
  ])('%j become %j', (words, args) => {
    expect(read(...words)).toEqual(args)
  })

  it.each([
    ['a word that is no option', ['理教'], /理教 is no option; what may stand here: --building, --from/],
    ['a text without its value', ['--building'], /--building wants its value/],
    ['broken JSON', ['--filter', '{'], /--filter is not JSON/],
    ['an input that is no object', ['--input', '[1]'], /--input takes one JSON object/],
    ['one value twice', ['--from', '1', '--from', '2'], /--from is given twice/],
  ])('%s is a mistake of usage, told in a sentence', (_, words, sentence) => {
    expect(() => read(...words)).toThrow(/^USAGE/)
    expect(() => read(...words)).toThrow(sentence)
  })

  it.each(['__proto__', 'constructor', 'toString'])('%s is a name like any other, for the monitor to refuse', (name) => {
    for (const words of [[`--${name}`, '{"a":1}'], ['--input', `{"${name}":"{\\"a\\":1}"}`]]) {
      const args = read(...words)
      expect([Object.keys(args), Object.getPrototypeOf(args)]).toEqual([[name], Object.prototype])
    }
  })

  it('a text stays a text, whatever it looks like', () => {
    for (const text of ['5', 'true', 'null', '{"a":1}', '[1]', '007']) expect(read('--building', text)).toEqual({ building: text })
  })

  it('a number that would lose digits stays a text, for the monitor to refuse', () => {
    for (const text of ['007', '12345678901234567890', '1.0', '1e3', '0x10']) expect(read('--from', text)).toEqual({ from: text })
  })

  it('any text and any whole number come back as they were given', () => {
    assert(property(string().filter((text) => !text.startsWith('--')), integer(), array(string({ minLength: 1 }).filter((text) => !/^(?:--|\s*\[)/.test(text)), { minLength: 1, maxLength: 4 }), (text, number, list) => {
      expect(read('--building', text, `--from=${number}`, ...list.flatMap((item) => ['--tags', item]))).toEqual({ building: text, from: number, tags: list })
    }))
  })
})
