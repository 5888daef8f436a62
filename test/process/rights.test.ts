import { expect, it } from 'vitest'
import type { Client } from '../../src/terminal/client/connect.ts'
import { openStage } from '../journeys/stage.ts'

/** Answers the next card that comes to this connection, and says what it was. */
function answerNext(person: Client, answer: 'once' | 'session' | 'always' | 'deny', free?: string[]): Promise<{ readonly tool: string; readonly answers: readonly string[] }> {
  return new Promise((resolve, reject) => {
    const stop = person.on('approval', ({ kind, card, digest }) => {
      if (kind !== 'asked') return
      stop()
      person.request('approvals.answer', { id: card.id, digest, answer, ...(free ? { free } : {}) }).then(({ won, why }) => (won ? resolve(card) : reject(new Error(why))), reject)
    })
  })
}

it('what was given for a conversation runs in it alone, is listed with it, and is gone at a lock', async () => {
  await using stage = await openStage()
  await stage.login()
  const person = await stage.person()
  await person.request('approvals.watch', {})
  await person.request('effects.set', { effect: 'write', choice: 'ask', tool: 'memory.save' })
  const carded = answerNext(person, 'session', ['text'])
  const first = await person.request('ask', { text: '记住我喜欢理教' })
  expect((await carded).answers).toEqual(['once', 'session', 'always', 'deny'])
  expect(first).toMatchObject({ reason: 'done', used: ['memory.save'] })
  const { grants: [grant] } = await person.request('grants.list', {})
  expect(grant).toMatchObject({ kind: 'session', state: 'stands', uses: 0, grant: { conversation: first.conversation, args: { exact: {}, free: ['text'] } } })

  // Nobody is asked in the same conversation, and in another nobody is there to say yes.
  expect(await person.request('ask', { text: '记住我喜欢二教', conversation: first.conversation })).toMatchObject({ reason: 'done', used: ['memory.save'], granted: [{ tool: 'memory.save', grant: grant?.id }] })
  expect(first.granted).toBeUndefined()
  expect((await person.request('grants.list', {})).grants).toMatchObject([{ uses: 1 }])
  const denied = answerNext(person, 'deny')
  expect(await person.request('ask', { text: '记住我喜欢三教' })).toMatchObject({ reason: 'refused' })
  await denied

  await person.request('lock', {})
  expect((await person.request('grants.list', {})).grants).toEqual([])
  await person.request('unlock', {})
  const again = answerNext(person, 'deny')
  expect(await person.request('ask', { text: '记住我喜欢四教', conversation: first.conversation })).toMatchObject({ reason: 'refused' })
  await again
  person.close()
}, 60_000)

it('a place that is no longer agreed to is asked about, also by a daemon that starts anew, and accepting it takes that back', async () => {
  await using stage = await openStage()
  await stage.login()
  let person = await stage.person()
  expect((await stage.pkuh(['call', 'grades.list', '--json'])).code).toBe(0)
  const { consents } = await person.request('consents.list', {})
  const places = consents.filter(({ plugin }) => plugin === 'grades').map(({ destination }) => destination)
  expect((await person.request('consents.revoke', { plugin: 'grades' })).revoked).toEqual(places)
  expect((await person.request('consents.revoke', { plugin: 'grades' })).revoked).toEqual([])
  const { ran, doc } = await stage.json(['call', 'grades.list'])
  expect([ran.code, doc]).toMatchObject([20, { ok: false, error: { rules: expect.arrayContaining(['R4']) } }])
  person.close()
  expect((await stage.pkuh(['daemon', 'stop'])).code).toBe(0)
  await stage.login()
  person = await stage.person()
  expect((await person.request('consents.list', {})).consents.filter(({ agreed }) => !agreed).map(({ plugin }) => plugin)).toEqual(['grades'])
  await person.request('consents.accept', { plugin: 'grades' })
  expect((await stage.pkuh(['call', 'grades.list', '--json'])).code).toBe(0)
  const told = (await person.request('audit.show', { plugin: 'grades', limit: 50 })).rows.filter(({ kind }) => kind === 'consent')
  expect(told.map(({ detail }) => detail)).toMatchObject([{ accepted: ['grades campus:portal'], by: 'sim' }, { revoked: ['grades campus:portal'] }, { accepted: ['grades campus:portal'] }])
  await expect(person.request('consents.revoke', { plugin: 'grads' })).rejects.toMatchObject({ fault: { code: 'PLUGIN_UNKNOWN' } })
  person.close()
}, 60_000)
