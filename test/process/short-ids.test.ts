import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { codeOf, openStage, until } from '../journeys/stage.ts'

/** Ids are shown short, and the beginning of one is taken wherever it means only that. */

const line = { args: { text: '自动测试' }, uses: 1, expires: '2099-01-01T00:00:00+08:00' }

it('a grant is revoked by the id that the list shows; what may mean two is told with both and revokes none', async () => {
  await using stage = await openStage()
  const file = join(stage.home, 'allow.json')
  writeFileSync(file, JSON.stringify({ version: 1, allow: [{ tool: 'treehole.post', ...line }, { tool: 'treehole.reply', ...line }] }))
  await stage.json(['call', 'treehole.post', '--text', '别的话', '--allow-file', file])
  const rows = (await stage.pkuh(['--lang', 'en', 'grants', 'list'])).stdout.split('\n')
  expect(rows[0]).toMatch(/^Id +Tool +Used +Good until +Only with$/)
  const shown = rows.slice(1, 3).map((row) => row.split(' ')[0] ?? '')
  expect(shown).toEqual([expect.stringMatching(/^file:[0-9a-f]{8}:0$/), expect.stringMatching(/^file:[0-9a-f]{8}:1$/)])
  const person = await stage.person()
  const many = await person.request('grants.revoke', { id: 'file:' }).catch((error: unknown) => error)
  expect(many).toMatchObject({ fault: { code: 'ID_AMBIGUOUS', exit: 2 } })
  for (const id of shown) expect(String(many)).toContain(id)
  expect(await codeOf(person.request('grants.revoke', { id: 'nosuch' }))).toBe('GRANT_UNKNOWN')
  const { grants } = await person.request('grants.list', {})
  expect(grants.map(({ revokedAt }) => revokedAt)).toEqual([undefined, undefined])
  expect(await person.request('grants.revoke', { id: shown[1] ?? '' })).toEqual({ revoked: true, id: grants[1]?.id })
  person.close()
}, 60_000)

it('a card, a conversation and a call are found by the beginning of an id, but no one finds what is not theirs', async () => {
  await using stage = await openStage()
  await stage.login()
  const [person, asking, other] = [await stage.person(), await stage.person(), await stage.script()]
  await person.request('approvals.watch', {})
  const post = asking.request('call', { tool: 'treehole.post', args: { text: '早' } })
  await until('the card is asked', async () => (await person.request('approvals.list', {})).pending.length > 0)
  const [{ card } = { card: undefined }] = (await person.request('approvals.list', {})).pending
  const id = card?.id ?? ''
  expect((await person.request('approvals.show', { id: id.slice(0, 8) })).card.id).toBe(id)
  expect(await codeOf(other.request('approvals.show', { id: id.slice(0, 8) }))).toBe('APPROVAL_GONE')
  asking.close()
  await expect(post).rejects.toBeDefined()

  const { conversation } = await person.request('ask', { text: '你好' })
  expect(await person.request('ask', { text: '再见', conversation: conversation.slice(0, 8) })).toMatchObject({ conversation })
  expect(await codeOf(other.request('ask', { text: '再见', conversation: conversation.slice(0, 8) }))).toBe('CONVERSATION_UNKNOWN')

  const calls = [...new Set((await person.request('audit.show', { limit: 500 })).rows.flatMap(({ callId }) => callId ?? []))]
  const whole = calls[0] ?? ''
  const found = (await person.request('audit.show', { call: whole.slice(0, 8), limit: 500 })).rows.map(({ callId }) => callId)
  expect([found.length > 0, new Set(found)]).toEqual([true, new Set([whole])])
  // Seventeen ids of hexadecimal digits: two begin alike.
  while (calls.length < 17) calls.push((await person.request('call', { tool: 'memory.list', args: {} })).callId)
  const letter = calls.map((one) => one[0]).find((first, at, all) => all.indexOf(first) !== at) ?? ''
  expect(await codeOf(person.request('audit.show', { call: letter, limit: 500 }))).toBe('ID_AMBIGUOUS')
  for (const client of [person, other]) client.close()
}, 60_000)
