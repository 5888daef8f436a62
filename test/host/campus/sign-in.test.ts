import { describe, expect, it } from 'vitest'
import { totp } from '../../../fixtures/campus/iaaa/totp.ts'
import type { SignInPrompt } from '../../../src/host/campus/campus.ts'
import { passwordOf, seedOfToken, student, underTest, withToken } from './campus-under-test.ts'

const kept = async (house: Awaited<ReturnType<typeof underTest>>, account = student) => (await house.keystore.list(account)).map(({ kind }) => kind).sort()

describe('a sign-in to the portal', () => {
  it('goes as IAAA\'s own page does, with one oauthlogin.do, and is proved by isUserLogged', async () => {
    const house = await underTest({ switches: { cipherOnly: true, oauthPageRequired: true } })
    expect(await house.login()).toMatchObject({ outcome: 'ok', account: student })
    expect(house.sim.recorder.all().map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /iaaa/oauth.jsp', 'GET /iaaa/isShowCode.do', 'GET /iaaa/isMobileAuthen.do', 'GET /iaaa/getPublicKey.do', 'POST /iaaa/oauthlogin.do',
      'GET /portal2017/ssoLogin.do', 'GET /portal2017/', 'GET /portal2017/isUserLogged.do',
    ])
    const sessions = new Set(house.sim.recorder.all().slice(1, 5).map(({ headers }) => headers['cookie']))
    expect(sessions.size).toBe(1)
    expect(house.sim.recorder.all().every(({ headers }) => headers['accept-language'] === 'zh-CN')).toBe(true)
  })

  it('keeps session, jar and password when it succeeds, and the typed buffer is overwritten', async () => {
    const house = await underTest()
    const password = Buffer.from(passwordOf[student] ?? '')
    await house.login({ password })
    expect(password.every((byte) => byte === 0)).toBe(true)
    expect(await kept(house)).toEqual(['iaaa-jar', 'password', 'session'])
    await house.keystore.use({ account: student, kind: 'password', name: '' }, 'test', (value) => { expect(value.toString()).toBe(passwordOf[student]) })
  })

  it('without remembering keeps the session and no password, and takes one away that was kept before', async () => {
    const house = await underTest()
    await house.login()
    await house.login({ remember: false })
    expect(await kept(house)).toEqual(['iaaa-jar', 'session'])
    await expect(house.ask({ service: 'treehole', path: '/chapi/api/v3/hole/list' })).rejects.toMatchObject({ code: 'CAMPUS_SIGN_IN_NEEDED' })
  })

  it('with the stored password needs nobody', async () => {
    const house = await underTest()
    await house.login()
    const { password: _, ...request } = { password: undefined, account: student, remember: true, signal: new AbortController().signal }
    expect(await house.campus.signIn(request)).toMatchObject({ outcome: 'ok' })
    expect(house.events).toContainEqual({ kind: 'secret-used', account: student, service: 'portal', secret: 'password', purpose: 'sign-in' })
  })

  it('measures how far IAAA\'s clock is from ours', async () => {
    const house = await underTest({ skewMs: 40_000 })
    const outcome = await house.login()
    expect(outcome.outcome === 'ok' && Math.abs((outcome.skewMs ?? 0) - 40_000)).toBeLessThan(1_500)
  })

  it('bug-log 109: carries the cookie of the first hop to the second', async () => {
    const house = await underTest()
    await house.login()
    const landing = house.sim.recorder.all().find(({ path }) => path === '/portal2017/')
    expect(landing?.headers['cookie']).toMatch(/^SESSION=/)
  })
})

