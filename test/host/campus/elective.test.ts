import { describe, expect, it } from 'vitest'
import type { SignInPrompt } from '../../../src/host/campus/campus.ts'
import type { CampusRequest } from '../../../src/sdk/index.ts'
import { holes, student, underTest, type UnderTest } from './campus-under-test.ts'

const at = (page: string) => `/elective2008/edu/pku/stu/elective/controller/${page}`
const page = (name: string, query: CampusRequest['query'] = {}): CampusRequest => ({ service: 'elective', path: at(name), query })
const results = page('electiveWork/showResults.do')
const supplyCancel = page('supplement/SupplyCancel.do')
const supplement = page('supplement/supplement.jsp', { netui_pagesize: 'electableListGrid;20', netui_row: 'electableListGrid;0' })
const drop = page('supplement/cancelCourse.do', { index: 0, seq: 'BZ2526100130202' })

const host = 'elective.pku.edu.cn'
const asked = (house: UnderTest) => house.sim.recorder.all().filter((one) => one.host === host)

function person(choice: string | undefined) {
  const prompts: SignInPrompt[] = []
  return { prompts, ask: async (prompt: SignInPrompt) => { prompts.push(prompt); return prompt.kind === 'choice' ? choice : undefined } }
}

describe('signing in to the elective site', () => {
  it('bug-log 145: takes the hop over http and port 80 on https, and is proved by the menu', async () => {
    const house = await underTest()
    expect(await house.login({ service: 'elective' })).toMatchObject({ outcome: 'ok' })
    expect(asked(house).map(({ path, status }) => [path, status])).toEqual([['/elective2008/ssoLogin.do', 302], [at('help/HelpController.jpf'), 200]])
    const login = house.sim.recorder.all().find(({ path }) => path.endsWith('oauthlogin.do'))
    expect([new URLSearchParams(login?.body).get('appid'), new URLSearchParams(login?.body).get('redirUrl')]).toEqual(['syllabus', 'http://elective.pku.edu.cn:80/elective2008/ssoLogin.do'])
    expect((await house.ask(results)).text).toContain('高等数学（二）')
    expect(house.logins()).toBe(1)
  })

  it('a token that it does not take is a page of status 200, and no sign-in', async () => {
    const house = await underTest()
    await house.login()
    house.serve(`${host}${at('help/HelpController.jpf')}`, 'html', '<title>系统提示</title><td><strong>出错提示:</strong>token无效</td>')
    await expect(house.ask(results)).rejects.toMatchObject({ code: 'CAMPUS_NOT_PROVED' })
    expect(house.logins()).toBe(2)
  })
})

describe('a double degree', () => {
  it('is asked of the person as a choice, and the programme they name is the one that opens', async () => {
    const house = await underTest({ switches: { electiveDual: [student] } })
    const { prompts, ask } = person('minor')
    expect(await house.login({ service: 'elective', ask })).toMatchObject({ outcome: 'ok' })
    expect(prompts).toEqual([{ kind: 'choice', choice: 'elective-programme', options: ['major', 'minor'], current: undefined }])
    const { text } = await house.ask(supplyCancel)
    expect([text.includes('经济学原理'), text.includes('数据结构')]).toEqual([true, false])
  })

  it('is remembered: the host renews with it, after a restart too, and the person may change it or leave it', async () => {
    const house = await underTest({ switches: { electiveDual: [student] } })
    await house.login({ service: 'elective', ask: person('minor').ask })
    house.restart()
    house.sim.switches.expire = ['elective']
    expect((await house.ask(supplyCancel)).text).toContain('经济学原理')
    const again = person('')
    await house.login({ service: 'elective', ask: again.ask })
    expect(again.prompts).toMatchObject([{ current: 'minor' }])
    expect((await house.ask(supplyCancel)).text).toContain('经济学原理')
    await house.login({ service: 'elective', ask: person('major').ask })
    expect((await house.ask(supplyCancel)).text).toContain('数据结构')
  })

  it('with nobody there and nothing remembered is CAMPUS_CHOICE_NEEDED, and costs one oauthlogin.do however often it is asked for', async () => {
    const house = await underTest({ switches: { electiveDual: [student] } })
    await house.login()
    for (let tries = 0; tries < 3; tries += 1) {
      await expect(house.ask(results)).rejects.toMatchObject({ code: 'CAMPUS_CHOICE_NEEDED', params: { service: 'elective' } })
      house.clock.advance(3_600_000)
      // Another service's sign-in changes nothing of it.
      house.sim.switches.expire = ['treehole']
      expect((await house.ask(holes)).status).toBe(200)
    }
    const electives = () => house.sim.recorder.all().filter(({ path, body }) => path.endsWith('oauthlogin.do') && body.includes('appid=syllabus')).length
    expect(electives()).toBe(1)
    await house.login({ service: 'elective', ask: person('major').ask })
    expect((await house.ask(results)).status).toBe(200)
  })

  it('an answer that is none of the two chooses nothing', async () => {
    const house = await underTest({ switches: { electiveDual: [student] } })
    expect(await house.login({ service: 'elective', ask: person('both').ask })).toMatchObject({ outcome: 'upstream-error', code: 'CHOICE_NEEDED' })
    expect((await house.keystore.list(student)).some(({ kind }) => kind === 'choice')).toBe(false)
  })

  it('is forgotten with the sign-out', async () => {
    const house = await underTest({ switches: { electiveDual: [student] } })
    await house.login({ service: 'elective', ask: person('minor').ask })
    await house.campus.signOut(student)
    expect((await house.keystore.list(student)).some(({ kind }) => kind === 'choice')).toBe(false)
  })
})

