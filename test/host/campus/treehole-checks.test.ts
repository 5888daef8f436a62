import { describe, expect, it } from 'vitest'
import { totp } from '../../../fixtures/campus/iaaa/totp.ts'
import type { SignInPrompt } from '../../../src/host/campus/campus.ts'
import { HarnessError } from '../../../src/rules/errors/index.ts'
import type { CampusRequest } from '../../../src/sdk/index.ts'
import { holes, passwordOf, seedOfToken, student, underTest, type UnderTest, withToken } from './campus-under-test.ts'

const api = (name: string) => `/chapi/api/${name}`
const score: CampusRequest = { service: 'treehole', path: api('course/score_v2') }
const timetable: CampusRequest = { service: 'treehole', path: api('getCoursetable_v2') }

const asks = (house: UnderTest, path: string) => house.sim.recorder.count({ host: 'treehole.pku.edu.cn', path: api(path) })

/** A person who answers each prompt as told, and what they were asked. */
function person(house: UnderTest, account: string, answers: Partial<Record<SignInPrompt['kind'], (prompt: SignInPrompt) => string | undefined>>) {
  const asked: SignInPrompt[] = []
  const usual: typeof answers = { otp: () => totp(seedOfToken, house.clock.now()), sms: () => house.sim.hooks.smsCode(account) }
  return { asked, ask: async (prompt: SignInPrompt) => { asked.push(prompt); return (answers[prompt.kind] ?? usual[prompt.kind])?.(prompt) } }
}

const as = (house: UnderTest, account: string, request: CampusRequest) =>
  house.campus.request(account, request, { effect: 'read', signal: new AbortController().signal, trace: () => undefined })

