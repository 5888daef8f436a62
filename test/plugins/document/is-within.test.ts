import { expect, it } from 'vitest'
import { isWithin } from '../../../src/plugins/document/facts/reached.ts'
import { effects } from '../../../src/sdk/index.ts'

it.each([
  ['read', ['read']], ['write', ['read', 'write']], ['money', ['read', 'write', 'money']], ['public', ['read', 'write', 'public']],
] as const)('a document’s tool of effect %s makes requests of %j only: who may publish may not pay', (limit, within) => {
  expect(effects.filter((effect) => isWithin(effect, limit))).toEqual(within)
})