describe('how a sign-in can fail', () => {
  it.each([
    ['2500000003', 'bind-otp-first', 0], ['2500000005', 'not-activated', 1], ['2500000006', 'weak-password', 1], ['2500000007', 'upstream-error', 1],
    ['2500000004', 'sms-needed', 0], [withToken, 'otp-needed', 0], ['2599999999', 'bad-credentials', 1],
  ])('%s ends as %s after %i oauthlogin.do, and nothing is kept', async (account, outcome, logins) => {
    const house = await underTest()
    expect(await house.login({ account, pass: passwordOf[account] ?? 'nobody' })).toMatchObject({ outcome })
    expect(house.logins()).toBe(logins)
    expect(await kept(house, account)).toEqual([])
    expect(house.events.at(-1)).toEqual({ kind: 'sign-in-ended', account, service: 'portal', by: 'person', outcome })
  })

  it('shows IAAA\'s own words for a code nobody knows', async () => {
    const house = await underTest()
    expect(await house.login({ account: '2500000007' })).toMatchObject({ code: 'E41', message: '账号已停用' })
  })

  it('wrong passwords lead to a captcha, which is never guessed at, and then to a lock', async () => {
    const house = await underTest({ switches: { failuresBeforeCaptcha: 2, failuresBeforeLock: 3 } })
    const wrong = { pass: 'wrong-horse' }
    expect(await house.login(wrong)).toMatchObject({ outcome: 'bad-credentials', message: '用户名或密码错误' })
    expect(await house.login(wrong)).toMatchObject({ outcome: 'bad-credentials' })
    expect(await house.login(wrong)).toMatchObject({ outcome: 'captcha-needed' })
    const read = async (prompt: SignInPrompt) => (prompt.kind === 'captcha' && prompt.image.length > 100 ? house.sim.hooks.captcha() : undefined)
    expect(await house.login({ ...wrong, ask: read })).toMatchObject({ outcome: 'bad-credentials' })
    const locked = await house.login({ ask: read })
    expect(locked).toMatchObject({ outcome: 'locked-until' })
    expect(locked.outcome === 'locked-until' && locked.until - house.clock.now()).toBeGreaterThan(29 * 60_000)
  })

  it('a wrong captcha is captcha-needed', async () => {
    const house = await underTest({ switches: { failuresBeforeCaptcha: 1, failuresBeforeLock: 9 } })
    await house.login({ pass: 'wrong-horse' })
    expect(await house.login({ ask: async () => 'nope' })).toMatchObject({ outcome: 'captcha-needed' })
    expect(await house.login({ ask: async () => house.sim.hooks.captcha() })).toMatchObject({ outcome: 'ok' })
  })

  describe('a text message', () => {
    const account = '2500000004'
    const sent = (house: Awaited<ReturnType<typeof underTest>>) => house.sim.recorder.count({ path: '/iaaa/sendSMSCode.do' })
    /** Says yes to sending, and types what `code` gives. */
    const person = (prompts: SignInPrompt[], code: () => string | undefined, send = 'send') => async (prompt: SignInPrompt) => {
      prompts.push(prompt)
      return prompt.kind === 'sms-send' ? send : code()
    }

    it('goes out only where a person is there and says so', async () => {
      const house = await underTest()
      await house.login({ account })
      const prompts: SignInPrompt[] = []
      expect(await house.login({ account, ask: person(prompts, () => '123456', '') })).toMatchObject({ outcome: 'sms-needed' })
      expect([sent(house), prompts]).toEqual([0, [{ kind: 'sms-send', mask: '138****0000' }]])
      expect(await house.login({ account, ask: person(prompts, () => house.sim.hooks.smsCode(account)) })).toMatchObject({ outcome: 'ok' })
      expect([sent(house), prompts.slice(1)]).toEqual([1, [{ kind: 'sms-send', mask: '138****0000' }, { kind: 'sms', mask: '138****0000' }]])
      house.clock.advance(61_000)
      expect(await house.login({ account, ask: person([], () => '000000x') })).toMatchObject({ outcome: 'sms-needed' })
    })

    it('that was mistyped is asked for again by the next act, and no other is sent; each act is one oauthlogin.do', async () => {
      const house = await underTest()
      expect(await house.login({ account, ask: person([], () => '000000x') })).toMatchObject({ outcome: 'sms-needed', message: '短信验证码错误或已过期' })
      const prompts: SignInPrompt[] = []
      expect(await house.login({ account, ask: person(prompts, () => house.sim.hooks.smsCode(account)) })).toMatchObject({ outcome: 'ok' })
      expect([sent(house), house.logins(), prompts]).toEqual([1, 2, [{ kind: 'sms', mask: '138****0000', earlier: true }]])
    })

    it('is sent once a minute, whatever act it is for: the error says how long is left, after a sign-out too', async () => {
      const house = await underTest({ now: Date.now() })
      await house.login({ account, ask: person([], () => house.sim.hooks.smsCode(account)) })
      await house.campus.signOut(account)
      house.clock.advance(20_000)
      const again = () => house.login({ account, ask: person([], () => house.sim.hooks.smsCode(account)) })
      await expect(again()).rejects.toMatchObject({ code: 'CAMPUS_SMS_TOO_SOON', params: { seconds: expect.any(Number) } })
      expect([sent(house), house.logins()]).toEqual([1, 1])
      house.clock.advance(41_000)
      expect(await again()).toMatchObject({ outcome: 'ok' })
      expect(sent(house)).toBe(2)
    })

    it('whose code is left empty is wanted anew, which takes the minute too', async () => {
      const house = await underTest()
      await house.login({ account, ask: person([], () => undefined) })
      await expect(house.login({ account, ask: person([], () => undefined) })).rejects.toMatchObject({ code: 'CAMPUS_SMS_TOO_SOON' })
      house.clock.advance(61_000)
      const prompts: SignInPrompt[] = []
      await house.login({ account, ask: person(prompts, () => undefined) })
      expect([sent(house), prompts.map(({ kind }) => kind)]).toEqual([2, ['sms', 'sms-send', 'sms']])
    })
  })

  it.each([['-'], [''], ['a b'], ['../x'], ['x'.repeat(80)]])('%j is no account', async (account) => {
    const house = await underTest()
    await expect(house.login({ account, pass: 'x' })).rejects.toMatchObject({ code: 'CAMPUS_ACCOUNT_FORM' })
  })

  it('no password anywhere is said before anything is sent', async () => {
    const house = await underTest()
    await expect(house.campus.signIn({ account: student, remember: true, signal: new AbortController().signal })).rejects.toMatchObject({ code: 'CAMPUS_SIGN_IN_NEEDED' })
    expect(house.sim.recorder.all()).toEqual([])
  })

  it('a cancelled act rejects with its reason and sends no login', async () => {
    const house = await underTest()
    const controller = new AbortController()
    const ask = async () => { controller.abort(new Error('the person left')); return '123456' }
    await expect(house.login({ account: withToken, ask, signal: controller.signal })).rejects.toThrow('the person left')
    expect(house.logins()).toBe(0)
    expect(house.events.at(-1)).toMatchObject({ kind: 'sign-in-ended', outcome: 'stopped' })
  })
})