describe('a session of the elective site that has ended', () => {
  it.each([['a page of status 200', false], ['a redirect to IAAA', true]])('shows by %s: it is renewed with one sign-in, and a read repeated', async (_, electiveEndsByRedirect) => {
    const house = await underTest({ switches: { electiveEndsByRedirect } })
    await house.login({ service: 'elective' })
    house.sim.switches.expire = ['elective']
    expect((await house.ask(results)).text).toContain('高等数学（二）')
    expect(house.logins()).toBe(2)
  })

  it('is not tried again with a drop: the page does not say how far it had come', async () => {
    const house = await underTest()
    await house.login({ service: 'elective' })
    house.sim.switches.expire = ['elective']
    await expect(house.ask(drop, 'public')).rejects.toMatchObject({ code: 'CAMPUS_SESSION_ENDED' })
    expect(house.sim.recorder.count({ path: drop.path })).toBe(1)
    expect(house.sim.data.electives.elected[student]).toEqual(['BZ2526100130202'])
  })

  it('bug-log 139: SupplyCancel.do gets its xh from the host, whatever the plugin sets; where the site says 会话超时 all the same, one sign-in is all it costs', async () => {
    const house = await underTest()
    await house.login({ service: 'elective' })
    expect((await house.ask(page('supplement/SupplyCancel.do', { xh: '2500000009' }))).text).toContain('补选')
    expect(asked(house).at(-1)?.query).toEqual({ xh: student })
    house.serve(`${host}${supplyCancel.path}?xh=${student}`, 'html', '<title>系统提示</title>您尚未登录或者会话超时,请重新登录.')
    await expect(house.ask(supplyCancel)).rejects.toMatchObject({ code: 'CAMPUS_SESSION_ENDED' })
    expect(house.logins()).toBe(2)
  })
})