describe('40002: the treehole wants this device verified', () => {
  it('a sign-in to the treehole itself finds that out and asks the person which way, before any plugin has met it', async () => {
    const house = await underTest({ switches: { treeholeStepUp: true } })
    const { asked, ask } = person(house, student, { choice: () => 'sms' })
    expect(await house.login({ service: 'treehole', ask })).toMatchObject({ outcome: 'ok' })
    expect(asked).toEqual([
      { kind: 'choice', choice: 'step-up-way', options: ['token', 'sms'], current: undefined }, { kind: 'sms', mask: '138****0000' },
    ])
    expect([asks(house, 'jwt_send_msg'), asks(house, 'jwt_msg_verify'), house.logins()]).toEqual([1, 1, 1])
    expect((await house.ask(holes)).json).toMatchObject({ code: 20000 })
  })

  it('a typed token code goes to login_iaaa_check_token alone, and no text message is sent', async () => {
    const house = await underTest({ switches: { treeholeStepUp: true } })
    const { ask } = person(house, withToken, { choice: () => 'token', otp: () => house.sim.hooks.tokenCode(withToken) })
    const outcome = await house.login({ account: withToken, service: 'treehole', ask })
    expect(outcome).toEqual({ outcome: 'ok', account: withToken, skewMs: expect.any(Number) })
    expect([asks(house, 'login_iaaa_check_token'), asks(house, 'jwt_send_msg')]).toEqual([1, 0])
    expect((await as(house, withToken, holes)).json).toMatchObject({ code: 20000 })
  })

  it('no way chosen sends nothing, and the check stays wanted', async () => {
    const house = await underTest({ switches: { treeholeStepUp: true } })
    const { asked, ask } = person(house, student, { choice: () => '' })
    expect(await house.login({ service: 'treehole', ask })).toMatchObject({ outcome: 'ok', stillWanted: [{ service: 'treehole', code: 'CAMPUS_STEP_UP_DEVICE' }] })
    expect(asked).toHaveLength(1)
    expect([asks(house, 'jwt_send_msg'), asks(house, 'login_iaaa_check_token')]).toEqual([0, 0])
    await expect(house.ask(holes)).rejects.toMatchObject({ code: 'CAMPUS_STEP_UP_DEVICE' })
  })

  it('a message whose code is still valid is not sent again: the person types the one they have', async () => {
    const house = await underTest({ switches: { treeholeStepUp: true } })
    await house.login({ service: 'treehole', ask: person(house, student, { choice: () => 'sms', sms: () => '' }).ask })
    const first = house.sim.hooks.smsCode(student)
    expect(await house.login({ service: 'treehole', ask: person(house, student, { choice: () => 'sms', sms: () => first }).ask })).toMatchObject({ outcome: 'ok' })
    expect(house.sim.hooks.smsCode(student)).toBe(first)
    expect((await house.ask(holes)).json).toMatchObject({ code: 20000 })
  })

  it('a stored seed that the treehole does not take leads to the text message, with no second token code', async () => {
    const house = await underTest({ switches: { treeholeStepUp: true } })
    await house.keystore.put({ account: student, kind: 'otp-seed', name: '' }, Buffer.from(seedOfToken)) // this account has no token there
    const { asked, ask } = person(house, student, { choice: () => 'sms' })
    await house.login({ service: 'treehole', ask })
    expect(asked[0]).toMatchObject({ kind: 'choice', options: ['sms'] })
    expect(asks(house, 'login_iaaa_check_token')).toBe(1)
    expect((await house.ask(holes)).json).toMatchObject({ code: 20000 })
  })

  it('a wrong code is told with the sign-in, which has succeeded all the same', async () => {
    const house = await underTest({ switches: { treeholeStepUp: true } })
    const { ask } = person(house, student, { choice: () => 'sms', sms: () => '0000x' })
    expect(await house.login({ service: 'treehole', ask })).toMatchObject({ outcome: 'ok', stillWanted: [{ service: 'treehole', code: 'CAMPUS_STEP_UP_DEVICE' }] })
    expect(asks(house, 'jwt_msg_verify')).toBe(1)
  })

  it('another JWT that comes with the yes is taken for the session, and kept', async () => {
    const house = await underTest({ switches: { treeholeStepUp: true, treeholeRenews: true } })
    await house.login({ service: 'treehole', ask: person(house, student, { choice: () => 'sms' }).ask })
    expect((await house.ask(holes)).json).toMatchObject({ code: 20000 })
    house.restart()
    expect((await house.ask(holes)).json).toMatchObject({ code: 20000 })
    expect(house.logins()).toBe(1)
  })

  it('holds through a new sign-in and a restart, because the device id is the same', async () => {
    const house = await underTest({ switches: { treeholeStepUp: true } })
    await house.login({ service: 'treehole', ask: person(house, student, { choice: () => 'sms' }).ask })
    house.restart()
    house.sim.switches.expire = ['treehole']
    expect((await house.ask(holes)).json).toMatchObject({ code: 20000 })
    expect(asks(house, 'jwt_send_msg')).toBe(1)
  })

  it('the host alone never sends a code or a message, however often it meets the check', async () => {
    const house = await underTest({ switches: { treeholeStepUp: true, treeholeRecordsStepUp: true } })
    await house.keystore.put({ account: student, kind: 'otp-seed', name: '' }, Buffer.from(seedOfToken))
    await house.login({ service: 'treehole' })
    for (const request of [holes, holes, score]) await expect(house.ask(request)).rejects.toMatchObject({ code: 'CAMPUS_STEP_UP_DEVICE' })
    const reserved = ['jwt_send_msg', 'jwt_msg_verify', 'login_iaaa_check_token', 'course/password_get_token', 'course/send_get_token_message']
    expect(reserved.map((path) => asks(house, path))).toEqual([0, 0, 0, 0, 0])
    expect(house.logins()).toBe(1)
  })
})

