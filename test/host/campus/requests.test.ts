import { describe, expect, it } from 'vitest'
import { totp } from '../../../fixtures/campus/iaaa/totp.ts'
import type { Door } from '../../../src/host/net/door.ts'
import { classrooms, holes, passwordOf, scores, seedOfToken, student, underTest, until, withToken } from './campus-under-test.ts'

describe('grades, from the portal', () => {
  it('come over the jump to the query application, which is made once', async () => {
    const house = await underTest()
    await house.login()
    house.sim.recorder.clear()
    const { status, json, finalPath } = await house.ask(scores)
    await house.ask(scores)
    expect({ status, finalPath }).toEqual({ status: 200, finalPath: scores.path })
    expect(json).toMatchObject({ success: true, gpa: { gpa: '3.80' } })
    expect(house.sim.recorder.all().map(({ path }) => path)).toEqual([
      '/portal2017/util/portletRedir.do', '/publicQuery/ssoLogin.do', '/publicQuery/myScores.jsp', scores.path, scores.path,
    ])
  })

  it('are what the registrar has now', async () => {
    const house = await underTest()
    await house.login()
    const account = house.sim.data.accounts.find(({ id }) => id === student)
    if (account) account.gpa = '1.23'
    expect((await house.ask(scores)).json).toMatchObject({ gpa: { gpa: '1.23' } })
  })

  it('need no new sign-in when the query application alone has ended: the jump is made again', async () => {
    let answers = 0
    const breakDoor = (door: Door): Door => ({
      ...door,
      async request(request) {
        const answer = await door.request(request)
        const ended = request.url.endsWith(scores.path) && ++answers === 2
        return ended ? { ...answer, status: 302, headers: { location: '/portal2017/login.jsp' }, text: '', bytes: new Uint8Array() } : answer
      },
    })
    const house = await underTest({ breakDoor })
    await house.login()
    await house.ask(scores)
    expect((await house.ask(scores)).json).toMatchObject({ success: true })
    expect(house.logins()).toBe(1)
    expect(house.sim.recorder.count({ path: '/portal2017/util/portletRedir.do' })).toBe(2)
  })

  it('need a jump and no sign-in after a restart', async () => {
    const house = await underTest()
    await house.login()
    await house.ask(scores)
    house.restart()
    expect((await house.ask(scores)).status).toBe(200)
    expect(house.logins()).toBe(1)
    expect(house.sim.recorder.count({ path: '/portal2017/util/portletRedir.do' })).toBe(2)
  })

  it('twenty at once after the portal has ended make one sign-in and one jump', async () => {
    const house = await underTest()
    await house.login()
    await house.ask(scores)
    house.sim.recorder.clear()
    house.sim.switches.expire = ['portal']
    const answers = await Promise.all(Array.from({ length: 20 }, () => house.ask(scores)))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(house.logins()).toBe(1)
  })

  it('a jump that leads to IAAA stops there and means that the session has ended; it is renewed', async () => {
    const location = 'https://iaaa.pku.edu.cn/iaaa/oauth.jsp?appID=portal2017'
    const followed: (boolean | undefined)[] = []
    const breakDoor = (door: Door): Door => ({
      ...door,
      async request(request) {
        if (!request.url.includes('portletRedir') || followed.length > 0) return door.request(request)
        const hop = { url: request.url, status: 302, location }
        followed.push(request.onRedirect?.(hop))
        return { url: request.url, status: 302, headers: { location }, bytes: new Uint8Array(), text: '', charset: 'utf-8', replaced: 0, hops: [hop], skewMs: undefined }
      },
    })
    const house = await underTest({ breakDoor })
    await house.login()
    expect((await house.ask(scores)).json).toMatchObject({ success: true })
    expect(followed).toEqual([false])
    expect(house.logins()).toBe(2)
  })

  it('one who waits for a jump may give up at once, without ending it for the others', async () => {
    const house = await underTest()
    await house.login()
    house.sim.switches.hold = ['GET portal.pku.edu.cn/portal2017/util/portletRedir.do']
    const controller = new AbortController()
    const impatient = expect(house.ask(scores, 'read', controller.signal)).rejects.toThrow('enough')
    const patient = house.ask(scores)
    await until(() => house.sim.recorder.count({ path: '/portal2017/util/portletRedir.do' }) === 1)
    controller.abort(new Error('enough'))
    await impatient
    house.sim.release()
    expect((await patient).status).toBe(200)
    expect(house.sim.recorder.count({ path: '/portal2017/util/portletRedir.do' })).toBe(1)
  })

  it('a portlet that the portal does not open is a failed jump, not an ended session', async () => {
    const house = await underTest({ breakDoor: (door) => ({ ...door, request: (request) => door.request({ ...request, url: request.url.replace('portletId=coursetable', 'portletId=none') }) }) })
    await house.login()
    const timetable = { service: 'portal', path: '/publicQuery/ctrl/topic/myCourseTable/getXndXqList.do' }
    await expect(house.ask(timetable)).rejects.toMatchObject({ code: 'CAMPUS_JUMP_FAILED', params: { service: 'portal', status: 404 } })
    expect(house.logins()).toBe(1)
  })

  it('without any sign-in are CAMPUS_SIGN_IN_NEEDED', async () => {
    const house = await underTest()
    await expect(house.ask(scores)).rejects.toMatchObject({ code: 'CAMPUS_SIGN_IN_NEEDED' })
    const limits = { effect: 'read', signal: new AbortController().signal, trace: () => undefined } as const
    await expect(house.campus.request(undefined, scores, limits)).rejects.toMatchObject({ code: 'CAMPUS_SIGN_IN_NEEDED' })
    expect(house.sim.recorder.all()).toEqual([])
  })
})

