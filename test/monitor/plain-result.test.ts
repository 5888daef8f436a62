import { describe, expect, it } from 'vitest'
import { plainResult } from '../../src/monitor/plain-result.ts'
import { detachLimits } from '../../src/rules/canonical.ts'
import { SecretValue } from '../../src/sdk/index.ts'

const nested = (levels: number, leaf: unknown): unknown => (levels === 0 ? leaf : [nested(levels - 1, leaf)])
const shared = (levels: number, leaf: unknown): unknown => { let value = leaf; for (let level = 0; level < levels; level++) value = [value, value]; return value }

describe('a result as plain JSON', () => {
  const handle = new SecretValue('0000 1111')
  it.each<[string, unknown, unknown]>([
    ['nothing', undefined, null],
    ['a part that is not there', { a: undefined, b: [{ c: undefined, d: 1 }] }, { b: [{ d: 1 }] }],
    ['what a list has beside its parts', { m: /[a-z]+(\d+)/.exec('ab12') }, { m: ['ab12', '12'] }],
    ['a getter', { get a() { return 1 } }, { a: 1 }],
    ['a handle', handle, String(handle)],
    ['a handle inside', { a: [{ code: handle, n: 1 }] }, { a: [{ code: String(handle), n: 1 }] }],
    ['a handle as deep as JSON may be', nested(detachLimits.depth - 1, handle), nested(detachLimits.depth - 1, String(handle))],
  ])('%s', (_, given, plain) => { expect(plainResult(given)).toEqual(plain) })

  it('shares nothing with what the tool holds', () => {
    const held = { list: [{ n: 1 }] }
    const plain = plainResult(held)
    held.list[0] = { n: 2 }
    expect(plain).toEqual({ list: [{ n: 1 }] })
  })

  it.each([['plain', 1], ['a part that is not there', { a: undefined }], ['a handle', handle]] as const)('parts that are shared over and over are refused, and not walked without end (%s)', (_, leaf) => {
    expect(() => plainResult(shared(60, leaf))).toThrow(/JSON_TOO_LARGE|JSON_NOT_PLAIN/)
  })
})
