import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { CampusRequest, Part } from '../../../src/sdk/index.ts'
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

  const assignment = '/webapps/assignment/uploadAssignment'
  const ofTask = { content_id: '_502_1', course_id: '_80052_1' }
  const page: CampusRequest = { service: 'course', path: assignment, query: { action: 'newAttempt', ...ofTask } }
  const view: CampusRequest = { service: 'course', path: assignment, query: { mode: 'view', ...ofTask } }
  /** As a plugin does: every hidden field of the page's form, and what the page's script adds. */
  const handIn = (html: string, bytes: Uint8Array, over: readonly Part[] = []): CampusRequest => ({
    service: 'course', path: assignment, method: 'POST', query: { action: 'submit' },
    multipart: [
      ...[...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(([, name = '', value = '']): Part => ({ name, value: value.replaceAll('&amp;', '&') })),
      { name: 'student_commentstext', value: '请查收\n“附件”' }, { name: 'dispatch', value: 'submit' }, { name: 'newFile_attachmentType', value: 'L' }, { name: 'newFile_fileId', value: 'new' }, { name: 'newFile_linkTitle', value: '作业1.pdf' },
      { name: 'newFile_LocalFile0', fileName: '作业1 "终稿".pdf', type: 'application/pdf', bytes }, ...over,
    ],
  })

  it('an assignment page may begin an attempt, so no reading tool opens one anew; it reads what was handed in', async () => {
    const house = await underTest()
    await house.login({ service: 'course' })
    await expect(house.ask(page)).rejects.toMatchObject({ code: 'CAMPUS_EFFECT_EXCEEDED' })
    expect((await house.ask(page, 'write')).text).toContain('2026年4月4日 星期五 下午11:59')
    const { text } = await house.ask(view)
    expect([text.includes('currentAttempt_label'), text.includes('attempt_id')]).toEqual([true, false])
    for (const query of [{ ...view.query, action: 'newAttempt' }, { ...ofTask }, { ...view.query, Action: 'x' }]) await expect(house.ask({ ...view, query })).rejects.toMatchObject({ code: 'CAMPUS_EFFECT_EXCEEDED' })
    const submit = handIn('', new Uint8Array())
    for (const effect of ['read', 'write', 'money'] as const) await expect(house.ask(submit, effect)).rejects.toMatchObject({ code: 'CAMPUS_EFFECT_EXCEEDED' })
    expect(house.campus.endpoint('course', 'POST', assignment)).toMatchObject({ effect: 'public', irreversible: true })
    expect(house.sim.recorder.count({ method: 'POST', host })).toBe(0)
  })

  it('coursework is handed in as the page\'s own form sends it: its hidden fields, and the file byte for byte', async () => {
    const house = await underTest()
    await house.login({ service: 'course' })
    const bytes = Uint8Array.from({ length: 300_000 }, (_, at) => (at * 7) % 256)
    const html = (await house.ask(page, 'write')).text
    expect((await house.ask(handIn(html, bytes), 'public')).text).toContain('收据')
    expect(house.sim.data.submissions).toEqual([{
      account: student, contentId: '_502_1', attemptId: '_1_1', comment: '请查收\r\n“附件”',
      files: [{ name: '作业1 "终稿".pdf', type: 'application/pdf', size: bytes.byteLength, sha256: createHash('sha256').update(bytes).digest('hex') }],
    }])
    const sent = house.sim.recorder.all().find(({ method, path }) => method === 'POST' && path === assignment)
    expect(sent?.headers).toMatchObject({ origin: 'https://course.pku.edu.cn', 'content-type': expect.stringMatching(/^multipart\/form-data; boundary=\S+$/) })
    expect((await house.ask(view)).text).toContain('(_1_1)')
    // The same attempt once more, and one of hidden fields that were made up: the site takes neither.
    for (const form of [html, html.replace(/nonce" value="[^"]*/, 'nonce" value="x'), '']) expect((await house.ask(handIn(form, bytes), 'public')).status).toBe(500)
    expect(house.sim.data.submissions).toHaveLength(1)
  })

  it('a submission that meets an ended session is not repeated, unless the site refused it untouched; and then it is whole again', async () => {
    const house = await underTest()
    await house.login({ service: 'course' })
    const html = (await house.ask(page, 'write')).text
    house.sim.switches.expire = ['course']
    expect((await house.ask(handIn(html, Buffer.from('%PDF')), 'public')).text).toContain('收据')
    expect(house.sim.recorder.all().filter(({ method, path }) => method === 'POST' && path === assignment).map(({ status }) => status)).toEqual([302, 200])
    expect(house.sim.data.submissions.map(({ files }) => files[0]?.size)).toEqual([4])
    expect((await house.keystore.list(student)).some(({ kind, name }) => kind === 'session' && name === 'course')).toBe(true)
  })

  it('the largest form goes through, and one byte more is refused before any of it leaves', async () => {
    const house = await underTest()
    await house.login({ service: 'course' })
    const html = (await house.ask(page, 'write')).text
    const over = handIn(html, new Uint8Array(8 * 1024 * 1024))
    await expect(house.ask(over, 'public')).rejects.toMatchObject({ code: 'CAMPUS_REQUEST_INVALID' })
    expect(house.sim.recorder.count({ method: 'POST', host })).toBe(0)
    const most = 8 * 1024 * 1024 - 8_000
    expect((await house.ask(handIn(html, new Uint8Array(most)), 'public')).status).toBe(200)
    expect(house.sim.data.submissions[0]?.files[0]?.size).toBe(most)
  })
})
