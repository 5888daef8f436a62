import { assert, nat, property, tuple } from 'fast-check'
import { expect, it } from 'vitest'
import { isNewer, versionIn } from '../../src/daemon/protocol/is-newer.ts'

it.each([
  ['0.1.1', '0.1.0', true], ['0.10.0', '0.9.9', true], ['1.0.0', '0.99.99', true], ['0.1.0', '0.1.0', false], ['0.1.0', '0.2.0', false],
  ['0.2.0', '0.2.0-beta.1', true], ['0.2.0-beta.1', '0.2.0', false], ['0.2.0-beta.10', '0.2.0-beta.9', true], ['0.2.0-beta.1', '0.1.9', true], ['0.2.0-beta.1', '0.2.0-beta.1', false],
])('%s is newer than %s: %s', (one, other, wanted) => {
  expect(isNewer(one, other)).toBe(wanted)
})

it('of two that differ one is newer, and none is newer than itself', () => {
  const version = tuple(nat(99), nat(99), nat(99)).map((parts) => parts.join('.'))
  assert(property(version, version, (one, other) => {
    expect([isNewer(one, other), isNewer(other, one)].filter(Boolean)).toHaveLength(one === other ? 0 : 1)
  }))
})

it.each(['', '1', '1.2', 'v1.2.3', '1.2.3 ', '1.2.3\n', 'latest', `1.2.3-${'x'.repeat(64)}`, 3, null, undefined, '١.2.3'])('%j is no version', (given) => {
  expect(versionIn(given)).toBeUndefined()
})