describe('what the elective site wants of a request', () => {
  it('the further pages come after SupplyCancel.do, which the host asks once a session', async () => {
    const house = await underTest()
    await house.login({ service: 'elective' })
    expect((await house.ask(supplement)).text).toContain('数据结构')
    await house.ask(supplement)
    expect(house.sim.recorder.count({ path: supplyCancel.path })).toBe(1)
  })

  it('each has the page it would come from as its Referer, and a plugin cannot set another', async () => {
    const house = await underTest()
    await house.login({ service: 'elective' })
    await house.ask({ ...results, headers: { referer: `https://${host}/` } })
    await house.ask(supplement)
    expect(asked(house).slice(2).map(({ headers }) => headers['referer'])).toEqual([
      `https://${host}${at('help/HelpController.jpf')}`, `https://${host}${at('help/HelpController.jpf')}`, `https://${host}${supplyCancel.path}?xh=${student}`,
    ])
  })

  it('comes without the session, though a page echo it', async () => {
    const house = await underTest({ canaries: { token: 'c0ffee00', cookie: 'decaf000' } })
    await house.login({ service: 'elective' })
    const cookie = /JSESSIONID=(\S+)/.exec((await house.ask(results), asked(house).at(-1)?.headers['cookie'] ?? ''))?.[1] ?? ''
    expect(cookie).toMatch(/^decaf000\w+!\d+$/)
    house.serve(`${host}${results.path}`, 'html', `<a href="/elective2008/logout.do;jsessionid=${cookie}">退出</a><!-- ${cookie} -->`)
    const answer = await house.ask(results)
    expect([answer.text.includes('退出'), JSON.stringify(answer).includes('decaf000')]).toEqual([true, false])
  })

  it('a page that says it is not the time is the site\'s own answer, and no ended session', async () => {
    const house = await underTest({ switches: { electiveClosed: true } })
    await house.login({ service: 'elective' })
    expect((await house.ask(supplyCancel)).text).toContain('目前不是')
    expect(house.logins()).toBe(1)
  })

  it('electing and dropping are public and cannot be taken back; the captcha and its check are for no plugin (bug-log 142)', async () => {
    const house = await underTest()
    await house.login({ service: 'elective' })
    for (const effect of ['read', 'write', 'money'] as const) await expect(house.ask(drop, effect)).rejects.toMatchObject({ code: 'CAMPUS_EFFECT_EXCEEDED' })
    for (const request of [{ service: 'elective', path: '/elective2008/DrawServlet' }, { ...page('supplement/validate.do'), method: 'POST', form: { validCode: '1234' } }] as const) {
      await expect(house.ask(request, 'public')).rejects.toMatchObject({ code: 'CAMPUS_ENDPOINT_RESERVED' })
    }
    expect((await house.ask(page('supplement/electSupplement.do', { index: 0, seq: 'BZ2526100430050' }), 'public')).text).toContain('无验证信息')
    expect((await house.ask(drop, 'public')).text).toContain('退课成功')
    expect(house.sim.data.electives.elected[student]).toEqual([])
  })
})

describe('an elective site that is asked too fast (bug-log 143)', () => {
  it('bug-log 143: a watcher is spaced out to one request in two seconds, and never meets the limit', async () => {
    const house = await underTest({ switches: { electiveLimit: 9 } })
    await house.login({ service: 'elective' })
    const began = house.clock.now()
    for (let turn = 0; turn < 20; turn += 1) expect((await house.ask(results)).status).toBe(200)
    expect(house.clock.now() - began).toBeGreaterThan(34_000)
    expect(house.logins()).toBe(1)
  })

  it('bug-log 143: a connection that is cut off leaves the site alone for ten minutes: nothing more is sent, and the words say so', async () => {
    const house = await underTest()
    await house.login({ service: 'elective' })
    house.sim.switches.electiveLimit = 1
    await expect(house.ask(results)).rejects.toMatchObject({ code: 'NET_RESET_AFTER_SEND' })
    const before = asked(house).length
    await expect(house.ask(results)).rejects.toMatchObject({ code: 'CAMPUS_RESTING', params: { service: 'elective', minutes: 10 } })
    expect(asked(house)).toHaveLength(before)
    expect((await house.ask(holes)).status).toBe(200)
    house.sim.switches.electiveLimit = 0
    house.clock.advance(3_700_000)
    expect((await house.ask(results)).status).toBe(200)
  })

  it('its warning about programs is told as such, and it is left alone', async () => {
    const house = await underTest()
    await house.login({ service: 'elective' })
    house.serve(`${host}${results.path}`, 'html', '<title>系统提示</title><td><strong>出错提示:</strong>请不要用刷课机刷课，否则会受到学校严厉处分！</td>')
    await expect(house.ask(results)).rejects.toMatchObject({ code: 'CAMPUS_TOO_FAST' })
    await expect(house.ask(results)).rejects.toMatchObject({ code: 'CAMPUS_RESTING' })
    expect(house.sim.recorder.count({ path: results.path })).toBe(1)
  })
})
