import { expect, it } from 'vitest'
import { say } from '../../src/rules/words/say.ts'
import { grantCells } from '../../src/terminal/cli/show-grant.ts'
import type { Words } from '../../src/sdk/index.ts'

const en = { say: (words: Words, params?: Readonly<Record<string, string | number>>) => say(words, 'en', params) }
const now = Date.parse('2026-06-01T00:00:00Z')
const file = { kind: 'allow-file', tool: 'board.post', args: { text: 'a', tags: [] }, uses: 3, expires: '2026-12-31T00:00:00+08:00' }
const answer = { tool: 'board.post', args: { exact: {}, free: 'others' }, usesLeft: null, expires: null }

it.each([
  ['an allow-file’s line', { grant: file, uses: 1 }, ['board.post', 'text="a" tags=[]', '1 used, 2 left', expect.stringMatching(/^until .*2026/), 'g']],
  ['one that is used up', { grant: file, uses: 3 }, ['board.post', 'text="a" tags=[]', '3 used, 0 left', expect.stringMatching(/^until/), 'g']],
  ['one that has expired', { grant: { ...file, expires: '2026-01-01T00:00:00Z' }, uses: 0 }, ['board.post', 'text="a" tags=[]', '0 used, 3 left', expect.stringMatching(/^expired \(/), 'g']],
  ['one that was revoked', { grant: file, uses: 0, revokedAt: 5 }, ['board.post', 'text="a" tags=[]', '0 used, 3 left', 'revoked', 'g']],
  ['an answer for always', { grant: answer, uses: 4 }, ['board.post', '-', '4 used, any number left', 'until revoked', 'g']],
  ['a row that says nothing', { grant: {}, uses: 0 }, ['-', '-', '0 used, any number left', 'until revoked', 'g']],
])('%s reads as what it still allows', (_, row, cells) => {
  expect(grantCells({ id: 'g', createdAt: 0, ...row }, en, now)).toEqual(cells)
})
