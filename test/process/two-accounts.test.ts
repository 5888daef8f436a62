import { describe, expect, it } from 'vitest'
import { inventedData } from '../../fixtures/campus/data/index.ts'
import type { Client } from '../../src/terminal/client/connect.ts'
import { codeOf, openStage, type Stage, until } from '../journeys/stage.ts'

/** Two students on one machine: what is one's is never the other's, whichever is current. */

const [one, two] = ['2500000001', '2500000011']
const passwordOf: Readonly<Record<string, string>> = { [one]: 'correct-horse-01', [two]: 'correct-horse-11' }
const [first] = inventedData().accounts
if (first?.id !== one) throw new Error('the campus has other accounts')
const course = { id: '04833040', name: '只有第二个人选的课', score: '61', credits: '3', point: '1.15' }
const accounts = [first, { ...first, id: two, name: '测试生二', password: 'correct-horse-11', gpa: '1.15', terms: [{ term: '25-26学年第1学期', courses: [course] }] }]
const openHome = () => openStage({ campus: { data: { accounts } } })

const logins = ({ campus }: Stage): number => campus.recorder.count({ path: '/iaaa/oauthlogin.do' })
const use = (client: Client, account: string) => client.request('accounts.use', { account })
const grades = async (client: Client): Promise<string> => JSON.stringify(await client.request('call', { tool: 'grades.list', args: {} }))

/** Both signed in by the person; the second is current. */
async function bothIn(stage: Stage): Promise<Client> {
  await stage.pkuh(['status'])
  const person = await stage.person()
  for (const account of [one, two]) await person.request('login', { account, password: passwordOf[account] ?? '', remember: true })
  return person
}

