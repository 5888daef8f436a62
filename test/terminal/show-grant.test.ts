import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/rules/json.ts'
import { say } from '../../src/rules/words/say.ts'
import { readGlobals } from '../../src/terminal/cli/globals.ts'
import { textOf } from '../../src/terminal/cli/line.ts'
import { argumentsOf, grantLines, grantRows } from '../../src/terminal/cli/show-grant.ts'
import type { Words } from '../../src/sdk/index.ts'

const en = { say: (words: Words, params?: Readonly<Record<string, string | number>>) => say(words, 'en', params) }
const file = { kind: 'allow-file', tool: 'board.post', args: { text: 'a', tags: [] }, uses: 3, expires: '2026-12-31T00:00:00+08:00' }
const answer = { tool: 'board.post', args: { exact: {}, free: 'others' }, usesLeft: null, expires: null }

it.each<[string, Partial<Parameters<typeof grantRows>[0][number]> & { readonly uses: number; readonly grant: JsonObject }, unknown[]]>([
  ['an allow-file’s line', { kind: 'file', grant: file, uses: 1 }, ['g', 'board.post', '1 used, 2 left', expect.stringMatching(/^until 2026-1\d-3[01] \d\d:\d\d/), 'text="a" tags=[] others: any']],
  ['one that is used up', { kind: 'file', state: 'used-up', grant: file, uses: 3 }, ['g', 'board.post', '3 used, 0 left', expect.stringMatching(/^until/), 'text="a" tags=[] others: any']],
  ['one that has expired', { kind: 'file', state: 'expired', grant: { ...file, expires: '2026-01-01T00:00:00Z' }, uses: 0 }, ['g', 'board.post', '0 used, 3 left', expect.stringMatching(/^expired \(2026-01-01 \d\d:\d\d/), 'text="a" tags=[] others: any']],
  ['one that was revoked', { kind: 'file', state: 'revoked', grant: file, uses: 0, revokedAt: 5 }, ['g', 'board.post', '0 used, 3 left', 'revoked', 'text="a" tags=[] others: any']],
  ['an answer for always', { grant: { ...answer, args: { exact: { text: 'a' }, free: ['tag'] } }, uses: 4 }, ['g', 'board.post', '4 used, any number left', 'until revoked', 'text="a" tag: any']],
  ['one within bounds', { grant: { ...answer, args: { exact: {}, free: [], within: { floor: { type: 'integer', maximum: 3 } } } }, uses: 0 }, ['g', 'board.post', '0 used, any number left', 'until revoked', 'floor: {"type":"integer","maximum":3}']],
  ['one for a conversation', { kind: 'session', grant: answer, uses: 0 }, ['g', 'board.post', '0 used, any number left', 'until this conversation ends', 'others: any']],
  ['one whose plugin changed', { state: 'changed', grant: answer, uses: 0 }, ['g', 'board.post', '0 used, any number left', 'void: its tool is gone or was changed', 'others: any']],
  ['a row that says nothing', { state: 'unreadable', grant: {}, uses: 0 }, ['g', '-', '0 used, any number left', 'void: what is stored does not read as a grant', '-']],
])('%s reads as what it still allows', (_, row, cells) => {
  const [head, shown] = grantRows([{ id: 'g', createdAt: 0, kind: 'stored', state: 'stands', ...row }], en)
  expect(head && textOf(head)).toMatch(/^Id +Tool +Used +Good until +Only with$/)
  expect(shown?.cells.map((cell) => cell.trimEnd())).toEqual(cells)
})

it('ids are short, as they are taken back', () => {
  const digest = 'ab12'.repeat(16)
  const ids = [`file:${digest}:0`, `file:${digest}:1`, 'f0000000-0000-4000-8000-000000000003']
  expect(grantRows(ids.map((id) => ({ id, createdAt: 0, kind: 'stored' as const, state: 'stands' as const, grant: answer, uses: 0 })), en).slice(1).map(({ cells }) => cells[0]?.trimEnd())).toEqual(['file:ab12ab12:0', 'file:ab12ab12:1', 'f0000000'])
})

it('one grant names each place that it holds for as every other screen does, whatever the order of its fields', () => {
  const destinations = [{ host: 'a.example.org', kind: 'website' }, { kind: 'campus', service: 'board' }, { kind: 'local' }, { kind: 'campus' }, 'x']
  const { globals } = readGlobals([], { LANG: 'en' })
  const lines = grantLines({ id: 'g', createdAt: 0, kind: 'stored', state: 'stands', grant: { ...answer, destinations }, uses: 0 }, { ...en, globals }).map(textOf)
  expect(lines).toContainEqual(expect.stringMatching(/ website a\.example\.org, campus service board, This machine only, \?, \?$/))
})

describe('arguments of a grant are exact: what is agreed to is what is shown', () => {
  it.each<[string, JsonObject, string]>([
    ['a name that reads as another rule', { kind: 'allow-file', args: { 'a="1" others: any b': 2 } }, '"a=\\"1\\" others: any b"=2 others: any'],
    ['a value that is written from right to left', { args: { exact: { text: '\u05d0' }, free: [] } }, String.raw`text="\u05d0"`],
    ['a value that hides something', { args: { exact: { text: 'a\u200bb\u00a0' }, free: [] } }, String.raw`text="a\u200bb\u00a0"`],
    ['bounds that hide something', { kind: 'allow-file', args: {}, schema: { 'te xt': { enum: ['\u2800'] } } }, String.raw`"te xt": {"enum":["\u2800"]} others: any`],
    ['a name that is free', { args: { exact: {}, free: ['a: any b'] } }, '"a: any b": any'],
  ])('%s', (_, grant, shown) => { expect(argumentsOf(grant, en)).toBe(shown) })
})
