import { describe, expect, it } from 'vitest'
import type { Door } from '../../../src/host/net/door.ts'
import { HarnessError } from '../../../src/rules/errors/index.ts'
import { holes, scores, student, underTest, withToken } from './campus-under-test.ts'

describe('never more than one oauthlogin.do an act', () => {
  it.each(['before-read', 'after-read'] as const)('a connection reset %s of the login is network-after-send and is not tried again', async (resetLogin) => {
    const house = await underTest({ switches: { resetLogin } })
    expect(await house.login()).toMatchObject({ outcome: 'network-after-send', message: 'NET_RESET_AFTER_SEND' })
    expect(house.logins()).toBe(1)
    expect(await house.keystore.list(student)).toEqual([])
  })

  it('a connection that fails before a byte of the login left is made anew, once', async () => {
    let broken = 0
    const breakDoor = (door: Door): Door => ({
      ...door,
      request: (request) => (request.url.includes('oauthlogin') && ++broken === 1
        ? Promise.reject(new HarnessError('NET_RESET_BEFORE_SEND', { host: 'iaaa.pku.edu.cn', left: 'no' }))
        : door.request(request)),
    })
    const house = await underTest({ breakDoor })
    expect(await house.login()).toMatchObject({ outcome: 'ok' })
    expect(broken).toBe(2)
    expect(house.logins()).toBe(1)
  })

  it('a handshake that is dropped for each connection is network-before-send after two tries', async () => {
    let tries = 0
    const breakDoor = (door: Door): Door => ({
      ...door,
      request: (request) => (request.url.includes('oauthlogin') && ++tries > 0
        ? Promise.reject(new HarnessError('NET_RESET_BEFORE_SEND', { host: 'iaaa.pku.edu.cn', left: 'no' }))
        : door.request(request)),
    })
    const house = await underTest({ breakDoor })
    expect(await house.login()).toMatchObject({ outcome: 'network-before-send' })
    expect(tries).toBe(2)
    expect(house.logins()).toBe(0)
  })

  it.each(['NET_PROXY_LOGIN_NEEDED', 'NET_PROXY_LOGIN_REFUSED', 'NET_PROXY_SCHEME'] as const)('a proxy that says %s ends it as that, with its next step, while nothing was sent; behind the login it is a broken connection', async (code) => {
    const breakAt = (place: string) => (door: Door): Door => ({ ...door, request: (request) => (new URL(request.url).pathname.includes(place) ? Promise.reject(new HarnessError(code, { proxy: 'http://p:1', left: 'no' })) : door.request(request)) })
    for (const place of ['oauth.jsp', 'oauthlogin']) {
      const house = await underTest({ breakDoor: breakAt(place) })
      await expect(house.login()).rejects.toMatchObject({ code })
      expect(house.logins()).toBe(0)
    }
    const house = await underTest({ breakDoor: breakAt('ssoLogin') })
    expect(await house.login()).toMatchObject({ outcome: 'network-after-send' })
    expect(house.logins()).toBe(1)
  })

  it('where no connection can be made it is network-before-send, and nothing was sent', async () => {
    const house = await underTest({ switches: { dropHandshakes: 99 } })
    expect(await house.login()).toMatchObject({ outcome: 'network-before-send' })
    expect(house.sim.recorder.all()).toEqual([])
  })

  it.each([
    ['bug-log 176: success:false beside a user id', '{"success":false,"userId":"2500000001"}', 'NOT_PROVED'],
    ['no JSON', '<html>', 'NOT_PROVED'],
    ['another student', '{"success":true,"userId":"2500000002","userName":"null"}', 'WRONG_ACCOUNT'],
  ])('a portal that answers with %s is no session, and IAAA is not asked again', async (_, body, code) => {
    const house = await underTest()
    house.serve('portal.pku.edu.cn/portal2017/isUserLogged.do', 'json', body)
    expect(await house.login()).toMatchObject({ outcome: 'upstream-error', code })
    expect(house.logins()).toBe(1)
    expect((await house.keystore.list(student)).map(({ kind }) => kind)).toEqual(['iaaa-jar'])
  })

  it('bug-log 181: status 429 is no wrong password, and the host waits before it asks again', async () => {
    const house = await underTest({ breakDoor: answering('oauthlogin', { status: 429, text: 'slow down' }) })
    expect(await house.login()).toMatchObject({ outcome: 'upstream-error', code: 'HTTP_429' })
    await house.keystore.put({ account: student, kind: 'password', name: '' }, Buffer.from('correct-horse-01'))
    await expect(house.ask(scores)).rejects.toMatchObject({ code: 'CAMPUS_UPSTREAM_ERROR', params: { code: 'HTTP_429' } })
    await expect(house.ask(scores)).rejects.toMatchObject({ code: 'CAMPUS_UPSTREAM_ERROR' })
    expect(house.logins()).toBe(2)
  })

  it('an answer of IAAA\'s that is no JSON is an outcome too', async () => {
    const house = await underTest({ breakDoor: answering('oauthlogin', { text: '<html>' }) })
    expect(await house.login()).toMatchObject({ outcome: 'upstream-error', code: 'NOT_JSON' })
    expect(house.logins()).toBe(1)
  })

  it('a return address in another spelling is bad-redirect', async () => {
    const breakDoor = (door: Door): Door => ({
      ...door,
      request: (request) => door.request(request.url.includes('oauthlogin') && typeof request.body === 'string'
        ? { ...request, body: request.body.replace('portal2017%2FssoLogin.do', 'portal2017%2Flogin.jsp%2F..%2FssoLogin.do') }
        : request),
    })
    const house = await underTest({ breakDoor })
    expect(await house.login()).toMatchObject({ outcome: 'bad-redirect' })
    expect(house.logins()).toBe(1)
  })

  it('bug-log 110: a portal that redirects in a circle is not the network\'s fault, and IAAA is not asked again', async () => {
    const breakDoor = (door: Door): Door => ({
      ...door,
      request: (request) => (request.url.includes('/ssoLogin.do') ? Promise.reject(new HarnessError('NET_LOOP', { host: 'portal.pku.edu.cn', left: 'yes' })) : door.request(request)),
    })
    const house = await underTest({ breakDoor })
    expect(await house.login()).toMatchObject({ outcome: 'upstream-error', code: 'NET_LOOP' })
    expect(house.logins()).toBe(1)
  })

  it('bug-log 181: twenty requests of an account whose stored password is wrong make one attempt, and later ones none', async () => {
    const house = await underTest()
    await house.keystore.put({ account: student, kind: 'password', name: '' }, Buffer.from('stale-horse'))
    const refused = await Promise.allSettled(Array.from({ length: 20 }, () => house.ask(scores)))
    expect(refused.every((one) => one.status === 'rejected' && one.reason.code === 'CAMPUS_BAD_CREDENTIALS')).toBe(true)
    await expect(house.ask(holes)).rejects.toMatchObject({ code: 'CAMPUS_BAD_CREDENTIALS' })
    house.clock.advance(24 * 3_600_000)
    await expect(house.ask(scores)).rejects.toMatchObject({ code: 'CAMPUS_BAD_CREDENTIALS' })
    expect(house.logins()).toBe(1)
  })

  it('the person\'s own sign-in lifts that', async () => {
    const house = await underTest()
    await house.keystore.put({ account: student, kind: 'password', name: '' }, Buffer.from('stale-horse'))
    await expect(house.ask(scores)).rejects.toMatchObject({ code: 'CAMPUS_BAD_CREDENTIALS' })
    await house.login()
    expect((await house.ask(holes)).status).toBe(200)
  })

  it('a mistyped password does not stop the host from using the stored one', async () => {
    const house = await underTest()
    await house.login()
    await house.login({ pass: 'typo-horse' })
    expect((await house.ask(holes)).status).toBe(200)
  })

  it('bug-log 134: a lock (E21) holds the host back until it is over, from every service', async () => {
    const house = await underTest({ switches: { failuresBeforeCaptcha: 9, failuresBeforeLock: 1 } })
    await house.login({ service: 'treehole' })
    await house.login({ pass: 'typo-horse' })
    await house.login({ pass: 'typo-horse' })
    const before = house.logins()
    await expect(house.ask(scores)).rejects.toMatchObject({ code: 'CAMPUS_LOCKED_UNTIL', params: { minutes: 30 } })
    house.sim.switches.expire = ['treehole']
    await expect(house.ask(holes)).rejects.toMatchObject({ code: 'CAMPUS_LOCKED_UNTIL' })
    expect(house.logins()).toBe(before)
    house.clock.advance(31 * 60_000)
    expect((await house.ask(scores)).status).toBe(200)
  })

  it('an unsure end keeps the host away for a minute, and twice as long after the next', async () => {
    const house = await underTest()
    await house.login({ service: 'treehole' })
    const before = house.logins()
    const fail = async () => { house.sim.switches.resetLogin = 'after-read'; await house.ask(scores).catch(() => undefined); house.sim.switches.resetLogin = 'no' }
    await fail()
    await expect(house.ask(scores)).rejects.toMatchObject({ code: 'CAMPUS_NETWORK_AFTER_SEND' })
    house.clock.advance(61_000)
    await fail()
    house.clock.advance(61_000)
    await expect(house.ask(scores)).rejects.toMatchObject({ code: 'CAMPUS_NETWORK_AFTER_SEND' })
    expect(house.logins()).toBe(before + 2)
    house.clock.advance(61_000)
    expect((await house.ask(scores)).status).toBe(200)
  })

  it('without a person the host signs in with a code from the seed, and says otp-needed where there is none', async () => {
    const house = await underTest()
    await house.keystore.put({ account: withToken, kind: 'password', name: '' }, Buffer.from('correct-horse-02'))
    const limits = { effect: 'read', signal: new AbortController().signal, trace: () => undefined } as const
    await expect(house.campus.request(withToken, scores, limits)).rejects.toMatchObject({ code: 'CAMPUS_OTP_NEEDED' })
    expect(house.logins()).toBe(0)
  })
})

/** Passes the request on, and gives back something else than what came of it. */
const answering = (part: string, over: { readonly status?: number; readonly text: string }) => (door: Door): Door => ({
  ...door,
  async request(request) {
    const answer = await door.request(request)
    return request.url.includes(part) ? { ...answer, ...over } : answer
  },
})