describe('two accounts', () => {
  it('each see their own grades, memories and conversations; a switch signs in to nothing and is on record', async () => {
    await using stage = await openHome()
    const person = await bothIn(stage)
    const before = logins(stage)
    const remembered = async (): Promise<string> => JSON.stringify(await person.request('call', { tool: 'memory.list', args: {} }))

    expect(await grades(person)).toContain(course.name)
    await person.request('call', { tool: 'memory.save', args: { text: '第二个人喜欢靠窗的座位' } })
    const talk = await person.request('ask', { text: '查一下我的成绩' })
    expect(await use(person, one)).toEqual({ account: one, changed: true, before: two, signInNeeded: false })
    const ofOne = await grades(person)
    expect(ofOne).toContain('计算概论A')
    expect(ofOne).not.toContain(course.name)
    expect(await remembered()).not.toContain('靠窗')
    expect(await codeOf(person.request('ask', { text: '再说一遍', conversation: talk.conversation }))).toBe('CONVERSATION_UNKNOWN')
    expect((await person.request('status', {})).account).toBe(one)

    expect(await use(person, two)).toMatchObject({ changed: true, before: one })
    expect(await use(person, two)).toMatchObject({ changed: false })
    expect(await grades(person)).not.toContain('计算概论A')
    expect(await remembered()).toContain('靠窗')
    expect(await codeOf(person.request('ask', { text: '再说一遍', conversation: talk.conversation }))).toBe('ok')
    expect(logins(stage)).toBe(before)
    const rows = (await person.request('audit.show', { limit: 500 })).rows.filter(({ detail }) => detail['setting'] === 'account')
    expect(rows.map(({ detail }) => [detail['before'], detail['account'], detail['by']])).toEqual(
      [[null, one], [one, two], [two, one], [one, two]].map((pair) => [...pair, person.welcome.client]),
    )
    person.close()
  }, 120_000)

  it('a card that waits for an answer leaves every screen when the other account becomes current, and what it asked about is not done', async () => {
    await using stage = await openHome()
    const person = await bothIn(stage)
    const seen: string[] = []
    person.on('approval', ({ kind }) => { seen.push(kind) })
    await person.request('approvals.watch', {})
    const post = person.request('call', { tool: 'treehole.post', args: { text: '第二个人写的' }, shown: ['campus:treehole'] })
    await until('the card is there', () => seen.includes('asked'))
    await use(person, one)
    expect(await post).toMatchObject({ ok: false, error: { code: 'CALL_ACCOUNT_CHANGED', exit: 4 } })
    expect(seen).toEqual(['asked', 'cancelled'])
    expect((await person.request('approvals.list', {})).pending).toEqual([])
    expect(stage.campus.recorder.count({ method: 'POST', path: '/chapi/api/v3/hole/post' })).toBe(0)
    person.close()
  }, 120_000)

  it('a turn that began under one finishes what it reads as that one’s; its later calls are refused, and none asks or goes out as the other', async () => {
    await using stage = await openHome()
    const person = await bothIn(stage)
    const search = '/chapi/api/v3/hole/list'
    stage.campus.switches.hold = [`GET treehole.pku.edu.cn${search}`]
    const [cards, ended]: [string[], string[]] = [[], []]
    person.on('turn', ({ event }) => { if (event.kind === 'call.ended') ended.push(`${event.outcome.tool} ${event.outcome.ok ? 'ok' : event.outcome.error.code}`) })
    person.on('approval', ({ kind }) => { cards.push(kind) })
    await person.request('approvals.watch', {})
    const turn = person.request('ask', { text: '在树洞里搜「理教自习」' })
    await until('the search is under way', () => stage.campus.recorder.count({ path: search }) > 0)
    await use(person, one)
    stage.campus.release()
    const end = await turn
    expect(end.used).toEqual(['treehole.search'])
    expect(ended.slice(0, 2)).toEqual(['treehole.search ok', 'treehole.post CALL_ACCOUNT_CHANGED'])
    expect(ended.slice(2).filter((one) => !one.endsWith(' CALL_ACCOUNT_CHANGED'))).toEqual([])
    expect(cards).toEqual([])
    expect(stage.campus.recorder.count({ method: 'POST', path: '/chapi/api/v3/hole/post' })).toBe(0)
    expect(await codeOf(person.request('ask', { text: '接着说', conversation: end.conversation }))).toBe('CONVERSATION_UNKNOWN')
    person.close()
  }, 120_000)

  it('a script changes neither between a person’s accounts nor to one of them, and between its own it does', async () => {
    await using stage = await openHome()
    const person = await bothIn(stage)
    const piped = await stage.script()
    for (const account of [one, '2500000009']) expect(await codeOf(use(piped, account))).toBe('DAEMON_FORBIDDEN')
    expect(await codeOf(piped.request('accounts.kept', { account: one }))).toBe('DAEMON_FORBIDDEN')
    expect(await codeOf(piped.request('accounts.forget', { account: one }))).toBe('DAEMON_FORBIDDEN')
    expect(await codeOf(use(person, '2500000009'))).toBe('ACCOUNT_UNKNOWN')
    for (const account of [one, two]) await person.request('logout', { account })
    for (const account of [one, two]) await stage.pkuh(['login', '--user', account, '--password-stdin'], { input: `${passwordOf[account] ?? ''}\n` })
    expect((await stage.json(['accounts', 'use', one])).doc).toEqual({ ok: true, data: { account: one, changed: true, before: two, signInNeeded: false } })
    await person.request('lock', {})
    expect(await codeOf(use(piped, two))).toBe('CALL_LOCKED')
    for (const client of [person, piped]) client.close()
  }, 120_000)
})