describe('the mobile token', () => {
  it('is asked of the person where no seed is kept', async () => {
    const house = await underTest()
    const code = async () => totp(seedOfToken, house.clock.now())
    expect(await house.login({ account: withToken, ask: code })).toMatchObject({ outcome: 'ok' })
  })

  it('bug-log 122: a code that was typed is not made again from the seed in the same step', async () => {
    const house = await underTest()
    expect(await house.login({ account: withToken, ask: async () => house.sim.hooks.tokenCode(withToken) })).toMatchObject({ outcome: 'ok' })
    await house.keystore.put({ account: withToken, kind: 'otp-seed', name: '' }, Buffer.from(seedOfToken))
    expect(await house.login({ account: withToken, service: 'course' })).toMatchObject({ outcome: 'ok' })
    expect(house.logins()).toBe(2)
  })

  it('bug-log 131: a wrong code is otp-needed; so is a bare E99 for a missing one, without an attempt', async () => {
    const house = await underTest({ switches: { otpMissingIsE99: true } })
    expect(await house.login({ account: withToken, ask: async () => '000000' })).toMatchObject({ outcome: 'otp-needed', message: '手机令牌错误或已过期' })
    expect(await house.login({ account: withToken, ask: async () => undefined })).toMatchObject({ outcome: 'otp-needed' })
    expect(house.logins()).toBe(1)
  })

  it.each([['ahead', 40_000], ['behind', -40_000]])('bug-log 119: a code from the seed goes by the server\'s clock, here 40 s %s', async (_, skewMs) => {
    const house = await underTest({ skewMs })
    await house.keystore.put({ account: withToken, kind: 'otp-seed', name: '' }, Buffer.from(seedOfToken))
    expect(await house.login({ account: withToken })).toMatchObject({ outcome: 'ok' })
    expect(house.logins()).toBe(1)
    expect(house.events.some((event) => event.kind === 'secret-used' && event.secret === 'otp-seed')).toBe(true)
  })

  it('bug-log 122: a second service in the same 30 s waits for the next code', async () => {
    const house = await underTest({ now: 1_790_000_012_000 })
    await house.keystore.put({ account: withToken, kind: 'otp-seed', name: '' }, Buffer.from(seedOfToken))
    expect(await house.login({ account: withToken })).toMatchObject({ outcome: 'ok' })
    expect(await house.login({ account: withToken, service: 'treehole' })).toMatchObject({ outcome: 'ok' })
    const codes = house.sim.recorder.all().filter(({ path }) => path.endsWith('oauthlogin.do')).map(({ body }) => new URLSearchParams(body).get('otpCode'))
    expect(new Set(codes).size).toBe(2)
    expect(house.clock.slept.filter((ms) => ms > 3_000)).toHaveLength(1)
  })

  it('bug-log 122: nor is a step used twice across a restart', async () => {
    const house = await underTest({ now: 1_790_000_012_000 })
    await house.keystore.put({ account: withToken, kind: 'otp-seed', name: '' }, Buffer.from(seedOfToken))
    await house.login({ account: withToken })
    house.restart()
    expect(await house.login({ account: withToken })).toMatchObject({ outcome: 'ok' })
  })

  it('bug-log 122: nor is it when the answer to the first was lost', async () => {
    const house = await underTest({ now: 1_790_000_012_000, switches: { resetLogin: 'after-read' } })
    await house.keystore.put({ account: withToken, kind: 'otp-seed', name: '' }, Buffer.from(seedOfToken))
    expect(await house.login({ account: withToken })).toMatchObject({ outcome: 'network-after-send' })
    house.restart()
    expect(await house.login({ account: withToken })).toMatchObject({ outcome: 'ok' })
    expect(house.clock.slept.some((ms) => ms > 3_000)).toBe(true)
  })

  it('bug-log 122: two services at once take their turns, each with a code of its own', async () => {
    const house = await underTest({ now: 1_790_000_012_000 })
    await house.keystore.put({ account: withToken, kind: 'otp-seed', name: '' }, Buffer.from(seedOfToken))
    const both = await Promise.all([house.login({ account: withToken }), house.login({ account: withToken, service: 'treehole' })])
    expect(both.map(({ outcome }) => outcome)).toEqual(['ok', 'ok'])
  })

  it('bug-log 134: a device that the person lets IAAA trust needs one code for both services', async () => {
    const house = await underTest()
    let asked = 0
    const ask = async () => { asked += 1; return totp(seedOfToken, house.clock.now()) }
    expect(await house.login({ account: withToken, ask, trustDevice: true })).toMatchObject({ outcome: 'ok' })
    house.restart()
    expect(await house.login({ account: withToken, ask, service: 'treehole' })).toMatchObject({ outcome: 'ok' })
    expect(asked).toBe(1)
    const forms = house.sim.recorder.all().filter(({ path }) => path.endsWith('oauthlogin.do')).map(({ body }) => new URLSearchParams(body))
    expect(forms.map((form) => [form.get('remTrustChk'), form.get('otpCode') === ''])).toEqual([['true', false], [expect.any(String), true]])
  })

  it('trust is never asked for unless the person says so', async () => {
    const house = await underTest()
    await house.login({ account: withToken, ask: async () => totp(seedOfToken, house.clock.now()) })
    const form = house.sim.recorder.all().find(({ path }) => path.endsWith('oauthlogin.do'))
    expect(new URLSearchParams(form?.body).get('remTrustChk')).toBe('false')
  })
})
