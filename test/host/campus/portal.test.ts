import { describe, expect, it } from 'vitest'
import type { CampusRequest } from '../../../src/sdk/index.ts'
import { portal } from '../../../src/host/campus/services/portal.ts'
import { student, underTest } from './campus-under-test.ts'

const table = '/publicQuery/ctrl/topic/myCourseTable'
const identity: CampusRequest = { service: 'portal', method: 'POST', path: '/portal2017/account/getBasicInfo.do' }
const notices: CampusRequest = { service: 'portal', method: 'POST', path: '/portal2017/notice/retrAllSchoolNotice.do', form: { keyword: 'ALL', limit: 2, start: 0 } }

describe('the portal', () => {
  it('gives the course table behind a jump of its own, which is made once beside that of the scores', async () => {
    const house = await underTest()
    await house.login()
    expect((await house.ask({ service: 'portal', path: `${table}/getXndXqList.do` })).json).toMatchObject({ nowXnxq: { xndxq: '26-27-1' } })
    const { json } = await house.ask({ service: 'portal', path: `${table}/getCourseInfo.do`, query: { xndxq: '26-27-1' } })
    expect(json).toMatchObject({ success: true, course: expect.objectContaining({ length: 12 }) })
    expect(JSON.stringify(json)).toContain('<br>上课信息')
    expect(house.sim.recorder.all().filter(({ path }) => path.endsWith('/portletRedir.do')).map(({ query }) => query)).toEqual([{ portletId: 'coursetable' }])
  })

  it('bug-log 176: identity comes with its blanks and the word null as they are; without a session it is an auth error, though it names somebody', async () => {
    const house = await underTest()
    await house.login()
    expect((await house.ask(identity)).json).toMatchObject({ success: true, studentId: student, sex: '', direction: 'null', politics: ' ' })
    house.sim.switches.expire = ['portal']
    // A POST, of which the answer does not say how far it came.
    await expect(house.ask(identity)).rejects.toMatchObject({ code: 'CAMPUS_SESSION_ENDED' })
    expect(house.logins()).toBe(1)
  })

  it('gives the services it leads to, and what was done', async () => {
    const house = await underTest()
    await house.login()
    expect((await house.ask({ service: 'portal', method: 'POST', path: '/portal2017/account/retrBizCenterAll.do' })).json).toMatchObject({ all: [{ portlets: [{ portletId: 'myscores' }] }] })
    expect((await house.ask({ service: 'portal', method: 'POST', path: '/portal2017/bizcenter/todo/retrMyCompletedList.do', json: {} })).json).toMatchObject({ success: true })
  })

  it('gives notices and their text, which anyone is given, so that they prove no session', async () => {
    const house = await underTest()
    await house.login()
    const { json } = await house.ask(notices)
    expect(json).toMatchObject({ success: true, rows: [{ Title: expect.any(String) }, {}] })
    const id = house.sim.data.notices[0]?.id ?? 0
    expect((await house.ask({ service: 'portal', method: 'POST', path: '/portal2017/notice/getSchoolNoticeDetailById.do', form: { id } })).json).toMatchObject({ notice: { noticeContent: house.sim.data.notices[0]?.html } })
    expect(portal.signedIn?.judge({ path: notices.path, status: 200, location: undefined, json, text: '' })).toEqual({ kind: 'unclear' })
  })
})

describe('the Dean\'s Office', () => {
  it('searches courses ten at a time, its count a string, with no sign-in', async () => {
    const house = await underTest()
    const offer = house.sim.data.electives.offers[0]
    if (!offer) throw new Error('no offers')
    house.sim.data.electives.offers = Array.from({ length: 13 }, (_, index) => ({ ...offer, seq: `BZ${index}` }))
    const search = (startrow: number): CampusRequest => ({ service: 'dean', method: 'POST', path: '/service/web/courseSearch_do.php', form: { coursename: '', teachername: '', yearandseme: '26-27-1', coursetype: 0, yuanxi: 0, startrow } })
    expect((await house.ask(search(0))).json).toMatchObject({ status: 'ok', count: '13', courselist: expect.objectContaining({ length: 10 }) })
    expect((await house.ask(search(10))).json).toMatchObject({ courselist: expect.objectContaining({ length: 3 }) })
    expect(house.logins()).toBe(0)
  })
})