describe('forgetting an account', () => {
  it('says what goes, wants a yes, takes all of it and nothing of the other, and leaves none current', async () => {
    await using stage = await openHome()
    for (const account of [one, two]) await stage.pkuh(['login', '--user', account, '--password-stdin'], { input: `${passwordOf[account] ?? ''}\n` })
    await stage.pkuh(['call', 'treehole.search', '--keyword', '理教'])
    await stage.pkuh(['otp', 'set'], { input: 'NVXXG2LNORSXG5BSGAZDMMBR\n' })

    const unsure = await stage.pkuh(['accounts', 'forget', two])
    expect(unsure.code).toBe(2)
    for (const part of ['密码', '令牌种子', 'portal 的会话', 'treehole 的会话', '统一身份认证的 Cookie', '设备编号', '一样也没有删除']) expect(unsure.stderr).toContain(part)
    expect((await stage.json(['accounts', 'forget', two])).doc).toMatchObject({ ok: false, error: { code: 'ACCOUNT_FORGET_UNCONFIRMED', exit: 2 } })
    expect((await stage.json(['accounts'])).doc).toMatchObject({ data: { accounts: [{ account: two, current: true, password: true }, { account: one, current: false, password: true }] } })

    const { doc } = await stage.json(['accounts', 'forget', two, '--yes'])
    expect(doc).toMatchObject({ ok: true, data: { account: two, current: true, left: [one] } })
    expect(JSON.stringify(doc)).toContain('"kind":"device-id"')
    expect((await stage.json(['accounts', 'list'])).doc).toEqual({ ok: true, data: { accounts: [{ account: one, current: false, password: true }] } })
    expect((await stage.json(['call', 'grades.list'])).doc).toMatchObject({ ok: false, error: { code: 'CAMPUS_SIGN_IN_NEEDED' } })
    expect((await stage.json(['accounts', 'forget', two, '--yes'])).doc).toMatchObject({ ok: false, error: { code: 'ACCOUNT_UNKNOWN', exit: 3 } })
    expect((await stage.json(['accounts', 'use', two])).doc).toMatchObject({ ok: false, error: { code: 'DAEMON_FORBIDDEN' } })

    const used = await stage.pkuh(['--lang', 'en', 'accounts', 'use', one])
    expect([used.code, used.stdout]).toEqual([0, `${one} is the current account\n`])
    expect((await stage.json(['call', 'grades.list'])).doc).toMatchObject({ ok: true })
    const audit = (await stage.pkuh(['audit', 'show', '--json'])).stdout
    expect(audit).toContain('"setting":"account-forgotten"')
    for (const secret of ['correct-horse-11', 'NVXXG2LNORSXG5BSGAZDMMBR']) expect(audit + unsure.stdout + unsure.stderr).not.toContain(secret)
  }, 120_000)

  it('a sign-out leaves none current too, and says which there are', async () => {
    await using stage = await openHome()
    for (const account of [one, two]) await stage.pkuh(['login', '--user', account, '--password-stdin'], { input: `${passwordOf[account] ?? ''}\n` })
    const out = await stage.pkuh(['logout'])
    expect([out.code, out.stdout]).toEqual([0, expect.stringContaining(`可以换成 ${one}`)])
    expect((await stage.json(['status'])).doc).not.toHaveProperty('data.account')
  }, 60_000)

  it('bare, with a word that is none of its commands or an account that cannot be one, it says what there is', async () => {
    await using stage = await openHome()
    expect((await stage.pkuh(['accounts'])).stdout).toContain('还没有登录')
    expect((await stage.json(['accounts', 'ues', one])).doc).toMatchObject({ ok: false, error: { code: 'USAGE', message: expect.stringContaining('list, use, forget') } })
    expect((await stage.json(['accounts', 'use', '../x'])).doc).toMatchObject({ ok: false, error: { code: 'ACCOUNT_UNKNOWN' } })
    expect((await stage.json(['accounts', 'use'])).doc).toMatchObject({ ok: false, error: { code: 'USAGE' } })
    expect((await stage.pkuh(['accounts', '--timeout', '9'])).code).toBe(0)
    expect((await stage.pkuh(['accounts', 'use', one, '--timeout', '9'])).code).toBe(2)
  }, 60_000)
})
