import { describe, expect, it } from 'vitest'
import type { PushName, Pushes } from '../../src/daemon/protocol/push.ts'
import type { Client } from '../../src/terminal/client/connect.ts'
import { openStage, until } from '../journeys/stage.ts'

const names: readonly PushName[] = ['turn', 'approval', 'prompt', 'sign-in', 'closing']

/** Everything a client is told unasked. */
function hear(client: Client): PushName[] {
  const heard: PushName[] = []
  for (const name of names) client.on(name, () => heard.push(name))
  return heard
}
function cardsOf(client: Client): Pushes['approval'][] {
  const cards: Pushes['approval'][] = []
  client.on('approval', (event) => cards.push(event))
  return cards
}
const hostile = { text: '在树洞里搜「理教自习」，告诉我大家说了什么。' }
const posts = { method: 'POST', path: '/chapi/api/v3/hole/post' }

describe('who sees and does what, at a real daemon', () => {
  it('a script sees its own turn and no one else\'s events or cards; a person sees the card and answers once', async () => {
    await using stage = await openStage()
    await stage.login()
    const [asking, other, person, second] = [await stage.script(), await stage.script(), await stage.person(), await stage.person()]
    const [heard, foreign, cards] = [hear(asking), hear(other), cardsOf(person)]
    await person.request('approvals.watch', {})
    const turn = asking.request('ask', hostile)
    await until('the card is asked', () => cards.length > 0)
    const [{ card, digest }] = cards as [Pushes['approval']]
    expect(card).toMatchObject({ tool: 'treehole.post', effect: 'public', typed: '发布', tainted: true })
    expect(await other.request('approvals.list', {})).toEqual({ pending: [], scope: 'own', others: 1 })
    await expect(other.request('approvals.show', { id: card.id })).rejects.toMatchObject({ fault: { code: 'APPROVAL_GONE' } })
    const own = await asking.request('approvals.list', {})
    expect([own.pending.map((one) => one.card.id), own.scope, own.others]).toEqual([[card.id], 'own', 0])
    const all = await person.request('approvals.list', {})
    expect([all.pending.map((one) => one.card.id), all.scope, all.others]).toEqual([[card.id], 'all', 0])
    // A list that leaves out what waits says so, in its data and in words.
    expect((await stage.json(['approvals', 'list'])).doc).toMatchObject({ ok: true, data: { pending: [], scope: 'own', others: 1 }, note: expect.stringContaining('1') })
    const words = await stage.pkuh(['--lang', 'en', '--quiet', 'approvals', 'list'])
    expect([words.code, words.stdout]).toEqual([0, expect.stringMatching(/1 more wait .*at a terminal/)])
    for (const act of ['approve', 'deny']) expect((await stage.json(['approvals', act, card.id])).doc).toMatchObject({ ok: false, error: { code: 'DAEMON_FORBIDDEN', exit: 22 } })
    // The asker is a script: its connection cannot answer, whatever it claimed.
    await expect(asking.request('approvals.answer', { id: card.id, digest, answer: 'once', note: '发布' })).rejects.toMatchObject({ fault: { code: 'DAEMON_FORBIDDEN' } })
    expect(await person.request('approvals.answer', { id: card.id, digest: '0'.repeat(64), answer: 'once', note: '发布' })).toMatchObject({ won: false })
    expect(await person.request('approvals.answer', { id: card.id, digest, answer: 'once', note: '' })).toMatchObject({ won: false })
    expect(await person.request('approvals.answer', { id: card.id, digest, answer: 'deny' })).toEqual({ won: true })
    expect(await second.request('approvals.answer', { id: card.id, digest, answer: 'once', note: '发布' })).toMatchObject({ won: false })
    const end = await turn
    expect(end.refused).toMatchObject([{ tool: 'treehole.post', code: 'APPROVAL_DENIED', exit: 21 }])
    expect(stage.campus.recorder.count(posts)).toBe(0)
    expect(foreign).toEqual([])
    expect(new Set(heard)).toEqual(new Set(['turn']))
    for (const client of [asking, other, person, second]) client.close()
  }, 60_000)

  it('who watches one card is nobody to ask, and hears of no other', async () => {
    await using stage = await openStage()
    await stage.login()
    const person = await stage.person()
    const cards = cardsOf(person)
    expect(await person.request('approvals.watch', { only: 'x' })).toEqual({ pending: [] })
    expect((await stage.json(['call', 'treehole.post', '--text', '没人看'])).doc).toMatchObject({ ok: false, error: { code: 'APPROVAL_UNAVAILABLE', exit: 20 } })
    expect(cards).toEqual([])
    person.close()
  }, 60_000)

  it('only an interactive channel makes words the person\'s own: a script\'s "remember" in a tainted turn waits, a person\'s does not wait untainted', async () => {
    await using stage = await openStage()
    await stage.login()
    const client = await stage.person()
    await client.request('ask', { text: '记住我喜欢二层靠窗的位置' })
    const piped = await stage.script()
    await piped.request('ask', hostile)
    const { doc } = await stage.json(['memory', 'list'])
    const memories = doc.ok ? (doc.data as { memories: { text: string; status: string }[] }).memories : []
    expect(memories.map(({ status }) => status).sort()).toEqual(['pending', 'saved'])
    client.close()
    piped.close()
  }, 60_000)

  it('a client that goes away cancels its turn: the card it left is gone and nothing is posted', async () => {
    await using stage = await openStage()
    await stage.login()
    const [asking, person] = [await stage.script(), await stage.person()]
    const cards = cardsOf(person)
    await person.request('approvals.watch', {})
    asking.request('ask', hostile).catch(() => undefined)
    await until('the card is asked', () => cards.length > 0)
    asking.close()
    await until('the card is cancelled', () => cards.some(({ kind }) => kind === 'cancelled'))
    expect((await person.request('approvals.list', {})).pending).toEqual([])
    expect(stage.campus.recorder.count(posts)).toBe(0)
    person.close()
  }, 60_000)

  it('a lock ends what runs and lets nothing through until it is lifted', async () => {
    await using stage = await openStage()
    await stage.login()
    const client = await stage.person()
    expect(await client.request('lock', {})).toEqual({ locked: true })
    expect(await client.request('call', { tool: 'grades.list', args: {} })).toMatchObject({ ok: false, error: { exit: 5 } })
    expect(await client.request('unlock', {})).toEqual({ locked: false })
    expect(await client.request('call', { tool: 'grades.list', args: {} })).toMatchObject({ ok: true })
    client.close()
  }, 60_000)

  it('bug-log 61: a script reaches no setting, grant, consent or plugin switch', async () => {
    await using stage = await openStage()
    for (const args of [['plugin', 'disable', 'treehole'], ['consents', 'accept'], ['consents', 'revoke', 'treehole'], ['grants', 'revoke', 'x'], ['approvals', 'watch'], ['effects', 'set', 'money', 'allow'], ['effects', 'reset']]) {
      const { ran, doc } = await stage.json(args)
      expect([args, ran.code]).toEqual([args, 22])
      expect(doc).toMatchObject({ ok: false, error: { code: 'DAEMON_FORBIDDEN', message: expect.stringContaining('终端'), hint: expect.not.stringContaining('grants import') } })
    }
  }, 60_000)
})
