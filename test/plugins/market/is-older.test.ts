import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { isOlder } from '../../../src/plugins/market/is-older.ts'

/** The order of semver 2.0.0 §11, lowest first. */
const rising = ['0.9.9', '1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-beta', '1.0.0-beta.2', '1.0.0-beta.11', '1.0.0-rc.1', '1.0.0-x-y', '1.0.0', '1.0.1', '1.2.0', '1.10.0', '2.0.0']

it('versions are in the order of semver', () => {
  for (const [a, one] of rising.entries()) for (const [b, other] of rising.entries()) expect(isOlder(one, other), `${one} before ${other}`).toBe(a < b)
})

it('any version that a manifest can have is one that can be compared', () => {
  const { properties } = JSON.parse(readFileSync('docs/plugin.schema.json', 'utf8')) as { readonly properties: { readonly version: { readonly pattern: string } } }
  const version = fc.stringMatching(new RegExp(properties.version.pattern))
  fc.assert(fc.property(version, version, (one, other) => { expect(isOlder(one, other) && isOlder(other, one)).toBe(false) }))
})
