import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson, deepFreeze, detach, digest } from '../../src/rules/canonical.ts'
import { HarnessError } from '../../src/rules/errors/index.ts'
import type { Json } from '../../src/rules/json.ts'
import { anyJson } from './any-json.ts'

const codeOf = (run: () => unknown): string => {
  try {
    run()
  } catch (error) {
    return error instanceof HarnessError ? `${error.code} ${error.params['path'] ?? ''}`.trim() : String(error)
  }
  return 'nothing thrown'
}
const wellFormed = (value: Json) => !/\\ud[89a-f]/i.test(JSON.stringify(value))

describe('canonical JSON', () => {
  it('sorts keys by UTF-16 units and writes numbers as ECMAScript does (RFC 8785 §3.2.3)', () => {
    expect(canonicalJson({ '€': 1, '\r': 2, '\ufb33': 3, '1': 4, '😀': 5, '\u0080': 6, 'ö': 7 })).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}')
    expect(canonicalJson([Number('333333333.33333329'), 1e30, 4.5, 2e-3, 1e-27, -0])).toBe('[333333333.3333333,1e+30,4.5,0.002,1e-27,0]')
  })

  it('is the same for the same value, whatever the order of its keys', () => {
    fc.assert(fc.property(anyJson().filter(wellFormed), (value) => {
      expect(canonicalJson(value)).toBe(canonicalize(value))
      expect(canonicalJson(reversed(value))).toBe(canonicalJson(value))
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }))
  })

  it('bug-log 47: two calls whose arguments differ have two digests', () => {
    expect(digest(canonicalJson({ text: 'a' }))).not.toBe(digest(canonicalJson({ text: 'b' })))
  })
})

describe('a digest', () => {
  it('is SHA-256 of the UTF-8 bytes, in hex', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => digest(text) === createHash('sha256').update(text, 'utf8').digest('hex')))
  })
  it('of a value is that of its canonical text', () => expect(digest({ b: 1, a: [null] })).toBe(digest('{"a":[null],"b":1}')))
  it('of bytes is that of the bytes', () => expect(digest(new Uint8Array([0x61]))).toBe(digest('a')))
})

describe('what is not JSON is refused, with its place', () => {
  class Point { readonly x = 1 }
  const cycle: Record<string, unknown> = {}
  cycle['again'] = cycle
  const holed: unknown[] = [1]
  holed[2] = 3
  it.each<[string, unknown, string]>([
    ['undefined', undefined, 'JSON_NOT_PLAIN $'],
    ['undefined inside', { a: [undefined] }, 'JSON_NOT_PLAIN $.a.0'],
    ['NaN', { a: Number.NaN }, 'JSON_NOT_PLAIN $.a'],
    ['Infinity', [Infinity], 'JSON_NOT_PLAIN $.0'],
    ['a function', { run: () => 1 }, 'JSON_NOT_PLAIN $.run'],
    ['BigInt', 1n, 'JSON_NOT_PLAIN $'],
    ['a symbol', Symbol('x'), 'JSON_NOT_PLAIN $'],
    ['a symbol key', { [Symbol('x')]: 1 }, 'JSON_NOT_PLAIN $'],
    ['a getter', { get a() { return 1 } }, 'JSON_NOT_PLAIN $.a'],
    ['a hidden property', Object.defineProperty({}, 'a', { value: 1, enumerable: false }), 'JSON_NOT_PLAIN $.a'],
    ['a __proto__ key', JSON.parse('{"__proto__":{"a":1}}'), 'JSON_NOT_PLAIN $'],
    ['a class instance', new Point(), 'JSON_NOT_PLAIN $'],
    ['a Date', new Date(0), 'JSON_NOT_PLAIN $'],
    ['a Map', new Map([['a', 1]]), 'JSON_NOT_PLAIN $'],
    ['an array with a hole', holed, 'JSON_NOT_PLAIN $'],
    ['an array with a name', Object.assign([1], { name: 'x' }), 'JSON_NOT_PLAIN $'],
    ['a lone surrogate', ['\ud800'], 'JSON_NOT_PLAIN $.0'],
    ['a lone surrogate in a key', { '\udc00': 1 }, 'JSON_NOT_PLAIN $'],
    ['toJSON', { toJSON: () => 'other' }, 'JSON_NOT_PLAIN $.toJSON'],
    ['a proxy that throws', new Proxy({}, { ownKeys() { throw new Error('boom') } }), 'JSON_NOT_PLAIN $'],
    ['a cycle', cycle, 'JSON_TOO_DEEP'],
  ])('%s', (_, value, expected) => {
    expect(codeOf(() => canonicalJson(value))).toBe(expected)
    expect(codeOf(() => detach(value))).toBe(expected)
  })

  it('names no key that could be anyone’s text', () => {
    expect(codeOf(() => detach({ '\u001b[2Jpassword hunter2': undefined }))).toBe('JSON_NOT_PLAIN $.?')
  })
})

describe('detaching', () => {
  it('bug-log 52: gives a copy that nobody else holds', () => {
    const mine = { list: [{ text: 'a' }] }
    const copy = detach(mine)
    mine.list[0] = { text: 'b' }
    expect(copy).toEqual({ list: [{ text: 'a' }] })
  })

  it('loses nothing: what it takes comes out the same', () => {
    fc.assert(fc.property(anyJson().filter(wellFormed), (value) => {
      expect(detach(value)).toEqual(value)
    }))
  })

  it('refuses over 64 levels and takes 64', () => {
    const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))
    expect(codeOf(() => detach(nested(65)))).toBe('JSON_TOO_DEEP')
    expect(codeOf(() => detach(nested(64)))).toBe('nothing thrown')
  })

  it('refuses over 1 MiB, also where a small value refers to its parts again and again', () => {
    expect(codeOf(() => detach('字'.repeat(349_000)))).toBe('nothing thrown')
    expect(codeOf(() => detach('字'.repeat(350_000)))).toBe('JSON_TOO_LARGE')
    let laughs: unknown = 'ha'
    for (let level = 0; level < 30; level++) laughs = [laughs, laughs]
    expect(codeOf(() => detach(laughs))).toBe('JSON_TOO_LARGE')
  })

  it('freezes through and through', () => {
    const frozen = deepFreeze<Json>({ a: [{ b: 1 }] })
    expect(() => Object.assign(Object.values(frozen ?? {})[0]?.[0] ?? {}, { b: 2 })).toThrow(TypeError)
  })
})

function reversed(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value
  return Array.isArray(value) ? value.map(reversed) : Object.fromEntries(Object.entries<Json>({ ...value }).toReversed().map(([key, part]) => [key, reversed(part)]))
}
