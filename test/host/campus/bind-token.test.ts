import { describe, expect, it } from 'vitest'
import type { BindRequest, SignInPrompt } from '../../../src/host/campus/campus.ts'
import type { SecretRef } from '../../../src/host/keystore/keystore.ts'
import { HarnessError } from '../../../src/rules/errors/index.ts'
import { passwordOf, seedOfToken, student, type TestOptions, underTest, type UnderTest, until, withToken } from './campus-under-test.ts'

/** Binding a mobile token at the simulated IAAA: what is asked, what is sent, what is kept, whatever goes wrong. */

const unbound = '2500000003'
const flow = (name: string) => `/iaaa/pageFlows/identity/otpBind/${name}.do`
const paths = { auth: '/iaaa/auth4Bind.do', send: flow('sendSMSCodeBind'), check: flow('checkSms'), key: flow('genOtpKey'), bind: flow('userBind') }
const seed = (account: string, name: '' | 'unproved' = ''): SecretRef => ({ account, kind: 'otp-seed', name })

const sent = ({ sim }: UnderTest) => Object.values(paths).map((path) => sim.recorder.count({ path }))
const seedsOf = async ({ keystore }: UnderTest, account: string) => (await keystore.list(account)).filter(({ kind }) => kind === 'otp-seed').map(({ name }) => name)
const kept = (house: UnderTest, ref: SecretRef) => house.keystore.use(ref, 'test', (value) => value.toString('latin1'))
const tokenOf = ({ sim }: UnderTest, account: string) => sim.data.accounts.find(({ id }) => id === account)

type Answers = Partial<Record<SignInPrompt['kind'], () => string | undefined>>
interface Act { readonly account?: string; readonly pass?: string; readonly answers?: Answers; readonly signal?: AbortSignal; readonly asked?: SignInPrompt[] }

function bind(house: UnderTest, { account = unbound, pass, answers = {}, signal = new AbortController().signal, asked = [] }: Act = {}) {
  const usual: Answers = { 'bind-token': () => 'bind', 'sms-send': () => 'send', sms: () => house.sim.hooks.smsCode(account) }
  const request: BindRequest = {
    account, signal, password: Buffer.from(pass ?? passwordOf[account] ?? ''),
    ask: async (prompt) => { asked.push(prompt); return (answers[prompt.kind] ?? usual[prompt.kind])?.() },
  }
  return house.campus.bindToken(request)
}

