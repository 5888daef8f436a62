import { assert, array, constantFrom, integer, oneof, property, string, tuple, uniqueArray, uuid } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HarnessError } from '../../src/rules/errors/index.ts'
import { meantId, shortIds } from '../../src/rules/short-id.ts'

const file = `file:${'ab12'.repeat(16)}`
const first = '0a1b2c3d-0000-4000-8000-000000000001'
const second = '0a1b2c3d-0000-4000-8000-000000000002'
const third = 'f0000000-0000-4000-8000-000000000003'
const codeOf = (work: () => unknown) => { try { work(); return 'none' } catch (error) { return error instanceof HarnessError ? [error.code, error.params] : error } }

describe('a short id', () => {
  it.each([
    [[third], ['f0000000']],
    [[first, second, third], [first, second, 'f0000000']],
    [[`${file}:0`, `${file}:1`, `${file}:10`], ['file:ab12ab12:0', 'file:ab12ab12:1', 'file:ab12ab12:10']],
    [['m1', 'm10'], ['m1', 'm10']],
    [[], []],
  ])('%j are written %j', (ids, short) => {
    expect([...shortIds(ids).values()]).toEqual(short)
  })

  it('means its own id, whatever else there is', () => {
    const id = oneof(uuid(), tuple(string({ unit: constantFrom(...'0ab'), minLength: 8, maxLength: 12 }), integer({ min: 0, max: 12 })).map(([hex, at]) => `file:${hex}:${at}`), string({ unit: constantFrom(...'a:1'), minLength: 1, maxLength: 12 }))
    assert(property(uniqueArray(id, { maxLength: 12 }), (ids) => {
      for (const [whole, short] of shortIds(ids)) expect(meantId(short, ids)).toBe(whole)
    }))
  })
})

describe('what is typed', () => {
  it.each([
    [first, first], ['f0', third], ['f0000000-0000', third], ['file:ab:1', `${file}:1`], [`${file}:10`, `${file}:10`], ['m1', 'm1'], ['m10', 'm10'],
    ['F0', undefined], ['', undefined], ['x', undefined], ['file::1', undefined], ['f0000000-0000-4000-8000-000000000003x', undefined], ['file:ab:2', undefined],
  ])('%j means %j', (typed, whole) => {
    expect(meantId(typed, [first, second, third, `${file}:0`, `${file}:1`, `${file}:10`, 'm1', 'm10'])).toBe(whole)
  })

  it('that begins more than one is an error which names them', () => {
    expect(codeOf(() => meantId('0a', [first, second, third]))).toEqual(['ID_AMBIGUOUS', { typed: '0a', count: 2, ids: `${first}, ${second}` }])
    expect(codeOf(() => meantId('m', Array.from({ length: 30 }, (_, at) => `m${at}`)))).toEqual(['ID_AMBIGUOUS', { typed: 'm', count: 30, ids: 'm0, m1, m2, m3, m4, m5, m6, m7, …' }])
  })

  it('is a whole id or begins what it means', () => {
    assert(property(array(uuid(), { maxLength: 8 }), string({ unit: constantFrom(...'0123456789abcdef-'), maxLength: 3 }), (ids, typed) => {
      const begun = ids.filter((id) => typed !== '' && id.startsWith(typed))
      if (new Set(begun).size > 1) expect(codeOf(() => meantId(typed, ids))).toMatchObject(['ID_AMBIGUOUS', {}])
      else expect(meantId(typed, ids)).toBe(begun[0])
    }))
  })
})
