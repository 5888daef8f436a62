import { describe, expect, it } from 'vitest'
import { inventedData } from '../../fixtures/campus/data/index.ts'
import type { Client } from '../../src/terminal/client/connect.ts'
import { type Stage, codeOf, openStage as openPlainStage } from '../journeys/stage.ts'

const [first, second] = ['2500000001', '2500000002']
const accounts = inventedData().accounts.map((one) => (one.id === second ? { ...one, kind: 'plain' as const } : one))
const openStage = () => openPlainStage({ campus: { data: { accounts } } })
const passwordOf = ({ campus }: Stage, account: string): string => campus.data.accounts.find(({ id }) => id === account)?.password ?? ''
const logins = ({ campus }: Stage) => campus.recorder.count({ path: '/iaaa/oauthlogin.do' })
const signIn = (client: Client, stage: Stage, account = first) => client.request('login', { account, password: passwordOf(stage, account), remember: true })
const switches = async (client: Client) => (await client.request('audit.show', { limit: 200 })).rows.filter(({ detail }) => detail['setting'] === 'lock').map(({ detail }) => detail['locked'])

describe('the lock, at a real daemon', () => {
  it('does not leave the scrubber ignorant when it is lifted: every password, cookie, token and device id is known before and after', async () => {
    await using stage = await openStage()
    await stage.login()
    const person = await stage.person()
    await person.request('call', { tool: 'treehole.search', args: { keyword: '理教' } })
    const device = stage.campus.recorder.all().map(({ headers }) => /UUID_([0-9a-f]{12})$/.exec(headers['uuid'] ?? '')?.[1]).find((id) => id !== undefined)
    const issued = stage.campus.hooks.issued().filter(({ kind, value }) => kind !== 'token' && value.length >= 8).map(({ value }) => value)
    const secrets = [passwordOf(stage, first), device ?? '', ...issued]
    expect(issued.length).toBeGreaterThan(1)
    const told = async () => Promise.all(secrets.map(async (secret) => [secret, await codeOf(person.request('ask', { text: `x ${secret} y` }))]))
    const known = secrets.map((secret) => [secret, 'SECRET_IN_WORDS'])
    expect(await told()).toEqual(known)
    await person.request('lock', {})
    await person.request('unlock', {})
    expect(await told()).toEqual(known)
    person.close()
  }, 120_000)

  it('is lifted by no script that does not type the locked account\'s password; each lock and unlock is on record', async () => {
    await using stage = await openStage()
    await stage.pkuh(['status'])
    const person = await stage.person()
    await signIn(person, stage)
    const piped = await stage.script()
    await piped.request('lock', {})
    const before = logins(stage)
    expect(await codeOf(piped.request('login', { remember: true }))).toBe('CALL_LOCKED')
    expect(await codeOf(piped.request('login', { account: first, remember: true }))).toBe('CALL_LOCKED')
    expect(await codeOf(signIn(piped, stage, second))).toBe('CALL_LOCKED')
    expect(await codeOf(piped.request('logout', {}))).toBe('CALL_LOCKED')
    expect(await codeOf(piped.request('unlock', {}))).toBe('DAEMON_FORBIDDEN')
    expect([logins(stage), (await piped.request('status', {})).locked]).toEqual([before, true])
    expect(await codeOf(signIn(piped, stage))).toBe('ok')
    expect((await piped.request('status', {})).locked).toBe(false)
    await person.request('lock', {})
    await person.request('login', { remember: true })
    expect(await switches(person)).toEqual([true, false, true, false])
    for (const client of [person, piped]) client.close()
  }, 120_000)

  it('is not lifted by a sign-in that was under way when it fell, though it had come as far as its last question', async () => {
    await using stage = await openStage()
    await stage.login()
    stage.campus.switches.treeholeStepUp = true
    const [person, other] = [await stage.person(), await stage.person()]
    await person.request('call', { tool: 'treehole.search', args: { keyword: '理教' } })
    const asked = new Promise((resolve) => { person.on('prompt', resolve) })
    const signingIn = codeOf(person.request('login', { remember: true }))
    await asked
    await other.request('lock', {})
    expect(await signingIn).toBe('CALL_LOCKED')
    expect((await other.request('status', {})).locked).toBe(true)
    for (const client of [person, other]) client.close()
  }, 60_000)

  it('does not forget that IAAA refused the stored password: a script cannot have it tried again', async () => {
    await using stage = await openStage()
    await stage.login()
    const [person, piped] = [await stage.person(), await stage.script()]
    for (const one of stage.campus.data.accounts) one.password += '-changed'
    expect(await codeOf(piped.request('login', { remember: true }))).not.toBe('ok')
    const before = logins(stage)
    expect(await codeOf(piped.request('login', { remember: true }))).not.toBe('ok')
    await person.request('lock', {})
    await person.request('unlock', {})
    expect(await codeOf(piped.request('login', { remember: true }))).not.toBe('ok')
    expect(logins(stage)).toBe(before)
    expect(await codeOf(person.request('login', { remember: true }))).not.toBe('ok')
    expect(logins(stage)).toBe(before + 1)
    for (const client of [person, piped]) client.close()
  }, 120_000)
})

describe('a person\'s account', () => {
  it('a script neither signs out of nor leaves for another, with that one\'s password neither; what a script brought, it may', async () => {
    await using stage = await openStage()
    await stage.pkuh(['status'])
    const [person, piped] = [await stage.person(), await stage.script()]
    await signIn(person, stage, second)
    await signIn(person, stage)
    expect(await codeOf(piped.request('logout', {}))).toBe('DAEMON_FORBIDDEN')
    expect(await codeOf(piped.request('login', { account: second, remember: true }))).toBe('DAEMON_FORBIDDEN')
    const before = logins(stage)
    expect(await codeOf(signIn(piped, stage, second))).toBe('DAEMON_FORBIDDEN')
    expect([logins(stage), (await piped.request('status', {})).account]).toEqual([before, first])
    expect((await stage.pkuh(['logout'])).code).toBe(22)
    expect((await person.request('accounts', {})).accounts.every(({ password }) => password)).toBe(true)
    expect(await person.request('logout', {})).toEqual({ account: first, left: [second] })
    // A script that signs out of its own, or a person, leaves nobody acting as another account unseen.
    expect(await codeOf(person.request('logout', {}))).toBe('CAMPUS_SIGN_IN_NEEDED')
    expect(await person.request('logout', { account: second })).toEqual({ account: second })
    // Its password typed in a pipe, where there is none, makes it a script's own, as in a container.
    await stage.login(second)
    expect((await stage.json(['logout'])).doc).toMatchObject({ ok: true, data: { account: second } })
    for (const client of [person, piped]) client.close()
  }, 120_000)

  it('a daemon that a pipe stops says in its chain who asked', async () => {
    await using stage = await openStage()
    await stage.login()
    expect((await stage.json(['daemon', 'stop'])).doc).toMatchObject({ ok: true, data: { stopped: true } })
    const { doc } = await stage.json(['audit', 'show'])
    expect(JSON.stringify(doc)).toContain('"event":"stop-asked"')
  }, 120_000)
})