describe('binding a mobile token', () => {
  it('takes an account that IAAA turned away for want of one to where the host signs in by itself', async () => {
    const house = await underTest({ switches: { cipherOnly: true } })
    expect(await house.login({ account: unbound })).toMatchObject({ outcome: 'bind-otp-first' })
    const asked: SignInPrompt[] = []
    expect(await bind(house, { asked })).toEqual({ outcome: 'ok', account: unbound, skewMs: expect.any(Number) })
    expect(asked).toEqual([{ kind: 'bind-token', bound: false }, { kind: 'sms-send', mask: '138****0000' }, { kind: 'sms', mask: '138****0000' }])
    expect([sent(house), house.logins()]).toEqual([[1, 1, 1, 1, 1], 0])
    expect(await kept(house, seed(unbound))).toBe(tokenOf(house, unbound)?.otpSeed)
    expect((await house.keystore.list(unbound)).map(({ kind, name }) => [kind, name])).toEqual(expect.not.arrayContaining([['otp-seed', 'unproved'], ['password', '']]))
    // The step of the first code is used up: the next sign-in waits for another.
    expect(await house.login({ account: unbound })).toMatchObject({ outcome: 'ok' })
    expect(house.logins()).toBe(1)
  })

  it('tells no one the seed, and sends the password as IAAA\'s page does', async () => {
    const house = await underTest()
    const outcome = await bind(house)
    const secret = tokenOf(house, unbound)?.otpSeed ?? ''
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(JSON.stringify([outcome, house.events, house.traces])).not.toContain(secret)
    expect(JSON.stringify(house.sim.recorder.all())).not.toContain(passwordOf[unbound])
    expect(house.events.map(({ kind }) => kind)).toEqual(['token-bind-attempted', 'token-bind-ended'])
  })

  it('replaces the seed that was kept, says that a token may be bound, and never uses a step twice', async () => {
    const house = await underTest()
    await house.keystore.put(seed(withToken), Buffer.from(seedOfToken))
    await house.login({ account: withToken })
    const asked: SignInPrompt[] = []
    expect(await bind(house, { account: withToken, asked })).toMatchObject({ outcome: 'ok' })
    expect(asked[0]).toEqual({ kind: 'bind-token', bound: true })
    expect(await kept(house, seed(withToken))).not.toBe(seedOfToken)
    house.sim.switches.expire = ['portal', 'iaaa']
    expect(await house.login({ account: withToken })).toMatchObject({ outcome: 'ok' })
  })

  it.each([600_000, -600_000])('goes by IAAA\'s clock, which is %d ms off ours', async (skewMs) => {
    const house = await underTest({ skewMs })
    expect(await bind(house)).toMatchObject({ outcome: 'ok', skewMs: expect.closeTo(skewMs, -4) })
  })

  it('uses the stored password where none is typed, and says so to the audit', async () => {
    const house = await underTest()
    await house.keystore.put({ account: unbound, kind: 'password', name: '' }, Buffer.from(passwordOf[unbound] ?? ''))
    const ask = async ({ kind }: SignInPrompt) => ({ 'bind-token': 'bind', 'sms-send': 'send', sms: house.sim.hooks.smsCode(unbound) } as Record<string, string | undefined>)[kind]
    expect(await house.campus.bindToken({ account: unbound, ask, signal: new AbortController().signal })).toMatchObject({ outcome: 'ok' })
    expect(house.events).toContainEqual({ kind: 'secret-used', account: unbound, service: 'iaaa', secret: 'password', purpose: 'sign-in' })
    await expect(house.campus.bindToken({ account: student, ask, signal: new AbortController().signal })).rejects.toMatchObject({ code: 'CAMPUS_SIGN_IN_NEEDED' })
  })
})

interface Row {
  readonly act?: Act
  readonly before?: (house: UnderTest) => void
  readonly options?: Parameters<typeof underTest>[0] & TestOptions
  readonly ends: object
  /** How often each step was sent: auth4Bind, the message, its check, the key, the binding. */
  readonly sent: readonly number[]
}
/** IAAA does what it does, and says this of it. */
const says = (path: string, content: unknown): NonNullable<Row['options']> => ({
  breakDoor: (door) => ({
    ...door, request: async (request) => {
      const answer = await door.request(request)
      return new URL(request.url).pathname === path ? { ...answer, text: typeof content === 'string' ? content : JSON.stringify(content) } : answer
    },
  }),
})
const refusesCode = (house: UnderTest) => house.serve(`POST iaaa.pku.edu.cn${paths.bind}`, 'json', '{"success":false,"errMsg":"手机令牌错误或已过期"}')

