import { describe, expect, it } from 'vitest'
import type { CampusRequest } from '../../../src/sdk/index.ts'
import { underTest, type UnderTest } from './campus-under-test.ts'

const list: CampusRequest = { service: 'shuttle', path: '/site/reservation/list-page', query: { hall_id: 1, time: '2026-11-02', p: 1, page_size: 0 } }
const mine: CampusRequest = { service: 'shuttle', path: '/site/reservation/my-list-time', query: { p: 1, page_size: 10, status: 2 } }
const book: CampusRequest = {
  service: 'shuttle', method: 'POST', path: '/site/reservation/launch', form: { resource_id: 7, code: '', remarks: '', deduct_num: '', data: '[{"date":"2026-11-02","period":31,"sub_resource_id":0}]' },
}
const sent = (house: UnderTest, path: string) => house.sim.recorder.count({ host: 'wproc.pku.edu.cn', path })

describe('the shuttle', () => {
  it('is entered with the address that is registered, letter for letter, and proved by is_login', async () => {
    const house = await underTest()
    await house.login({ service: 'shuttle' })
    expect(house.logins()).toBe(1)
    expect(house.sim.recorder.all().filter(({ host }) => host === 'wproc.pku.edu.cn').map(({ path }) => path)).toEqual(['/site/login/cas-login', '/v2/reserve/', '/site/user/auth'])
  })

  it('gives its runs with their odd strings as they are', async () => {
    const house = await underTest()
    await house.login()
    expect((await house.ask(list)).json).toMatchObject({ e: 0, d: { list: [{ id: 7, table: { 7: [{ time_id: 31, date: '2026-11-02', row: { total: '50', margin: 12, status: 1 } }, {}, { row: { total: '0' } }] } }, { id: 6 }] } })
  })

  it('a booking is a write; its empty answer of status 200 is given as it is, and the list of bookings shows it', async () => {
    const house = await underTest()
    await house.login()
    await expect(house.ask(book)).rejects.toMatchObject({ code: 'CAMPUS_EFFECT_EXCEEDED' })
    expect(await house.ask(book, 'write')).toMatchObject({ status: 200, text: '', json: undefined })
    expect((await house.ask(mine)).json).toMatchObject({ d: { data: [{ resource_id: 7, appointment_tim: '2026-11-02 08:30 ' }] } })
    expect(sent(house, book.path)).toBe(1)
    const cancel: CampusRequest = { service: 'shuttle', method: 'POST', path: '/site/reservation/single-time-cancel', form: { appointment_id: 9000, 'data_id[0]': 109_000 } }
    await house.ask(cancel, 'write')
    expect((await house.ask(mine)).json).toMatchObject({ d: { data: [] } })
  })

  it.each([['the string', false], ['the number', true]])('an ended session shows by %s 10042: a read is renewed and repeated, a booking is not', async (_, shuttleEndsByNumber) => {
    const house = await underTest({ switches: { shuttleEndsByNumber } })
    await house.login({ service: 'shuttle' })
    house.sim.switches.expire = ['shuttle']
    expect((await house.ask(mine)).json).toMatchObject({ e: 0 })
    expect([house.logins(), sent(house, mine.path)]).toEqual([2, 2])
    house.sim.switches.expire = ['shuttle']
    await expect(house.ask(book, 'write')).rejects.toMatchObject({ code: 'CAMPUS_SESSION_ENDED' })
    expect(sent(house, book.path)).toBe(1)
  })

  it('a token it does not take is a session of nobody, which is no proof', async () => {
    const house = await underTest()
    house.serve('wproc.pku.edu.cn/site/user/auth', 'json', '{"e":0,"d":{"is_login":false}}')
    expect(await house.login({ service: 'shuttle' })).toMatchObject({ outcome: 'upstream-error', code: 'NOT_PROVED', service: 'shuttle' })
  })

  it('its ride code is no reading tool\'s, its sign-in no tool\'s at all', async () => {
    const house = await underTest()
    await house.login()
    await expect(house.ask({ service: 'shuttle', path: '/site/reservation/get-sign-qrcode', query: { type: 1, resource_id: 7, text: '08:30' } })).rejects.toMatchObject({ code: 'CAMPUS_EFFECT_EXCEEDED' })
    await expect(house.ask({ service: 'shuttle', path: '/site/login/cas-login' }, 'public')).rejects.toMatchObject({ code: 'CAMPUS_ENDPOINT_RESERVED' })
  })
})
