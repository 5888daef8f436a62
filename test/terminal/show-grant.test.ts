import { expect, it } from 'vitest'
import type { JsonObject } from '../../src/rules/json.ts'
import { say } from '../../src/rules/words/say.ts'
import { textOf } from '../../src/terminal/cli/line.ts'
import { grantRows } from '../../src/terminal/cli/show-grant.ts'
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
  ['a row that says nothing', { grant: {}, uses: 0 }, ['g', '-', '0 used, any number left', 'until revoked', '-']],
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
