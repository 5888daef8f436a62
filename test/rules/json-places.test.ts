import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonPlaces } from '../../src/rules/json-places.ts'

const parses = (text: string): boolean => { try { JSON.parse(text); return true } catch { return false } }

it('takes for JSON exactly what JSON.parse does, of texts and of texts that were broken somewhere', () => {
  const broken = fc.tuple(fc.json({ maxDepth: 3 }), fc.nat(), fc.constantFrom('', ',', '"', '}', ']', '\\', '1', 'x', '\u0001', ' ')).map(([text, at, put]) => {
    const where = at % (text.length + 1)
    return text.slice(0, where) + put + text.slice(where + (put === '' ? 1 : 0))
  })
  fc.assert(fc.property(fc.oneof(fc.json(), broken, fc.string()), (text) => { expect(jsonPlaces(text).ok).toBe(parses(text)) }), { numRuns: 3000 })
})

it('finds each value of a text that is written a name or item a line', () => {
  fc.assert(fc.property(fc.jsonValue({ maxDepth: 3 }), (given) => {
    const text = JSON.stringify(given, undefined, 2)
    const places = jsonPlaces(text)
    if (!places.ok) throw new Error('read')
    const lines = text.split('\n')
    const check = (value: unknown, path: string[]): void => {
      if (typeof value !== 'object' || value === null) return
      for (const [name, inner] of Object.entries(value)) {
        const line = lines[places.lineOf([...path, name]) - 1]?.trimStart() ?? ''
        const first = JSON.stringify(inner, undefined, 2).split('\n')[0] ?? ''
        expect(line.startsWith(Array.isArray(value) ? first : `${JSON.stringify(name)}: ${first}`)).toBe(true)
        check(inner, [...path, name])
      }
    }
    check(given, [])
    expect(places.twice).toBeUndefined()
  }))
})

it.each<[string, number]>([
  ['{', 1], ['{\n  "a": 1,\n}', 3], ['[1,\n2\n3]', 3], ['{"a": 1}\n\nx', 3], ['', 1], ['{"a": \n"b', 2], ['{"a": 1\n "b": 2}', 2], [`${'['.repeat(100)}${']'.repeat(100)}`, 1],
])('%j breaks at line %d', (text, line) => {
  expect(jsonPlaces(text)).toEqual({ ok: false, line })
})

it('names what stands twice in one object, and not what stands in two', () => {
  const twice = (text: string) => { const places = jsonPlaces(text); return places.ok ? places.twice : 'broken' }
  expect(twice('{"a": {"uses": 1},\n "b": {"uses": 1,\n "\\u0075ses": 9}}')).toEqual({ path: ['b', 'uses'], line: 3 })
  expect(twice('[{"a":1},{"a":1}]')).toBeUndefined()
  expect(twice('{"__proto__":1,"constructor":2}')).toBeUndefined()
})

it('a part that is missing is told by the line of what it is missing in', () => {
  const places = jsonPlaces('{\n"allow": [\n{"tool": "a.b"}\n]}')
  if (!places.ok) throw new Error('read')
  expect([places.lineOf(['allow', 0, 'uses']), places.lineOf(['version']), places.lineOf([])]).toEqual([3, 1, 1])
})
