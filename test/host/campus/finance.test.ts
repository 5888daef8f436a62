import { describe, expect, it } from 'vitest'
import type { CampusRequest } from '../../../src/sdk/index.ts'
import { fieldsOf } from '../../../fixtures/campus/finance/form-code.ts'
import { student, underTest, type UnderTest, until } from './campus-under-test.ts'

const path = '/WF_CWBS/commonQuery_doQuery.action'
const button = '/WF_CWBS/commonUpdate_responseButtonEvent.action'
const pay = (form: CampusRequest['form'] = { year: 2026, month_1: 1, month_2: '12' }): CampusRequest => ({ service: 'finance', method: 'POST', path, ...(form ? { form } : {}) })
const asked = (house: UnderTest) => house.sim.recorder.all().filter(({ host }) => host === 'cwfw.pku.edu.cn')
const sent = (house: UnderTest, at: string) => house.sim.recorder.count({ host: 'cwfw.pku.edu.cn', path: at })
/** The cells of one column, as a plugin gets them. */
const column = (json: unknown, at: number) => (json as { rows: { cell: string[] }[] }).rows.map(({ cell }) => cell[at])

async function signedIn(): Promise<UnderTest> {
  const house = await underTest()
  await house.login({ service: 'finance' })
  return house
}

/** The campus, but for the text of some answers to a POST. */
const answering = (say: (url: string, given: string) => string): Promise<UnderTest> => underTest({ breakDoor: (door) => ({ ...door, request: async (request) => {
  const given = await door.request(request)
  const text = say(request.url, given.text)
  return { ...given, text, bytes: new TextEncoder().encode(text) }
} }) })

describe('the way into the finance portal', () => {
  it('is its four steps and a proof, for one oauthlogin.do', async () => {
    const house = await signedIn()
    expect(house.logins()).toBe(1)
    expect(asked(house).map((one) => `${one.method} ${one.path}`)).toEqual([
      'GET /WFManager/home2.jsp', 'POST /WFManager/findpages_postData.action', 'GET /WFManager/home3.jsp', 'GET /WF_CWBS/main2.jsp', 'POST /WF_CWBS/loadRolesMenu.action',
    ])
    expect(asked(house)[1]?.body).toMatch(/^token=[0-9a-f]{32}&timeStamp=\d{13}$/)
    expect(asked(house)[3]).toMatchObject({ query: { pId: 'WF_CWBS' }, headers: { referer: 'https://cwfw.pku.edu.cn/WFManager/home3.jsp' } })
  })

  it('that its second step refuses is no sign-in, and nothing more is asked', async () => {
    const house = await underTest()
    house.sim.switches.financeRefuses = true
    expect(await house.login({ service: 'finance' })).toMatchObject({ outcome: 'upstream-error', code: 'NOT_PROVED', service: 'finance' })
    expect(sent(house, '/WFManager/home3.jsp')).toBe(0)
  })

  it('whose home names no entrance of its own is no sign-in, and no other host is asked', async () => {
    const house = await underTest()
    for (const url of ['', 'WINOPENhttps://evil.example/WF_CWBS/main2.jsp?token=x', 'WINOPEN../WF_YB6/main2.jsp?token=x', 'WINOPENjavascript:alert(1)']) {
      house.serve('cwfw.pku.edu.cn/WFManager/home3.jsp', 'html', `<div id="WF_CWBS" url="${url}"></div>`)
      expect(await house.login({ service: 'finance' })).toMatchObject({ code: 'NOT_PROVED' })
    }
    expect(asked(house).filter((one) => one.path.endsWith('/main2.jsp'))).toEqual([])
  })
})

