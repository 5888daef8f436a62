import { describe, expect, it } from 'vitest'
import type { QrShown } from '../../../../src/host/campus/campus.ts'
import { holes, scores, student, underTest, type UnderTest } from '../campus-under-test.ts'

/** A phone that scans after so many polls; what was shown is kept. */
function phone(house: UnderTest, account: string | undefined, after = 2) {
  const shown: QrShown[] = []
  const sleep = house.clock.sleep.bind(house.clock)
  let polls = 0
  house.clock.sleep = async (ms, signal) => {
    await sleep(ms, signal)
    if (ms === 3_000 && (polls += 1) === after && account !== undefined) house.sim.hooks.scan(account)
  }
  return { shown, byQr: (what: QrShown) => { shown.push(what) } }
}
const polls = (house: UnderTest) => house.sim.recorder.count({ method: 'POST', path: '/iaaa/oauthlogin4QRCode.do' })
const act = (house: UnderTest, byQr: (what: QrShown) => void, over: { account?: string; service?: string; signal?: AbortSignal } = {}) =>
  house.campus.signIn({ account: student, remember: true, signal: new AbortController().signal, byQr, ...over })

describe('a sign-in by QR code', () => {
  it('asks every 3 s until the phone has scanned it, sends no password and no oauthlogin.do, and keeps none', async () => {
    const house = await underTest({ switches: { oauthPageRequired: true } })
    const { shown, byQr } = phone(house, student)
    expect(await act(house, byQr)).toMatchObject({ outcome: 'ok', account: student })
    expect([shown.map(({ kind }) => kind), polls(house), house.logins()]).toEqual([['qr'], 2, 0])
    expect(house.sim.recorder.all().slice(0, 3).map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /iaaa/oauth.jsp', 'GET /iaaa/genQRCode.do', 'POST /iaaa/oauthlogin4QRCode.do'])
    expect((await house.keystore.list(student)).map(({ kind }) => kind).sort()).toEqual(['iaaa-jar', 'session'])
    await house.ask(scores)
  })

  it('ends where its session does: nothing signs in again by itself', async () => {
    const house = await underTest()
    await act(house, phone(house, student).byQr)
    house.sim.switches.expire = ['portal']
    await expect(house.ask(scores)).rejects.toMatchObject({ code: 'CAMPUS_SIGN_IN_NEEDED' })
    await expect(house.ask(holes)).rejects.toMatchObject({ code: 'CAMPUS_SIGN_IN_NEEDED' })
    expect(house.logins()).toBe(0)
  })

  it('leaves a password that was kept before where it is', async () => {
    const house = await underTest()
    await house.login()
    await act(house, phone(house, student).byQr)
    expect((await house.keystore.list(student)).map(({ kind }) => kind)).toContain('password')
  })

  it.each(['treehole', 'card'])('enters %s too, whose proof names the account', async (service) => {
    const house = await underTest()
    expect(await act(house, phone(house, student).byQr, { service })).toMatchObject({ outcome: 'ok' })
  })

  it.each(['course', 'elective'])('does not enter %s, which does not say whose session it is', async (service) => {
    const house = await underTest()
    await expect(act(house, phone(house, student).byQr, { service })).rejects.toMatchObject({ code: 'CAMPUS_QR_NOT_FOR' })
    expect(house.sim.recorder.all()).toEqual([])
  })

  it.each(['portal', 'treehole'])('a phone of somebody else opens nothing at %s', async (service) => {
    const house = await underTest()
    expect(await act(house, phone(house, '2500000002').byQr, { service })).toMatchObject({ outcome: 'upstream-error', code: 'WRONG_ACCOUNT' })
    expect(await house.keystore.list(student)).not.toContainEqual(expect.objectContaining({ kind: 'session' }))
  })

  it('nobody scans: sixty polls in three minutes, and it has expired', async () => {
    const house = await underTest({ switches: { qrLifeMs: 10 * 60_000 } })
    expect(await act(house, phone(house, undefined).byQr)).toMatchObject({ outcome: 'upstream-error', code: 'QR_EXPIRED' })
    expect([polls(house), house.sim.recorder.count({ path: '/iaaa/genQRCode.do' }), house.clock.slept.reduce((all, ms) => all + ms, 0)]).toEqual([60, 1, 180_000])
  })

  it('E99 is an expired code: it stops at once, and the stored password is not held back for it', async () => {
    const house = await underTest({ switches: { qrLifeMs: 10_000 } })
    await house.login()
    expect(await act(house, phone(house, student, 20).byQr)).toMatchObject({ code: 'QR_EXPIRED' })
    expect(polls(house)).toBe(4)
    house.sim.switches.expire = ['portal']
    await house.ask(scores)
  })

  it('isStop ends it', async () => {
    const house = await underTest({ switches: { qrWaiting: 'stop' } })
    expect(await act(house, phone(house, student).byQr)).toMatchObject({ code: 'QR_EXPIRED' })
    expect(polls(house)).toBe(1)
  })

  it.each([['E02', '账号未激活'], ['E06', '请先绑定手机令牌']] as const)('%s is shown once and waited out', async (qrWaiting, message) => {
    const house = await underTest({ switches: { qrWaiting } })
    const { shown, byQr } = phone(house, student, 5)
    expect(await act(house, byQr)).toMatchObject({ outcome: 'ok' })
    expect(shown.slice(1)).toEqual([{ kind: 'qr-said', message }])
  })

  it('any other code is IAAA\'s no, in its own words', async () => {
    const house = await underTest({ switches: { qrWaiting: 'E11' } })
    expect(await act(house, phone(house, student).byQr)).toMatchObject({ outcome: 'upstream-error', code: 'E11', message: '参数错误' })
    expect(polls(house)).toBe(1)
  })

  it('an account that is disabled is told so', async () => {
    const house = await underTest()
    const account = '2500000007'
    expect(await act(house, phone(house, account).byQr, { account })).toMatchObject({ code: 'E41', message: '账号已停用' })
  })

  it('whoever cancels it is asked for no more', async () => {
    const house = await underTest()
    const controller = new AbortController()
    const leave = (what: QrShown) => { if (what.kind === 'qr') controller.abort(new Error('the person left')) }
    await expect(act(house, leave, { signal: controller.signal })).rejects.toThrow('the person left')
    expect(polls(house)).toBe(0)
  })
})
