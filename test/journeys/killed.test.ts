import { expect, it } from 'vitest'
import { openStage, type Stage, until } from './stage.ts'

/** Must be seen 6: the daemon is killed around a public effect; it is never done twice and never forgotten. */

const path = '/chapi/api/v3/hole/post'
const posts = (stage: Stage) => stage.campus.recorder.count({ method: 'POST', host: 'treehole.pku.edu.cn', path })

/** A person posts and approves; nothing waits for the end of it. */
async function postAsPerson(stage: Stage): Promise<void> {
  const client = await stage.person()
  client.on('approval', ({ kind, card, digest }) => {
    if (kind === 'asked') client.request('approvals.answer', { id: card.id, digest, answer: 'once', ...(card.typed === undefined ? {} : { note: card.typed }) }).catch(() => undefined)
  })
  await client.request('approvals.watch', {})
  client.request('call', { tool: 'treehole.post', args: { text: '只发一次' } }).catch(() => undefined)
}

interface Shown { readonly rows: readonly { readonly kind: string; readonly detail: unknown }[]; readonly unknown: readonly { readonly tool: string }[] }
const audit = async (stage: Stage): Promise<Shown> => {
  const { doc } = await stage.json(['audit', 'show'])
  if (!doc.ok) throw new Error(doc.error.message)
  return doc.data as Shown
}

it('killed after the campus got the post: one post, the outcome is unknown, and it is not repeated', async () => {
  await using stage = await openStage()
  await stage.login()
  stage.campus.switches.hold.push(`POST treehole.pku.edu.cn${path}`)
  await postAsPerson(stage)
  await until('the post has come in whole', () => posts(stage) === 1)
  await stage.killDaemon()
  stage.campus.release()

  expect(await audit(stage)).toMatchObject({ unknown: [{ tool: 'treehole.post' }] })
  await stage.login()
  expect((await stage.json(['audit', 'verify'])).doc).toMatchObject({ ok: true, data: { ok: true } })
  expect(posts(stage)).toBe(1)
})

it('killed just before the post leaves: none at the campus, the outcome is unknown, and it is not begun again', async () => {
  await using stage = await openStage()
  await stage.login()
  // The treehole's own sign-in stands between the durable intent and the post.
  stage.campus.switches.hold.push('POST iaaa.pku.edu.cn/iaaa/oauthlogin.do')
  const logins = stage.campus.recorder.count({ path: '/iaaa/oauthlogin.do' })
  await postAsPerson(stage)
  await until('the sign-in is under way', () => stage.campus.recorder.count({ path: '/iaaa/oauthlogin.do' }) === logins + 1)
  await stage.killDaemon()
  stage.campus.release()

  const shown = await audit(stage)
  expect(shown.unknown).toMatchObject([{ tool: 'treehole.post' }])
  await stage.login()
  expect((await stage.json(['audit', 'verify'])).doc).toMatchObject({ ok: true, data: { ok: true } })
  expect(posts(stage)).toBe(0)
})

it('killed while the card waits: the call was never begun, its card is expired, and nothing was posted', async () => {
  await using stage = await openStage()
  await stage.login()
  const client = await stage.person()
  await client.request('approvals.watch', {})
  client.request('call', { tool: 'treehole.post', args: { text: '还没批准' } }).catch(() => undefined)
  await until('the card is there', async () => (await client.request('approvals.list', {})).pending.length === 1)
  const id = (await client.request('approvals.list', {})).pending[0]?.card.id ?? ''
  await stage.killDaemon()

  const shown = await audit(stage)
  expect(shown.unknown).toEqual([])
  expect(shown.rows.filter(({ kind }) => kind === 'intent')).toEqual([])
  const person = await stage.person()
  expect(await person.request('approvals.list', {})).toEqual({ pending: [], scope: 'all', others: 0 })
  expect(await person.request('approvals.show', { id })).toMatchObject({ state: 'expired' })
  person.close()
  expect(posts(stage)).toBe(0)
})