describe('treehole', () => {
  it('is searched and posted to with the session\'s JWT and the device\'s id', async () => {
    const house = await underTest()
    await house.login()
    const text = '测试一下 & 空格=？'
    const posted = await house.ask({ service: 'treehole', path: '/chapi/api/v3/hole/post', method: 'POST', json: { text, type: 'text', anonymous: 1, fold: 0, reward_cost: 0 } }, 'public')
    expect(posted.json).toMatchObject({ code: 20000, success: true })
    const found = await house.ask({ ...holes, query: { page: 1, limit: 10, keyword: text } })
    expect(found.json).toMatchObject({ code: 20000, data: { list: [{ text }] } })
    const sent = house.sim.recorder.all().at(-1)
    expect(sent?.headers['authorization']).toMatch(/^Bearer eyJ/)
    expect(sent?.headers['uuid']).toMatch(/^Web_PKUHOLE_2\.0\.0_WEB_UUID_[0-9a-f]{12}$/)
  })

  it('bug-log 137: takes the root address when /chapi shows its error page, with the same token and no second login', async () => {
    const house = await underTest({ switches: { chapiLoginBroken: true } })
    expect(await house.login({ service: 'treehole' })).toMatchObject({ outcome: 'ok' })
    expect((await house.ask(holes)).json).toMatchObject({ code: 20000 })
    expect(house.logins()).toBe(1)
    expect(house.sim.recorder.count({ path: '/cas_iaaa_login' })).toBe(1)
  })

  it('bug-log 145: the redirect that carries the JWT is read and not followed', async () => {
    const house = await underTest()
    await house.login({ service: 'treehole' })
    expect(house.sim.recorder.all().some(({ path }) => path.endsWith('/iaaa_success'))).toBe(false)
  })

  it('bug-log 173: a list\'s total is passed on as it came, for whoever pages to mistrust', async () => {
    const house = await underTest()
    await house.login()
    const { json } = await house.ask({ ...holes, query: { page: 1, limit: 2 } })
    const { list, total } = (json as { data: { list: unknown[]; total: number } }).data
    expect(list).toHaveLength(2)
    expect(total).not.toBe(house.sim.data.holes.length)
  })

  it('bug-log 136: 40002 is a step-up, never a new sign-in, and the person\'s next sign-in answers it', async () => {
    const house = await underTest({ switches: { treeholeStepUp: true } })
    await house.keystore.put({ account: withToken, kind: 'otp-seed', name: '' }, Buffer.from(seedOfToken))
    await house.login({ account: withToken })
    const limits = { effect: 'read', signal: new AbortController().signal, trace: () => undefined } as const
    const ask = () => house.campus.request(withToken, holes, limits)
    await expect(ask()).rejects.toMatchObject({ code: 'CAMPUS_STEP_UP_DEVICE', params: { service: 'treehole' } })
    await expect(ask()).rejects.toMatchObject({ code: 'CAMPUS_STEP_UP_DEVICE' })
    expect(house.logins()).toBe(2)
    expect(house.sim.recorder.count({ path: '/chapi/api/login_iaaa_check_token' })).toBe(0)
    await house.login({ account: withToken, pass: passwordOf[withToken] ?? '', ask: async () => totp(seedOfToken, house.clock.now()) })
    expect(house.sim.recorder.count({ path: '/chapi/api/login_iaaa_check_token' })).toBe(1)
    expect((await ask()).json).toMatchObject({ code: 20000 })
  })

  it('a person who gives no code for a step-up sends none', async () => {
    const house = await underTest({ switches: { treeholeStepUp: true } })
    await house.login()
    await expect(house.ask(holes)).rejects.toMatchObject({ code: 'CAMPUS_STEP_UP_DEVICE' })
    let asked = 0
    expect(await house.login({ ask: async () => { asked += 1; return ' ' } })).toMatchObject({ outcome: 'ok' })
    expect(asked).toBe(1)
    expect(house.sim.recorder.count({ path: '/chapi/api/login_iaaa_check_token' })).toBe(0)
  })

  it('40077 is a step-up of its own', async () => {
    const house = await underTest()
    await house.login()
    house.serve('treehole.pku.edu.cn/chapi/api/course/score_v2', 'json', '{"code":40077,"message":"获取授权码","success":false}')
    await expect(house.ask({ service: 'treehole', path: '/chapi/api/course/score_v2' })).rejects.toMatchObject({ code: 'CAMPUS_STEP_UP_RECORDS' })
  })
})