describe('40077: the treehole wants scores and course table authorised', () => {
  it.each([
    ['the stored seed, with nobody asked', withToken, true, [], ['course/password_get_token']],
    ['a text message', student, false, ['choice', 'sms'], ['course/send_get_token_message', 'course/mobile_message_get_token']],
  ])('is cleared by %s at the person\'s next sign-in', async (_, account, seed, prompts, paths) => {
    const house = await underTest({ switches: { treeholeRecordsStepUp: true } })
    if (seed) await house.keystore.put({ account, kind: 'otp-seed', name: '' }, Buffer.from(seedOfToken))
    await house.login({ account, service: 'treehole' })
    await expect(as(house, account, score)).rejects.toMatchObject({ code: 'CAMPUS_STEP_UP_RECORDS', params: { service: 'treehole' } })
    const { asked, ask } = person(house, account, { choice: () => 'sms' })
    expect(await house.login({ account, pass: passwordOf[account] ?? '', ask })).toMatchObject({ outcome: 'ok' })
    expect(asked.map(({ kind }) => kind)).toEqual(prompts)
    expect(paths.map((path) => asks(house, path))).toEqual(paths.map(() => 1))
    expect((await as(house, account, score)).json).toMatchObject({ code: 20000, data: { score: { xslb: 'bks' } } })
    expect((await as(house, account, timetable)).json).toMatchObject({ code: 20000 })
  })

  it.each([
    ['a restart of the daemon', (house: UnderTest) => { house.restart() }],
    ['a restart, and a sign-in to the portal that nobody was at', async (house: UnderTest) => { house.restart(); await house.login() }],
  ])('that was met before %s is still asked for at the sign-in that its error names', async (_, between) => {
    const house = await underTest({ switches: { treeholeRecordsStepUp: true } })
    await house.login({ service: 'treehole' })
    await expect(house.ask(score)).rejects.toMatchObject({ code: 'CAMPUS_STEP_UP_RECORDS' })
    await between(house)
    const { asked, ask } = person(house, student, { choice: () => 'sms' })
    expect(await house.login({ service: 'treehole', ask })).toEqual({ outcome: 'ok', account: student, skewMs: expect.any(Number) })
    expect(asked.map(({ kind }) => kind)).toEqual(['choice', 'sms'])
    expect((await house.ask(score)).json).toMatchObject({ code: 20000 })
    house.restart()
    const again = person(house, student, {})
    expect(await house.login({ service: 'treehole', ask: again.ask })).toMatchObject({ outcome: 'ok' })
    expect(again.asked).toEqual([])
  })

  it('that was met before a restart is asked for at a sign-in to another service too, for the session that the earlier run left', async () => {
    const house = await underTest({ switches: { treeholeRecordsStepUp: true } })
    await house.login({ service: 'treehole' })
    await expect(house.ask(score)).rejects.toMatchObject({ code: 'CAMPUS_STEP_UP_RECORDS' })
    house.restart()
    expect(await house.login({ ask: person(house, student, { choice: () => 'sms' }).ask })).toEqual({ outcome: 'ok', account: student, skewMs: expect.any(Number) })
    expect((await house.ask(score)).json).toMatchObject({ code: 20000 })
  })

  it('is told of after a restart without being met again, and forgotten with the account', async () => {
    const house = await underTest({ switches: { treeholeRecordsStepUp: true } })
    await house.login({ service: 'treehole' })
    await expect(house.ask(score)).rejects.toMatchObject({ code: 'CAMPUS_STEP_UP_RECORDS' })
    await house.restart().ready()
    const treehole = () => house.campus.services(student).find(({ service }) => service === 'treehole')
    expect(treehole()).toMatchObject({ state: 'signed-in', why: { error: { code: 'CAMPUS_STEP_UP_RECORDS' } } })
    await house.campus.signOut(student)
    expect((await house.keystore.list(student)).map(({ kind }) => kind)).toEqual(['device-id'])
    await house.restart().ready()
    await house.login({ service: 'treehole' })
    expect(treehole()).not.toHaveProperty('why')
  })

  it('is told to the caller where the keystore takes nothing, and kept for this run', async () => {
    const house = await underTest({ switches: { treeholeRecordsStepUp: true } })
    await house.login({ service: 'treehole' })
    const { put } = house.keystore
    Object.assign(house.keystore, { put: () => Promise.reject(new HarnessError('KEYSTORE_LOCKED')) })
    await expect(house.ask(score)).rejects.toMatchObject({ code: 'CAMPUS_STEP_UP_RECORDS' })
    Object.assign(house.keystore, { put })
    const { asked, ask } = person(house, student, { choice: () => 'sms' })
    await house.login({ ask })
    expect(asked.map(({ kind }) => kind)).toEqual(['choice', 'sms'])
  })

  it('lasts a short while and is then wanted again', async () => {
    const house = await underTest({ switches: { treeholeRecordsStepUp: true } })
    await house.login({ service: 'treehole' })
    await expect(house.ask(score)).rejects.toMatchObject({ code: 'CAMPUS_STEP_UP_RECORDS' })
    await house.login({ ask: person(house, student, { choice: () => 'sms' }).ask })
    expect((await house.ask(score)).json).toMatchObject({ code: 20000 })
    house.clock.advance(3_600_000)
    await expect(house.ask(score)).rejects.toMatchObject({ code: 'CAMPUS_STEP_UP_RECORDS' })
  })
})

describe('an ended treehole JWT', () => {
  it.each(['status', 401, 40001] as const)('that is told by %s is renewed once, and a read repeated', async (ends) => {
    const house = await underTest({ switches: { treeholeEnds: ends } })
    await house.login({ service: 'treehole' })
    house.sim.switches.expire = ['treehole']
    expect((await house.ask(holes)).json).toMatchObject({ code: 20000 })
    expect(house.logins()).toBe(2)
  })
})
