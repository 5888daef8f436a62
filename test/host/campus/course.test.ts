import { describe, expect, it } from 'vitest'
import type { CampusRequest } from '../../../src/sdk/index.ts'
import { holes, student, underTest } from './campus-under-test.ts'

const home: CampusRequest = { service: 'course', path: '/webapps/portal/execute/tabs/tabAction', query: { tab_tab_group_id: '_1_1' } }
const me: CampusRequest = { service: 'course', path: '/learn/api/public/v1/users/me' }
const host = 'course.pku.edu.cn'

describe('signing in to the Course site', () => {
  it('goes over the chain of campusLogin without a request in clear, keeps the cookies of each hop, and is proved by the list of courses', async () => {
    const house = await underTest()
    expect(await house.login({ service: 'course' })).toMatchObject({ outcome: 'ok' })
    const hops = house.sim.recorder.all().filter((one) => one.host === host)
    expect(hops.map(({ path }) => path)).toEqual([
      '/webapps/bb-sso-BBLEARN/execute/authValidate/campusLogin', '/webapps/portal/execute/defaultTab', home.path, home.path,
    ])
    expect(hops[1]?.headers['cookie']).toContain('s_session_id=')
    expect(hops[3]?.headers['cookie']).toMatch(/JSESSIONID=.*s_session_id=|s_session_id=.*JSESSIONID=/)
    const login = house.sim.recorder.all().find(({ path }) => path.endsWith('oauthlogin.do'))
    expect(new URLSearchParams(login?.body).get('redirUrl')).toBe('http://course.pku.edu.cn/webapps/bb-sso-BBLEARN/execute/authValidate/campusLogin')
    expect(house.logins()).toBe(1)
  })

  it('status 200 with a guest\'s page is no sign-in, and is not tried again by the host', async () => {
    const house = await underTest()
    await house.login()
    house.serve(`${host}${home.path}?tab_tab_group_id=_1_1`, 'html', '<span class="moduleTitle">欢迎访问</span>')
    await expect(house.ask(home)).rejects.toMatchObject({ code: 'CAMPUS_NOT_PROVED' })
    await expect(house.ask(home)).rejects.toMatchObject({ code: 'CAMPUS_NOT_PROVED' })
    expect(house.logins()).toBe(2)
  })
})

describe('a session of the Course site that has ended', () => {
  it.each<[string, CampusRequest, boolean]>([
    ['a redirect to /webapps/login/', home, false], ['a guest\'s page with status 200', home, true], ['401 of the JSON interface', me, false],
  ])('shows by %s: it is renewed with one sign-in, and the read repeated', async (_, request, courseGuest) => {
    const house = await underTest({ switches: { courseGuest } })
    await house.login({ service: 'course' })
    house.sim.recorder.clear()
    house.sim.switches.expire = ['course']
    expect((await house.ask(request)).text).toMatch(/courseListing|"_1_1"/)
    expect([house.logins(), house.sim.recorder.count({ path: '/webapps/login/' })]).toEqual([1, 0])
  })

  it('that guests are shown for good ends as CAMPUS_SESSION_ENDED or not proved, after one more sign-in', async () => {
    const house = await underTest()
    await house.login({ service: 'course' })
    house.serve(`${host}${home.path}?tab_tab_group_id=_1_1`, 'html', '<span class="moduleTitle">欢迎访问</span>')
    await expect(house.ask(home)).rejects.toMatchObject({ code: 'CAMPUS_NOT_PROVED' })
    expect(house.logins()).toBe(2)
  })

  it('leaves the others alone', async () => {
    const house = await underTest()
    await house.login({ service: 'course' })
    await house.ask(holes)
    house.sim.switches.expire = ['course']
    await house.ask(me)
    const before = house.logins()
    await house.ask(holes)
    expect(house.logins()).toBe(before)
  })
})

describe('what the Course site gives', () => {
  it('is pages and JSON with nothing of the session in them; a file is followed to where it lies', async () => {
    const house = await underTest({ canaries: { token: 'c0ffee00', cookie: 'decaf000' } })
    await house.login({ service: 'course' })
    const asked: readonly CampusRequest[] = [
      home, me, { service: 'course', path: '/learn/api/public/v1/users/_1_1/courses' }, { service: 'course', path: '/learn/api/public/v2/courses/_80052_1/gradebook/columns' },
      { service: 'course', path: '/webapps/blackboard/execute/announcement', query: { method: 'search', context: 'course_entry', course_id: '_80052_1', handle: 'announcements_entry', mode: 'view' } },
      { service: 'course', path: '/webapps/blackboard/content/listContent.jsp', query: { content_id: '_500_1', course_id: '_80052_1' } },
      { service: 'course', path: '/webapps/calendar/calendarData/selectedCalendarEvents', query: { start: 1, end: 2, course_id: '', mode: 'personal' } },
    ]
    for (const request of asked) {
      const answer = await house.ask(request)
      expect([request.path, answer.status]).toEqual([request.path, 200])
      expect(JSON.stringify(answer)).not.toMatch(/c0ffee00|decaf000/)
    }
    const file = await house.ask({ service: 'course', path: '/bbcswebdav/pid-501-dt-content-rid-9001_1/xid-9001_1' })
    expect([file.finalPath, file.headers['content-disposition']]).toEqual(['/bbcswebdav/xid-9001_1', 'attachment; filename="1.pdf"'])
  })

  it('an assignment page may begin an attempt, so no reading tool opens one; submitting is public and cannot be taken back', async () => {
    const house = await underTest()
    await house.login({ service: 'course' })
    const page: CampusRequest = { service: 'course', path: '/webapps/assignment/uploadAssignment', query: { action: 'newAttempt', content_id: '_502_1', course_id: '_80052_1' } }
    await expect(house.ask(page)).rejects.toMatchObject({ code: 'CAMPUS_EFFECT_EXCEEDED' })
    expect((await house.ask(page, 'write')).text).toContain('2026年4月4日 星期五 下午11:59')
    const submit: CampusRequest = { ...page, method: 'POST', query: { action: 'submit' }, form: { attempt_id: '_1_1' } }
    await expect(house.ask(submit, 'write')).rejects.toMatchObject({ code: 'CAMPUS_EFFECT_EXCEEDED' })
    expect(house.campus.endpoint('course', 'POST', '/webapps/assignment/uploadAssignment')).toMatchObject({ effect: 'public', irreversible: true })
    expect(house.sim.recorder.count({ method: 'POST', host })).toBe(0)
  })

  it('a submission that meets an ended session is not repeated, unless the site refused it untouched', async () => {
    const house = await underTest()
    await house.login({ service: 'course' })
    house.sim.switches.expire = ['course']
    const submit: CampusRequest = { service: 'course', path: '/webapps/assignment/uploadAssignment', method: 'POST', query: { action: 'submit' }, form: { attempt_id: '_1_1' } }
    expect((await house.ask(submit, 'public')).text).toContain('收据')
    expect(house.sim.recorder.all().filter(({ method, path }) => method === 'POST' && path === submit.path).map(({ status }) => status)).toEqual([302, 200])
    expect((await house.keystore.list(student)).some(({ kind, name }) => kind === 'session' && name === 'course')).toBe(true)
  })
})