describe('what needs no sign-in', () => {
  it('free classrooms are asked without a cookie, and none that is given is kept', async () => {
    const house = await underTest()
    await house.login()
    house.sim.recorder.clear()
    const { json } = await house.ask(classrooms)
    await house.ask(classrooms)
    expect(json).toMatchObject({ success: true })
    const asked = house.sim.recorder.all()
    expect(asked).toHaveLength(2)
    for (const { headers, query } of asked) {
      expect(Object.keys(headers)).not.toContain('cookie')
      expect(Object.keys(headers)).not.toContain('authorization')
      expect(query).toEqual({ buildingName: '理教', time: '今天' })
    }
  })

  it('works with no account at all', async () => {
    const house = await underTest()
    const limits = { effect: 'read', signal: new AbortController().signal, trace: () => undefined } as const
    expect((await house.campus.request(undefined, classrooms, limits)).status).toBe(200)
  })

  it('the anonymous portal reaches nothing but its own part of the host', async () => {
    const house = await underTest()
    for (const path of ['/portal2017/isUserLogged.do', '/publicQuery/ctrl/topic/myScore/retrScores.do', '/publicQuery/classroomQuery/../ssoLogin.do', '/publicQuery/classroomQuery']) {
      await expect(house.ask({ service: 'portal-public', path })).rejects.toMatchObject({ code: 'CAMPUS_PATH_REFUSED' })
    }
    expect(house.sim.recorder.all()).toEqual([])
  })

  it('bug-log 149: the dean\'s pages come as they are, a missing one too, for the plugin to tell', async () => {
    const house = await underTest()
    const list = await house.ask({ service: 'dean', path: '/web/notice.php', query: { page: 1 } })
    const missing = await house.ask({ service: 'dean', path: '/web/notice_details.php', query: { id: 999_999 } })
    expect(list.text).toContain('notice_item')
    expect(missing).toMatchObject({ status: 200, json: undefined, finalPath: '/web/notice_details.php' })
  })
})

describe('what a request may be', () => {
  it('an endpoint stronger than the tool\'s effect is refused before anything is sent', async () => {
    const house = await underTest()
    const post = { service: 'treehole', path: '/chapi/api/v3/hole/post', method: 'POST', json: { text: 'x', type: 'text' } } as const
    for (const effect of ['read', 'write', 'money'] as const) {
      await expect(house.ask(post, effect)).rejects.toMatchObject({ code: 'CAMPUS_EFFECT_EXCEEDED', params: { declared: effect, effect: 'public' } })
    }
    await expect(house.ask({ service: 'treehole', path: '/chapi/api/v3/unknown' })).rejects.toMatchObject({ code: 'CAMPUS_EFFECT_EXCEEDED' })
    expect(house.sim.recorder.all()).toEqual([])
  })

  it('sign-in, text-message and ticket endpoints are for no tool', async () => {
    const house = await underTest()
    await house.login()
    house.sim.recorder.clear()
    for (const [service, path] of [
      ['treehole', '/chapi/api/jwt_send_msg'], ['treehole', '/chapi/api/login_iaaa_check_token'], ['treehole', '/chapi/cas_iaaa_login'],
      ['portal', '/portal2017/util/portletRedir.do'], ['portal', '/portal2017/ssoLogin.do'], ['portal', '/Portal2017/SSOLOGIN.DO'],
    ] as const) {
      for (const method of ['GET', 'POST'] as const) await expect(house.ask({ service, path, method }, 'public')).rejects.toMatchObject({ code: 'CAMPUS_ENDPOINT_RESERVED' })
    }
    expect(house.sim.recorder.all()).toEqual([])
  })

  it('an unknown service is named with the ones there are', async () => {
    const house = await underTest()
    await expect(house.ask({ service: 'nope', path: '/' })).rejects.toMatchObject({ code: 'CAMPUS_SERVICE_UNKNOWN', params: { service: 'nope', known: expect.stringMatching(/^portal, portal-public, treehole, course, elective, card\b.*\bdean\b/) } })
  })

  it('each request leaves a trace, and no trace holds a query value', async () => {
    const house = await underTest()
    await house.ask({ ...classrooms, query: { buildingName: '理教', time: '今天', secret: 'qwertyuiop' } })
    expect(house.traces).toHaveLength(1)
    expect(JSON.stringify(house.traces)).not.toContain('qwertyuiop')
  })
})
