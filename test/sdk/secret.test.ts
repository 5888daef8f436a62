import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { SecretLink, SecretValue } from '../../src/sdk/index.ts'

describe.each([['[secret link]', new SecretLink()], ['[secret]', new SecretValue()]])('%s', (placeholder, secret) => {
  it('is all that any way of writing the value gives', () => {
    const written = [String(secret), `${secret}`, '' + secret, inspect(secret, { showHidden: true, depth: null, customInspect: true }), inspect([secret]).slice(2, -2), JSON.parse(JSON.stringify({ secret })).secret]
    expect(written).toEqual(written.map(() => placeholder))
  })

  it('has nothing to list, spread or clone out of it', () => {
    expect([Reflect.ownKeys(secret), { ...secret }, structuredClone(secret)]).toEqual([[], {}, {}])
    expect(inspect(secret, { customInspect: false })).toMatch(/^Secret(Link|Value) \{\}$/)
  })
})
