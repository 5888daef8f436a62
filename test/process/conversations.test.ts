import { expect, it } from 'vitest'
import type { Client } from '../../src/terminal/client/connect.ts'
import { codeOf, openStage } from '../journeys/stage.ts'

const ask = (client: Client, conversation?: string) => client.request('ask', { text: '查一下我的成绩', ...(conversation === undefined ? {} : { conversation }) })

it('a script goes on with conversations of scripts only, and reads no id of a person\'s in the audit', async () => {
  await using stage = await openStage()
  await stage.login()
  const person = await stage.person()
  const [piped, other] = await Promise.all([stage.script(), stage.script()])
  const own = await ask(person)
  expect(await codeOf(ask(piped, own.conversation))).toBe('CONVERSATION_UNKNOWN')

  const scripted = await ask(piped)
  expect(await codeOf(ask(other, scripted.conversation))).toBe('ok')
  expect(await codeOf(ask(person, scripted.conversation))).toBe('ok')
  // The person has spoken in it: it is theirs.
  expect(await codeOf(ask(other, scripted.conversation))).toBe('CONVERSATION_UNKNOWN')

  const [seen, whole] = [await piped.request('audit.show', { limit: 500 }), await person.request('audit.show', { limit: 500 })]
  expect(JSON.stringify(whole)).toContain(own.conversation)
  for (const id of [own.conversation, scripted.conversation, person.welcome.client, other.welcome.client]) expect(JSON.stringify(seen)).not.toContain(id)
  expect(JSON.stringify(seen)).toContain(piped.welcome.client)
  expect(seen.rows).toHaveLength(whole.rows.length)
  expect((await stage.pkuh(['audit', 'show'])).stdout).toContain('grades.list')
  for (const client of [person, piped, other]) client.close()
}, 120_000)
