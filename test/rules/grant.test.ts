import { expect, it } from 'vitest'
import type { Call, DecisionContext } from '../../src/rules/call.ts'
import { type Grant, grantCovers, grantSchema } from '../../src/rules/grant.ts'
import { call, campus, context, grantFor, local, now, tainted, website } from './question.ts'

const post = call({ effect: 'public', destinations: [campus] }, { args: { text: 'hi', pid: 3 } })
const other = (facts: Parameters<typeof call>[0]): Call => ({ ...post, tool: { ...post.tool, ...facts } })

it.each<[string, boolean, Partial<Grant>, Call?, DecisionContext?]>([
  ['the call it was made for', true, {}],
  ['another account', false, { account: '2500000002' }],
  ['no account', false, { account: null }],
  ['another tool of the plugin', false, {}, other({ id: 'notes.other' })],
  ['another plugin of the same tool id', false, {}, other({ plugin: 'copy' })],
  ['another content', false, {}, other({ contentHash: 'c'.repeat(64) })],
  ['another content, where only the definition is pinned', true, { contentHash: null }, other({ contentHash: 'c'.repeat(64) })],
  ['another definition', false, { contentHash: null }, other({ definitionDigest: 'c'.repeat(64) })],
  ['nothing pinned', false, { contentHash: null, definitionDigest: null }],
  ['another effect', false, {}, other({ effect: 'money' })],
  ['another destination', false, {}, other({ destinations: [{ kind: 'campus', service: 'portal' }] })],
  ['one more destination', false, {}, other({ destinations: [campus, website] })],
  ['one destination of several', true, { destinations: [campus, website] }],
  ['a tool that names no destination', false, {}, other({ destinations: [] })],
  ['exact arguments', true, { args: { exact: { text: 'hi', pid: 3 }, free: [] } }],
  ['exact arguments in another order of keys inside', true, { args: { exact: { text: { b: 1, a: 2 } }, free: [] } }, call({ effect: 'public', destinations: [campus] }, { args: { text: { a: 2, b: 1 } } })],
  ['bug-log 47: an argument of another value', false, { args: { exact: { text: 'ho' }, free: 'others' } }],
  ['a number where a text was agreed', false, { args: { exact: { pid: '3' }, free: 'others' } }],
  ['an argument that was not agreed', false, { args: { exact: { text: 'hi' }, free: [] } }],
  ['an argument that the person freed', true, { args: { exact: { text: 'hi' }, free: ['pid'] } }],
  ['an argument that is missing', false, { args: { exact: { text: 'hi', pid: 3, tag: 'x' }, free: 'others' } }],
  ['an argument within its bounds', true, { args: { exact: { text: 'hi' }, free: [], within: { pid: { type: 'integer', minimum: 1, maximum: 3 } } } }],
  ['one beyond them', false, { args: { exact: { text: 'hi' }, free: [], within: { pid: { type: 'integer', minimum: 1, maximum: 2 } } } }],
  ['bounds on an argument that is missing', false, { args: { exact: {}, free: 'others', within: { tag: { type: 'string' } } } }],
  ['bounds on one that may be left out', true, { args: { exact: {}, free: 'others', within: { tag: { type: 'string', optional: true } } } }],
  ['bounds and an argument that was not agreed', false, { args: { exact: {}, free: [], within: { pid: { type: 'integer' } } } }],
  ['a name that every object has', false, { args: { exact: { constructor: 'x' }, free: 'others' } }],
  ['tainted under an untainted ceiling', false, {}, post, tainted()],
  ['tainted under a tainted ceiling', true, { ceiling: 'tainted' }, post, tainted()],
  ['an outside client under an untainted ceiling', false, {}, { ...post, principal: 'bridge' }],
  ['the moment before it expires', true, { expires: now + 1 }],
  ['the moment it expires', false, { expires: now }],
  ['never expires', true, { expires: null }],
  ['used up', false, { usesLeft: 0 }],
  ['any number of uses', true, { usesLeft: null }],
  ['revoked', false, { revoked: true }],
  ['arguments that are no JSON', false, {}, { ...post, canonicalArgs: '{' }],
  ['arguments that are no object', false, {}, { ...post, canonicalArgs: '[]' }],
])('a grant and %s: %s', (_, covers, parts, question = post, where = context()) => {
  expect(grantCovers(grantFor(post, parts), question, where)).toBe(covers)
})

it('bug-log 58: a destination is compared as a whole, so neither a longer host nor another kind fits', () => {
  const read = call({ destinations: [{ kind: 'website', host: 'a.pku.edu.cn' }] })
  const at = (host: string) => call({ destinations: [{ kind: 'website', host }] })
  expect(['a.pku.edu.cn', 'a.pku.edu.cn.evil.example', 'b@a.pku.edu.cn', 'a.pku.edu.cn/../b', '*'].map((host) => grantCovers(grantFor(read), at(host), context())))
    .toEqual([true, false, false, false, false])
  expect(grantCovers(grantFor(call({ destinations: [local] })), read, context())).toBe(false)
})

it('as it is stored, a grant pins something, names places and has no unknown field', () => {
  const reads = (grant: unknown) => grantSchema.safeParse(grant).success
  expect(reads(grantFor(post))).toBe(true)
  expect(reads(grantFor(post, { contentHash: null, definitionDigest: null }))).toBe(false)
  expect(reads(grantFor(post, { destinations: [] }))).toBe(false)
  expect(reads({ ...grantFor(post), anything: true })).toBe(false)
})
