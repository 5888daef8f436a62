import { describe, expect, it } from 'vitest'
import type { Door } from '../../../src/host/net/door.ts'
import { HarnessError } from '../../../src/rules/errors/index.ts'
import { holes, scores, student, underTest, until } from './campus-under-test.ts'

const post = { service: 'treehole', path: '/chapi/api/v3/hole/post', method: 'POST', json: { text: '测试', type: 'text', anonymous: 1, fold: 0, reward_cost: 0 } } as const

describe('sessions', () => {
  it('bug-log 178: twenty calls at once on an ended session make one sign-in', async () => {
    const house = await underTest()
    await house.login()
    await house.ask(holes)
    house.sim.recorder.clear()
    house.sim.switches.expire = ['treehole']
    const answers = await Promise.all(Array.from({ length: 20 }, () => house.ask(holes)))
    expect(answers.every(({ json }) => JSON.stringify(json).includes('20000'))).toBe(true)
    expect(house.logins()).toBe(1)
    expect(house.events.filter(({ kind }) => kind === 'session-ended')).toHaveLength(1)
    expect(house.events.filter(({ kind }) => kind === 'session-renewed')).toHaveLength(1)
  })

  it('twenty calls at once with no session at all make one too', async () => {
    const house = await underTest()
    await house.login()
    house.sim.recorder.clear()
    await Promise.all(Array.from({ length: 20 }, () => house.ask(holes)))
    expect(house.logins()).toBe(1)
  })

  it('bug-log 178: a failure that comes late leaves the newer session alone', async () => {
    const house = await underTest()
    await house.login({ service: 'treehole' })
    // Ended before the slow request comes in, so its 401 is ready; it is let go only when a newer session stands.
    house.sim.switches.expire = ['treehole']
    house.sim.switches.hold = ['GET treehole.pku.edu.cn/chapi/api/v3/hole/one']
    const slow = house.ask({ service: 'treehole', path: '/chapi/api/v3/hole/one', query: { pid: 1 } })
    await until(() => house.sim.recorder.count({ path: '/chapi/api/v3/hole/one' }) === 1)
    await house.ask(holes)
    const logins = house.logins()
    house.sim.release()
    expect((await slow).status).toBe(200)
    await house.ask(holes)
    expect(house.logins()).toBe(logins)
    expect((await house.keystore.list(student)).some(({ kind, name }) => kind === 'session' && name === 'treehole')).toBe(true)
  })

  it('survive a restart, with the same device id, and need no sign-in', async () => {
    const house = await underTest()
    await house.login({ service: 'treehole' })
    await house.ask(holes)
    const devices = () => new Set(house.sim.recorder.all().flatMap(({ headers }) => headers['uuid'] ?? []))
    house.restart()
    await house.ask(holes)
    house.sim.switches.expire = ['treehole']
    await house.ask(holes)
    expect(house.logins()).toBe(2)
    expect([...devices()]).toEqual([expect.stringMatching(/^Web_PKUHOLE_2\.0\.0_WEB_UUID_[0-9a-f]{12}$/)])
  })

  it('a token that says it is over is renewed before anything is sent with it', async () => {
    const house = await underTest()
    await house.login({ service: 'treehole' })
    house.clock.advance(31 * 86_400_000)
    house.sim.recorder.clear()
    await house.ask(holes)
    expect(house.sim.recorder.all().some(({ path, status }) => path === holes.path && status === 401)).toBe(false)
    expect(house.logins()).toBe(1)
  })

  it('a post that the gate refused with 401 is repeated once; it was not taken', async () => {
    const house = await underTest()
    await house.login({ service: 'treehole' })
    const before = house.sim.data.holes.length
    house.sim.switches.expire = ['treehole']
    expect((await house.ask(post, 'public')).json).toMatchObject({ code: 20000 })
    expect(house.sim.data.holes.length).toBe(before + 1)
  })

  it('a post whose end is not known is sent once, and says so', async () => {
    const breakDoor = (door: Door): Door => ({
      ...door,
      async request(request) {
        const answer = await door.request(request)
        return request.url.endsWith('/hole/post') ? { ...answer, text: '{"code":40001,"success":false}' } : answer
      },
    })
    const house = await underTest({ breakDoor })
    await house.login({ service: 'treehole' })
    const before = house.sim.data.holes.length
    await expect(house.ask(post, 'public')).rejects.toMatchObject({ code: 'CAMPUS_SESSION_ENDED' })
    expect(house.sim.data.holes.length).toBe(before + 1)
    expect(house.logins()).toBe(1)
  })

  it('twenty calls while IAAA cannot be reached try it once', async () => {
    let down = false
    const breakDoor = (door: Door): Door => ({
      ...door,
      request: (request) => (down && request.url.includes('iaaa.pku.edu.cn')
        ? Promise.reject(new HarnessError('NET_RESET_BEFORE_SEND', { host: 'iaaa.pku.edu.cn', left: 'no' }))
        : door.request(request)),
    })
    const house = await underTest({ breakDoor })
    await house.login()
    down = true
    const before = house.events.length
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => house.ask(holes)))
    expect(tries.every((one) => one.status === 'rejected' && one.reason.code === 'CAMPUS_NETWORK_BEFORE_SEND')).toBe(true)
    expect(house.events.slice(before).filter(({ kind }) => kind === 'sign-in-attempted')).toHaveLength(1)
    down = false
    expect((await house.ask(holes)).status).toBe(200)
  })

  it('renews once and no more', async () => {
    const house = await underTest()
    await house.login()
    house.serve('treehole.pku.edu.cn/chapi/api/v3/hole/list?page=1&limit=25', 'json', '{"message":"Token not provided"}')
    await expect(house.ask(holes)).rejects.toMatchObject({ code: 'CAMPUS_SESSION_ENDED' })
    expect(house.logins()).toBe(3)
  })

  it('say how they stand', async () => {
    const house = await underTest()
    const states = () => Object.fromEntries(house.campus.services(student).map(({ service, state }) => [service, state]))
    expect(states()).toMatchObject({ portal: 'signed-out', 'portal-public': 'public', treehole: 'signed-out', dean: 'public' })
    await house.login()
    const { since } = house.campus.services(student).find(({ service }) => service === 'portal') ?? {}
    expect(Math.abs((since ?? 0) - house.clock.now())).toBeLessThan(10_000)
    expect(states()).toMatchObject({ portal: 'signed-in', treehole: 'signed-out' })
    expect(house.campus.services(undefined).find(({ service }) => service === 'portal')?.state).toBe('signed-out')
    const again = house.restart()
    await again.ready()
    expect(states()).toMatchObject({ portal: 'signed-in', treehole: 'signed-out' })
  })

  it('signing out forgets sessions, jar, password and seed, keeps the device id, and cannot be undone by a sign-in under way', async () => {
    const house = await underTest()
    await house.login()
    await house.keystore.put({ account: student, kind: 'otp-seed', name: '' }, Buffer.from('MZXW6YTB'))
    await house.ask(holes)
    house.sim.switches.expire = ['portal']
    house.sim.switches.hold = ['POST iaaa.pku.edu.cn/iaaa/oauthlogin.do']
    const under = house.ask(scores)
    const failed = expect(under).rejects.toMatchObject({ code: 'CAMPUS_SIGN_IN_NEEDED' })
    await until(() => house.logins() === 3)
    await house.campus.signOut(student)
    house.sim.release()
    await failed
    expect((await house.keystore.list(student)).map(({ kind }) => kind)).toEqual(['device-id'])
    expect(house.campus.services(student).every(({ state }) => state !== 'signed-in')).toBe(true)
    await expect(house.ask(holes)).rejects.toMatchObject({ code: 'CAMPUS_SIGN_IN_NEEDED' })
  })

  it('one who waits for a sign-in may give up without ending it for the others', async () => {
    const house = await underTest()
    await house.login()
    house.sim.switches.hold = ['POST iaaa.pku.edu.cn/iaaa/oauthlogin.do']
    const controller = new AbortController()
    const impatient = house.ask(holes, 'read', controller.signal)
    const failed = expect(impatient).rejects.toThrow('enough')
    const patient = house.ask(holes)
    await until(() => house.logins() === 2)
    controller.abort(new Error('enough'))
    await failed
    house.sim.release()
    expect((await patient).status).toBe(200)
  })

  it('what stands in the keystore and is no session is signed in anew', async () => {
    const house = await underTest()
    await house.login()
    await house.keystore.put({ account: student, kind: 'session', name: 'treehole' }, Buffer.from('{"jar":1}'))
    expect((await house.ask(holes)).status).toBe(200)
  })
})