const rows: Readonly<Record<string, Row>> = {
  'no agreement': { act: { answers: { 'bind-token': () => 'yes' } }, ends: { outcome: 'not-agreed' }, sent: [0, 0, 0, 0, 0] },
  'nobody who answers': { act: { answers: { 'bind-token': () => undefined } }, ends: { outcome: 'not-agreed' }, sent: [0, 0, 0, 0, 0] },
  'a wrong password': { act: { pass: 'wrong-horse' }, ends: { outcome: 'bad-credentials' }, sent: [1, 0, 0, 0, 0] },
  'an account that is not activated': { act: { account: '2500000005' }, ends: { outcome: 'not-activated' }, sent: [1, 0, 0, 0, 0] },
  'a refusal of the password without a code': { options: says(paths.auth, { success: false, errors: { msg: '系统维护' } }), ends: { outcome: 'bind-refused', step: 'password', message: '系统维护' }, sent: [1, 0, 0, 0, 0] },
  'a message that the person does not want': { act: { answers: { 'sms-send': () => undefined } }, ends: { outcome: 'bind-refused', step: 'sms-send' }, sent: [1, 0, 0, 0, 0] },
  'a message that IAAA does not send': { options: says(paths.send, { success: false, errMsg: '未绑定手机' }), ends: { outcome: 'bind-refused', step: 'sms-send', message: '未绑定手机' }, sent: [1, 1, 0, 0, 0] },
  'a wrong code of the message': { act: { answers: { sms: () => '000000x' } }, ends: { outcome: 'bind-refused', step: 'sms', message: '短信验证码错误或已过期' }, sent: [1, 1, 1, 0, 0] },
  'a secret that IAAA does not give': { options: says(paths.key, { success: false, errMsg: '系统繁忙' }), ends: { outcome: 'bind-refused', step: 'key', message: '系统繁忙' }, sent: [1, 1, 1, 1, 0] },
  'a secret that is none': { options: says(paths.key, { success: true, personId: unbound, secKey: 'not base 32!' }), ends: { outcome: 'bind-refused', step: 'key' }, sent: [1, 1, 1, 1, 0] },
  'a secret too short to be whole': { options: says(paths.key, { success: true, personId: unbound, secKey: 'MFRGG' }), ends: { outcome: 'bind-refused', step: 'key' }, sent: [1, 1, 1, 1, 0] },
  'a secret of another student': { options: says(paths.key, { success: true, personId: '2500000009', secKey: seedOfToken }), ends: { outcome: 'upstream-error', code: 'WRONG_ACCOUNT' }, sent: [1, 1, 1, 1, 0] },
  'a first code that IAAA does not take': { before: refusesCode, ends: { outcome: 'bind-refused', step: 'code', message: '手机令牌错误或已过期' }, sent: [1, 1, 1, 1, 1] },
  'no connection': { options: { switches: { dropHandshakes: 99 } }, ends: { outcome: 'bind-cut', step: 'password' }, sent: [0, 0, 0, 0, 0] },
  'an answer that is no JSON before the binding': { options: says(paths.key, '<html>'), ends: { outcome: 'bind-cut', step: 'key', message: 'NOT_JSON' }, sent: [1, 1, 1, 1, 0] },
}

describe('a binding that comes to nothing', () => {
  it.each(Object.entries(rows))('for %s: is told as it is, leaves the seed that was kept, and no other', async (_, { act = {}, before, options = {}, ends, sent: counted }) => {
    const account = act.account ?? unbound
    const house = await underTest(options)
    before?.(house)
    await house.keystore.put(seed(account), Buffer.from(seedOfToken))
    expect(await bind(house, act)).toMatchObject(ends)
    expect([sent(house), house.logins()]).toEqual([counted, 0])
    expect([await seedsOf(house, account), await kept(house, seed(account))]).toEqual([[''], seedOfToken])
    expect(house.events.at(-1)).toMatchObject({ kind: 'token-bind-ended' })
  })

  it('at a captcha that nobody reads asks no password of IAAA; one that is read goes with it', async () => {
    const house = await underTest({ switches: { failuresBeforeCaptcha: 1 } })
    await house.login({ pass: 'wrong-horse' })
    expect(await bind(house, { account: student, answers: { captcha: () => undefined } })).toMatchObject({ outcome: 'captcha-needed' })
    expect(sent(house)).toEqual([0, 0, 0, 0, 0])
    expect(await bind(house, { account: student, answers: { captcha: () => 'nope' } })).toMatchObject({ outcome: 'captcha-needed' })
    expect(await bind(house, { account: student, answers: { captcha: () => house.sim.hooks.captcha() } })).toMatchObject({ outcome: 'ok' })
  })

  it('and is begun again within the minute sends no second message: the code of the first is asked for', async () => {
    const house = await underTest()
    expect(await bind(house, { answers: { sms: () => undefined } })).toMatchObject({ outcome: 'bind-refused' })
    const asked: SignInPrompt[] = []
    expect(await bind(house, { asked })).toMatchObject({ outcome: 'ok' })
    expect(asked.map((prompt) => [prompt.kind, 'earlier' in prompt])).toEqual([['bind-token', false], ['sms', true]])
    expect(sent(house)[1]).toBe(1)
  })

  it('cancelled while the person is asked ends as cancelled, with nothing sent', async () => {
    const house = await underTest()
    const stop = new AbortController()
    const act = bind(house, { signal: stop.signal, answers: { 'bind-token': () => { stop.abort(new HarnessError('CALL_CANCELLED')); return 'bind' } } })
    await expect(act).rejects.toMatchObject({ code: 'CALL_CANCELLED' })
    expect([sent(house), await seedsOf(house, unbound)]).toEqual([[0, 0, 0, 0, 0], []])
    expect(house.events.at(-1)).toEqual({ kind: 'token-bind-ended', account: unbound, outcome: 'stopped' })
  })

  it('where the keystore does not take the seed aside, is not sent', async () => {
    const house = await underTest()
    const { put } = house.keystore
    Object.assign(house.keystore, { put: (ref: SecretRef, value: Buffer) => (ref.kind === 'otp-seed' ? Promise.reject(new HarnessError('KEYSTORE_LOCKED')) : put(ref, value)) })
    await expect(bind(house)).rejects.toMatchObject({ code: 'KEYSTORE_LOCKED' })
    expect(sent(house)).toEqual([1, 1, 1, 1, 0])
  })
})

