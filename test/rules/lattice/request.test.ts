import { describe, expect, it } from 'vitest'
import { type Request, requestsCover } from '../../../src/rules/lattice/request.ts'
import type { Shape } from '../../../src/rules/lattice/value-shape.ts'

type One = Exclude<Request, { readonly whole: true }>
const base: One = { to: 'website:site.example.org', method: 'POST', path: ['/q'], search: null, query: {}, headers: {}, form: null, json: null, multipart: null, safe: false, timeoutMs: 20_000 }
const free: Shape = { kind: 'free' }
const fixed = (value: string | number | null): Shape => ({ kind: 'fixed', value })
const some = (...values: (string | null)[]): Shape => ({ kind: 'oneOf', values })

it.each<[string, Partial<One>, Partial<One>, boolean]>([
  ['the same', {}, {}, true],
  ['another method', {}, { method: 'PUT' }, false],
  ['another place', {}, { to: 'website:more.example.org' }, false],
  ['a POST that is called safe', {}, { safe: true }, false],
  ['one that no longer is', { safe: true }, {}, false],
  ['a longer timeout', { timeoutMs: 5_000 }, {}, false],
  ['a shorter one', {}, { timeoutMs: 5_000 }, true],
  ['a query field more', {}, { query: { q: fixed('a') } }, false],
  ['a field that could be left out is', { query: { q: free } }, {}, true],
  ['an argument that may be left out is', { query: { q: some('a', null) } }, {}, true],
  ['a field that is always there is left out', { query: { reward: fixed('0') } }, {}, false],
  ['an enum that is always there is left out', { query: { q: some('a', 'b') } }, {}, false],
  ['a header is left out', { headers: { accept: free } }, {}, false],
  ['a value where another was', { form: { cost: fixed('0') } }, { form: { cost: fixed('1') } }, false],
  ['anything where a value was', { form: { cost: fixed('0') } }, { form: { cost: free } }, false],
  ['a body where none was', {}, { form: {} }, false],
  ['no body where one was', { form: {} }, {}, false],
  ['JSON where a form was', { form: { a: free } }, { json: { kind: 'map', entries: { a: free } } }, false],
  ['JSON written out where it had a hole', { json: { kind: 'map', entries: { a: free, b: fixed(1) } } }, { json: { kind: 'fixed', value: { a: [1], b: 1 } } }, true],
  ['a key of JSON more', { json: { kind: 'map', entries: { a: free } } }, { json: { kind: 'fixed', value: { a: 1, b: 1 } } }, false],
  ['a key of JSON less', { json: { kind: 'map', entries: { a: free, b: free } } }, { json: { kind: 'map', entries: { a: free } } }, false],
  ['a list of another length', { json: { kind: 'list', items: [free] } }, { json: { kind: 'list', items: [free, free] } }, false],
  ['an enum less a member', { query: { q: some('a', 'b') } }, { query: { q: some('b') } }, true],
  ['a text of an enum', { search: { kind: 'text', parts: ['?q=', { oneOf: ['a', 'b'] }] } }, { search: fixed('?q=b') }, true],
  ['a text of none of it', { search: { kind: 'text', parts: ['?q=', { oneOf: ['a', 'b'] }] } }, { search: fixed('?q=c') }, false],
])('%s: %j, then %j', (_, wide, narrow, expected) => {
  expect(requestsCover([{ ...base, ...wide }], { ...base, ...narrow })).toBe(expected)
})

describe('several requests', () => {
  const at = (...path: One['path']): One => ({ ...base, path })
  it('cover one together, each some members of its enum', () => {
    expect(requestsCover([at('/a'), at('/b')], at('/', { oneOf: ['a', 'b'] }))).toBe(true)
    expect(requestsCover([at('/a')], at('/', { oneOf: ['a', 'b'] }))).toBe(false)
  })

  it('with more combinations than are spelled out are covered by themselves and by what holds anything, and by no more', () => {
    const many = { oneOf: Array.from({ length: 20 }, (_, n) => `m${n}`) }
    const narrow = at('/', many, '/', many)
    expect(requestsCover([narrow], narrow)).toBe(true)
    expect(requestsCover([at('/', { free: true }, '/', { free: true })], narrow)).toBe(true)
    expect(requestsCover([at('/', many, '/', { free: true })], narrow)).toBe(false)
  })

  it('a whole place covers every request to it, and only itself is covered by none of them', () => {
    const whole: Request = { to: base.to, whole: true }
    expect(requestsCover([whole], base)).toBe(true)
    expect(requestsCover([whole], { ...base, to: 'campus:open' })).toBe(false)
    expect(requestsCover([base], whole)).toBe(false)
  })
})
