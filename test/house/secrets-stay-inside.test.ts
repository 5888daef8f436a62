import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { methods } from '../../src/daemon/protocol/methods.ts'
import { isObject } from '../../src/rules/json.ts'
import { sources } from './rooms.ts'

/** Law 3: secrets are handles. What is lent by the keystore is lent to these and to no one else, and none hands it on. */
const borrowers: Readonly<Record<string, string>> = {
  'src/agent/providers/openai.ts': 'the model’s key, as a header of the one request to its own origin',
  'src/daemon/gated-keystore.ts': 'hands the loan on to the host, where no lock fell',
  'src/daemon/methods/otp.ts': 'whether a code can be made of the seed: a boolean',
  'src/daemon/pin.ts': 'compares a hash and gives a boolean',
  'src/daemon/seal.ts': 'the audit chain’s last length and hash, which are no secret',
  'src/daemon/start/audit-key.ts': 'keeps the key in a closure that gives digests under it',
  'src/daemon/start/teaching-keystore.ts': 'tells the scrubber, which gives texts without it',
}
const borrows = /\bkeystore\s*\.use\(/
const outside = sources('src').filter((path) => !path.startsWith('src/host/'))

describe('outside the host', () => {
  it('only these borrow from the keystore, each for its reason; plugins, terminal, monitor and rules never do', () => {
    expect('return await keystore.use(ref, why, fn)').toMatch(borrows)
    const found = outside.filter((path) => borrows.test(readFileSync(path, 'utf8')))
    expect(found.toSorted()).toEqual(Object.keys(borrowers).toSorted())
  })

  it('no loan is taken as text: a Buffer can be overwritten, a string cannot', () => {
    const asText = /\.use\([^\n]*(?:,\s*String\)|=>\s*(?:value|lent|secret|key)\.toString\([^)]*\)\s*\)|=>\s*(?:value|lent|secret|key)\s*\))/
    expect('keystore.use(ref, why, String)').toMatch(asText)
    expect('keystore.use(ref, why, (value) => value)').toMatch(asText)
    const found = outside.flatMap((path) => readFileSync(path, 'utf8').split('\n').flatMap((line, at) => (asText.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [])))
    expect(found).toEqual([])
  })

  it('a secret value is opened where it is shown to the person, and nowhere else', () => {
    const opens = /\bopenSecret\b/
    expect(sources('src').filter((path) => opens.test(readFileSync(path, 'utf8')) && path !== 'src/sdk/secret.ts')).toEqual(['src/daemon/methods/pay-code.ts'])
  })

  it('the key of a vault, the hash of a PIN and what derives them stay in the host', () => {
    const names = /vault\/(?:aead|derive-key|vault-items|vault-format)\.ts/
    expect(outside.filter((path) => names.test(readFileSync(path, 'utf8')))).toEqual([])
  })
})

/** Every field that has a text in it, by its path. */
function texts(schema: unknown, path = ''): string[] {
  if (!isObject(schema)) return []
  const { type, properties, items, anyOf, additionalProperties } = schema
  const inner = [
    ...(isObject(properties) ? Object.entries(properties).flatMap(([name, one]) => texts(one, `${path}.${name}`)) : []),
    ...texts(items, path), ...texts(additionalProperties, path), ...(Array.isArray(anyOf) ? anyOf.flatMap((one) => texts(one, path)) : []),
  ]
  return type === 'string' ? [path, ...inner] : inner
}

it.each(Object.entries(methods))('%s answers with no field that could be a secret', (_, { result }) => {
  const secret = /password|passphrase|secret|cookie|token|seed|credential|\bpin\b|\bkey\b/i
  expect(texts(z.toJSONSchema(z.object({ a: z.object({ token: z.string() }) })))).toEqual(['.a.token'])
  // A2UI calls the name of an argument so.
  const ofScreens = /\.component\.Button\.action\.context\.key$/
  expect(texts(z.toJSONSchema(result, { unrepresentable: 'any', io: 'input' })).filter((path) => secret.test(path) && !ofScreens.test(path))).toEqual([])
})
