import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import * as sdk from '../../src/sdk/index.ts'
import { SecretLink, SecretValue } from '../../src/sdk/index.ts'
import { openSecret } from '../../src/sdk/secret.ts'

const held = '660000000000000042'
describe.each([
  ['[secret link]', new SecretLink()], ['[secret]', new SecretValue()], ['[secret link]', new SecretLink(`https://cloud.example.org/#${held}`)], ['[secret]', new SecretValue(held)],
])('%s', (placeholder, secret) => {
  it('is all that any way of writing the value gives', () => {
    const written = [String(secret), `${secret}`, '' + secret, inspect(secret, { showHidden: true, depth: null, customInspect: true }), inspect([secret]).slice(2, -2), JSON.parse(JSON.stringify({ secret })).secret]
    expect(written).toEqual(written.map(() => placeholder))
  })

  it('has nothing to list, spread or clone out of it', () => {
    expect([Reflect.ownKeys(secret), { ...secret }, structuredClone(secret)]).toEqual([[], {}, {}])
    expect(inspect(secret, { customInspect: false })).toMatch(/^Secret(Link|Value) \{\}$/)
  })
})

it('what it holds is found by nothing that a plugin has: not in its own or inherited parts, a clone, a proxy, a subclass or the SDK\'s exports', () => {
  class Spy extends SecretValue { look(): unknown[] { return [this.toString(), this.toJSON(), ...Reflect.ownKeys(this).map((key) => Reflect.get(this, key))] } }
  const seen: unknown[] = []
  const proxy = new Proxy(new SecretValue(held), { get: (target, key) => { seen.push(key); return Reflect.get(target, key, target) } })
  const parts = (value: object | null): unknown[] => (value === null ? [] : [...Reflect.ownKeys(value).map((key) => { try { return Reflect.get(value, key) } catch { return undefined } }), ...parts(Object.getPrototypeOf(value) as object | null)])
  const all = [new Spy(held).look(), parts(new SecretValue(held)), String(proxy), structuredClone(new SecretValue(held)), inspect(new SecretValue(held), { showHidden: true, depth: null, customInspect: false, getters: true, showProxy: true }), inspect(proxy, { showProxy: true })]
  expect(all.map((one) => inspect(one, { showHidden: true, depth: null })).join('\n')).not.toContain(held)
  expect(Object.keys(sdk)).not.toContain('openSecret')
  expect(() => Object.assign(new SecretValue(held), { note: held })).toThrow(TypeError)
})

it('the host opens it, and one that was made without a value is empty', () => {
  expect([openSecret(new SecretValue(held)), openSecret(new SecretLink('x')), openSecret(new SecretValue()), openSecret(new SecretValue(''))]).toEqual([held, 'x', undefined, ''])
})