describe('a binding whose answer is lost', () => {
  it('is seen to have taken where the account had no token before', async () => {
    const house = await underTest({ switches: { resetBind: 'after-read' } })
    expect(await bind(house)).toMatchObject({ outcome: 'ok' })
    expect([await seedsOf(house, unbound), await kept(house, seed(unbound))]).toEqual([[''], tokenOf(house, unbound)?.otpSeed])
  })

  it.each(['before-read', 'after-read'] as const)('is unknown where it may have had one (%s): the new seed is kept aside, the earlier one where it was, and nothing is sent again', async (resetBind) => {
    const house = await underTest({ switches: { resetBind } })
    await house.keystore.put(seed(withToken), Buffer.from(seedOfToken))
    expect(await bind(house, { account: withToken })).toEqual({ outcome: 'bind-unknown' })
    expect([await seedsOf(house, withToken), await kept(house, seed(withToken))]).toEqual([['', 'unproved'], seedOfToken])
    if (resetBind === 'after-read') expect(await kept(house, seed(withToken, 'unproved'))).toBe(tokenOf(house, withToken)?.otpSeed)
    expect(sent(house)[4]).toBe(1)
    // One that is kept aside signs in to nothing.
    house.sim.recorder.clear()
    await house.keystore.remove(seed(withToken))
    expect(await house.login({ account: withToken })).toMatchObject({ outcome: 'otp-needed' })
  })

  it('is unknown too where IAAA says of that account at once that it has none still: one look shows a yes and no no', async () => {
    const house = await underTest({ switches: { resetBind: 'before-read' } })
    expect(await bind(house)).toEqual({ outcome: 'bind-unknown' })
    expect([await seedsOf(house, unbound), sent(house)[4]]).toEqual([['unproved'], 1])
  })

  describe('and a second one that comes to nothing leaves what the first kept aside', () => {
    const afterOne = async () => {
      const house = await underTest({ switches: { resetBind: 'after-read' } })
      expect(await bind(house, { account: withToken })).toEqual({ outcome: 'bind-unknown' })
      const first = await kept(house, seed(withToken, 'unproved'))
      expect(first).toBe(tokenOf(house, withToken)?.otpSeed)
      house.clock.advance(60_000)
      return { house, first }
    }

    it('where IAAA refuses its code', async () => {
      const { house, first } = await afterOne()
      refusesCode(house)
      expect(await bind(house, { account: withToken })).toMatchObject({ outcome: 'bind-refused', step: 'code' })
      expect(await kept(house, seed(withToken, 'unproved'))).toBe(first)
    })

    it.each(['before', 'after'] as const)('where the keystore fails %s it has the second', async (when) => {
      const { house, first } = await afterOne()
      const { put } = house.keystore
      let fails = 1
      Object.assign(house.keystore, { put: async (ref: SecretRef, value: Buffer) => {
        const fail = ref.name === 'unproved' && fails-- > 0
        if (!fail || when === 'after') await put(ref, value)
        if (fail) throw new HarnessError('KEYSTORE_LOCKED')
      } })
      await expect(bind(house, { account: withToken })).rejects.toMatchObject({ code: 'KEYSTORE_LOCKED' })
      expect([await kept(house, seed(withToken, 'unproved')), sent(house)[4]]).toEqual([first, 1])
    })

    it('where the keystore does not give the first to put it back: then no second takes its place', async () => {
      const { house, first } = await afterOne()
      const { use } = house.keystore
      Object.assign(house.keystore, { use: (ref: SecretRef, ...rest: never) => (ref.name === 'unproved' ? Promise.reject(new HarnessError('KEYSTORE_LOCKED')) : Reflect.apply(use, house.keystore, [ref, ...rest])) })
      await expect(bind(house, { account: withToken })).rejects.toMatchObject({ code: 'KEYSTORE_LOCKED' })
      Object.assign(house.keystore, { use })
      expect([await kept(house, seed(withToken, 'unproved')), sent(house)[4]]).toEqual([first, 1])
    })

    it('and one that takes clears it away', async () => {
      const { house } = await afterOne()
      expect(await bind(house, { account: withToken })).toMatchObject({ outcome: 'ok' })
      expect([await seedsOf(house, withToken), await kept(house, seed(withToken))]).toEqual([[''], tokenOf(house, withToken)?.otpSeed])
    })
  })

  it('and an answer that says nothing, are the same', async () => {
    const house = await underTest()
    house.serve(`POST iaaa.pku.edu.cn${paths.bind}`, 'html', '<html>')
    expect(await bind(house, { account: withToken })).toEqual({ outcome: 'bind-unknown' })
  })

  it('to whoever gave up meanwhile is heard all the same, and the seed is kept', async () => {
    const house = await underTest({ switches: { hold: [`POST iaaa.pku.edu.cn${paths.bind}`] } })
    const stop = new AbortController()
    const act = bind(house, { signal: stop.signal })
    await until(() => sent(house)[4] === 1)
    stop.abort(new HarnessError('CALL_CANCELLED'))
    house.sim.release()
    expect(await act).toMatchObject({ outcome: 'ok' })
    expect(await kept(house, seed(unbound))).toBe(tokenOf(house, unbound)?.otpSeed)
  })
})

it('a keystore that is gone when IAAA says yes still has the seed, aside', async () => {
  const house = await underTest()
  const { put } = house.keystore
  Object.assign(house.keystore, { put: (ref: SecretRef, value: Buffer) => (ref.kind === 'otp-seed' && ref.name === '' ? Promise.reject(new HarnessError('KEYSTORE_DEAD', { reason: 'no-bus' })) : put(ref, value)) })
  expect(await bind(house)).toEqual({ outcome: 'bound-not-kept', code: 'KEYSTORE_DEAD' })
  expect(await kept(house, seed(unbound, 'unproved'))).toBe(tokenOf(house, unbound)?.otpSeed)
})

it('a seed that the keystore has taken is kept, whatever it says to clearing away the copy', async () => {
  const house = await underTest()
  const { remove } = house.keystore
  Object.assign(house.keystore, { remove: (ref: SecretRef) => (ref.name === 'unproved' ? Promise.reject(new HarnessError('KEYSTORE_LOCKED')) : remove(ref)) })
  expect(await bind(house)).toMatchObject({ outcome: 'ok' })
  expect(await kept(house, seed(unbound))).toBe(tokenOf(house, unbound)?.otpSeed)
})