describe('a pay query', () => {
  it('comes as rows beside the text: entities read, the sum in the last row', async () => {
    const house = await signedIn()
    const { json, text } = await house.ask(pay())
    expect(json).toMatchObject({ records: 3, rows: [{ id: '5746_0', cell: ['测试课题“甲”', 'P001', '劳务', '1000.00', '0.00', '1000.00', '2026-02-27', '2026-03-05', '经办甲', '', '测试学院', '', '', '', ''] }, {}, {}] })
    expect(column(json, 5)).toEqual(['1000.00', '1222.52', '2222.52'])
    expect(text).toMatch(/^\{total:1,page:1,records:3,rows:\[\{id:"5746_0",cell:\["&#27979;/)
  })

  it('is of the months that were asked, the numbers written in either way', async () => {
    const house = await signedIn()
    expect(column((await house.ask(pay({ year: '2026', month_1: '04', month_2: 4 }))).json, 1)).toEqual(['P002', ''])
    expect(column((await house.ask(pay({ year: 2025, month_1: 1, month_2: 12 }))).json, 7)).toEqual(['2025-12-04', ''])
    expect((await house.ask(pay({ year: 2024, month_1: 1, month_2: 12 }))).json).toMatchObject({ records: 0, rows: [] })
  })

  it('is the host\'s own to write: the account\'s, in code, with nothing of the plugin\'s but the months', async () => {
    const house = await signedIn()
    await house.ask(pay())
    const [told, queried] = [button, path].map((at) => fieldsOf(asked(house).find((one) => one.path === at)?.body ?? ''))
    expect([...told?.keys() ?? []]).toEqual(['a', 'cmd', 'projid', 'userContext', 'async'])
    expect(queried).toEqual(new Map([
      ['a', student], ['funcno', '5746'], ['projid', 'WF_CWBS'], ['needcount', 'true'], ['_search', 'false'], ['nd', expect.stringMatching(/^\d{13}$/)], ['rows', '500'], ['page', '0'],
      ['sidx', 'to_number(rr.pid) ASC'], ['sord', ''], ['userData', `{"0-USERINFO.USERID":"${student}","0-UNINO":"${student}"}`], ['itemArr', ''], ['sectionArr', ''],
    ]))
    expect(asked(house).at(-1)?.headers).toMatchObject({ 'x-requested-with': 'XMLHttpRequest', referer: 'https://cwfw.pku.edu.cn/WF_CWBS/main.jsp' })
  })

  it.each<[string, Partial<CampusRequest>]>([
    ['no form', {}], ['another field', { form: { year: 2026, month_1: 1, month_2: 2, sidx: '1' } }], ['a month there is not', { form: { year: 2026, month_1: 0, month_2: 13 } }],
    ['months backwards', { form: { year: 2026, month_1: 5, month_2: 4 } }], ['a year that is none', { form: { year: '2026 or 1=1', month_1: 1, month_2: 2 } }],
    ['JSON', { json: { year: 2026, month_1: 1, month_2: 2 } }], ['a query beside the form', { form: { year: 2026, month_1: 1, month_2: 2 }, query: { funcno: '5747' } }],
  ])('with %s is refused with the names of what it takes, and nothing is sent', async (_, over) => {
    const house = await underTest()
    await house.login()
    await expect(house.ask({ service: 'finance', method: 'POST', path, ...over })).rejects.toMatchObject({ code: 'CAMPUS_REQUEST_INVALID', params: { problem: 'form: year, month_1, month_2' } })
    expect(asked(house)).toEqual([])
  })

  it('is the host\'s own to write in another spelling of its path too', async () => {
    const house = await signedIn()
    const spelt = { ...pay(), path: '/WF_CWBS/COMMONQUERY_doquery.action/' }
    await expect(house.ask({ ...spelt, form: { funcno: '5747' } })).rejects.toMatchObject({ code: 'CAMPUS_REQUEST_INVALID' })
    expect((await house.ask(spelt)).status).toBe(404)
    expect(fieldsOf(asked(house).at(-1)?.body ?? '')?.get('funcno')).toBe('5746')
  })

  it.each([
    '/WF_CWBS/commonUpdate_responseButtonEvent.action', '/WF_CWBS/commonUpdate_save.action', '/WF_CWBS/loadRolesMenu.action', '/WF_CWBS/loadDefinition.action', '/WF_CWBS/x', '/WF_CWBS/x/y.action',
    '/WF_CWBS/commonQuery_doQuery.action.x', '/WF_CWBS/commonQuery_doQuery.action/x',
  ])('is the only thing a plugin may ask: not %s', async (other) => {
    const house = await underTest()
    await house.login()
    for (const effect of ['read', 'write', 'public', 'money'] as const) {
      for (const method of ['GET', 'POST'] as const) await expect(house.ask({ service: 'finance', method, path: other }, effect)).rejects.toMatchObject({ code: 'CAMPUS_ENDPOINT_RESERVED' })
    }
    expect(asked(house)).toEqual([])
  })

  it('goes one after the other on a session: each answer is of the months that were asked for it', async () => {
    const house = await signedIn()
    const months = [[3, 'P001'], [4, 'P002'], [3, 'P001'], [4, 'P002']] as const
    const answers = await Promise.all(months.map(([month]) => house.ask(pay({ year: 2026, month_1: month, month_2: month }))))
    expect(answers.map(({ json }) => column(json, 1)[0])).toEqual(months.map(([, code]) => code))
  })

  it('that is given up while another goes sends nothing, and the next goes on', async () => {
    const house = await signedIn()
    house.sim.switches.hold = [`POST cwfw.pku.edu.cn${button}`]
    const first = house.ask(pay())
    await until(() => sent(house, button) === 1)
    const leaves = new AbortController()
    const second = house.ask(pay({ year: 2025, month_1: 1, month_2: 12 }), 'read', leaves.signal)
    leaves.abort(new Error('gone'))
    await expect(second).rejects.toThrow('gone')
    house.sim.release()
    expect(column((await first).json, 1)).toEqual(['P001', 'P002', ''])
    expect(column((await house.ask(pay({ year: 2025, month_1: 1, month_2: 12 }))).json, 7)).toEqual(['2025-12-04', ''])
    expect([sent(house, button), sent(house, path)]).toEqual([2, 2])
  })
})

describe('a finance session that is over', () => {
  it.each(['page', 'error'] as const)('by its %s is found before anything is asked, renewed once, and the query made', async (sign) => {
    const house = await signedIn()
    house.sim.switches.financeEnds = sign
    house.sim.switches.expire = ['finance']
    expect(column((await house.ask(pay())).json, 1)).toEqual(['P001', 'P002', ''])
    expect([house.logins(), sent(house, button), sent(house, path)]).toEqual([2, 1, 1])
  })

  it('between telling and asking is told, and nothing repeated: it was no GET', async () => {
    const house = await signedIn()
    house.sim.switches.hold = [`POST cwfw.pku.edu.cn${button}`]
    const answer = house.ask(pay())
    await until(() => sent(house, button) === 1)
    house.sim.switches.expire = ['finance']
    house.sim.release()
    await expect(answer).rejects.toMatchObject({ code: 'CAMPUS_SESSION_ENDED' })
    expect([house.logins(), sent(house, path)]).toEqual([1, 1])
  })

  it('is not one whose action failed: no sign-in is spent on it', async () => {
    for (const [name, text] of [['loadDefinition', '$$$SYS_ERROR$$$ORA-00942'], ['loadDefinition', '<html>维护中</html>'], ['commonUpdate_responseButtonEvent', '{}'], ['loadRolesMenu', '']] as const) {
      let broken = false
      const house = await answering((url, given) => (broken && url.endsWith(`/${name}.action`) ? text : given))
      await house.login({ service: 'finance' })
      broken = true
      for (let times = 0; times < 2; times += 1) await expect(house.ask(pay())).rejects.toMatchObject({ code: 'CAMPUS_JUMP_FAILED', params: { service: 'finance', status: 200 } })
      expect([house.logins(), sent(house, path)]).toEqual([1, 0])
    }
  })

  it('is not one whose query failed: the word is the plugin\'s to read, and there are no rows', async () => {
    const house = await answering((url, given) => (url.endsWith(path) ? '$$$SYS_ERROR$$$ORA-00942' : given))
    await house.login({ service: 'finance' })
    expect(await house.ask(pay())).toMatchObject({ status: 200, text: '$$$SYS_ERROR$$$ORA-00942', json: undefined })
    await house.ask(pay())
    expect(house.logins()).toBe(1)
  })

  it('of another person is not ours', async () => {
    const house = await answering((url, given) => (url.endsWith('loadRolesMenu.action') ? given.replace(student, '2500000002') : given))
    expect(await house.login({ service: 'finance' })).toMatchObject({ outcome: 'upstream-error', code: 'WRONG_ACCOUNT' })
  })
})

it('no secret of the session is in an answer, nor the name of its procedure', async () => {
  const house = await underTest({ canaries: { cookie: 'c00c1e', token: '70ce4' } })
  await house.login({ service: 'finance' })
  const { text, json } = await house.ask(pay())
  for (const { value } of house.sim.hooks.issued()) expect(text + JSON.stringify(json)).not.toContain(value)
})
