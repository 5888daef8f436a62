import { describe, expect, it } from 'vitest'
import type { CampusRequest } from '../../../src/sdk/index.ts'
import { rooms } from '../../../src/host/campus/services/rooms.ts'
import { underTest, type UnderTest } from './campus-under-test.ts'

const free: CampusRequest = { service: 'rooms', method: 'POST', path: '/room/classRoom', form: { buildingId: '920000000000000011', roomId: '', beginTime: '', endTime: '' } }
const listed: CampusRequest = { service: 'rooms', path: '/classRoom' }
const book = (people = 3): CampusRequest => ({
  service: 'rooms', method: 'POST', path: '/classRoom/handle/submit', form: {
    id: '', roomId: '924000000000000002', beginTime: '2026-11-02 08:00:00', endTime: '2026-11-02 10:00:00', step: 3, switchover: 'true', reason: '组会',
    ...Object.fromEntries(Array.from({ length: people }, (_, index) => [`students[${index}].serial`, `250000000${index + 1}`])),
  },
})
const sent = (house: UnderTest, path: string) => house.sim.recorder.count({ host: 'bdkj.pku.edu.cn', path })

describe('seminar rooms', () => {
  it('are registered with http and redeemed over https; the token is in no request but that one', async () => {
    const house = await underTest()
    await house.login({ service: 'rooms' })
    expect(house.logins()).toBe(1)
    const asked = house.sim.recorder.all().filter(({ host }) => host === 'bdkj.pku.edu.cn')
    expect(asked.map(({ path }) => path)).toEqual(['/login/oauth', '/classRoom', '/personal/user'])
    expect(asked.at(-1)?.headers['x-requested-with']).toBe('XMLHttpRequest')
  })

  it('ids of 18 digits come as the strings they are', async () => {
    const house = await underTest()
    await house.login()
    expect((await house.ask(free)).json).toMatchObject([{ id: '924000000000000001', seatingCapacity: '12' }, { id: '924000000000000002' }])
  })

  it('a booking names others, so it is public: what was taken leads to the list, what was not to the form', async () => {
    const house = await underTest()
    await house.login()
    await expect(house.ask(book(), 'write')).rejects.toMatchObject({ code: 'CAMPUS_EFFECT_EXCEEDED' })
    expect((await house.ask(book(2), 'public')).finalPath).toBe('/classRoom/handle/submit')
    expect((await house.ask(book(), 'public')).finalPath).toBe('/classRoom')
    expect((await house.ask(listed)).text).toContain('927000000000000001')
  })

  it('cancelling is a GET that changes things: a write in the table', async () => {
    const house = await underTest()
    await house.login()
    await house.ask(book(), 'public')
    const cancel: CampusRequest = { service: 'rooms', path: '/classRoom/cancelApply/927000000000000001' }
    await expect(house.ask(cancel)).rejects.toMatchObject({ code: 'CAMPUS_EFFECT_EXCEEDED' })
    await house.ask(cancel, 'write')
    expect((await house.ask(listed)).text).not.toContain('927000000000000001')
  })

  it.each(['/classRoom/seachStudent', '/CLASSROOM/seachStudent', '/classRoom/seachStudent/x'])('%s, which gives other people\'s phone and mail, is refused to every tool and not sent', async (path) => {
    const house = await underTest()
    await house.login()
    for (const effect of ['read', 'write', 'public', 'money'] as const) {
      await expect(house.ask({ service: 'rooms', method: 'POST', path, form: { serial: '2500000002', name: '测试生' } }, effect)).rejects.toMatchObject({ code: 'CAMPUS_OFFICIAL_PAGE_ONLY', params: { page: 'https://bdkj.pku.edu.cn' } })
    }
    expect(house.sim.recorder.count({ host: 'bdkj.pku.edu.cn' })).toBe(0)
  })

  it('an ended session is a page of status 200 that leads to IAAA: a read is renewed and repeated, a cancellation by GET is not', async () => {
    const house = await underTest()
    await house.login({ service: 'rooms' })
    house.sim.switches.expire = ['rooms']
    expect((await house.ask(listed)).text).toContain('id="results"')
    expect([house.logins(), sent(house, '/personal/user')]).toEqual([2, 2])
    house.sim.switches.expire = ['rooms']
    await expect(house.ask({ service: 'rooms', path: '/classRoom/cancelApply/927000000000000001' }, 'write')).rejects.toMatchObject({ code: 'CAMPUS_SESSION_ENDED' })
    expect(sent(house, '/classRoom/cancelApply/927000000000000001')).toBe(1)
  })

  it('a refused token, though of status 200, is no session; another person\'s is not ours', async () => {
    const house = await underTest()
    house.serve('bdkj.pku.edu.cn/personal/user', 'html', '<script>location.href = "https://iaaa.pku.edu.cn/iaaa/oauth.jsp"</script>')
    expect(await house.login({ service: 'rooms' })).toMatchObject({ outcome: 'upstream-error', code: 'NOT_PROVED' })
    const other = encodeURIComponent('{"account":"2500000002"}')
    const jar = { getCookies: async () => [{ key: 'JWTUser', value: other }] }
    const visit = { account: '2500000001', jar, go: async () => ({ status: 200, text: '{"id":"1"}' }) }
    expect(await Reflect.apply(rooms.signedIn?.redeem ?? Object, undefined, [visit, 't'])).toEqual({ ok: false, code: 'WRONG_ACCOUNT' })
  })

  it('a booking whose reason quotes IAAA\'s address is no ended session', () => {
    const text = '<div id="results"><div class="row">https://iaaa.pku.edu.cn/iaaa/oauth.jsp</div></div>'
    expect(rooms.signedIn?.judge({ path: '/classRoom', status: 200, location: undefined, json: undefined, text })).toEqual({ kind: 'alive' })
    expect(rooms.signedIn?.judge({ path: '/x', status: 200, location: undefined, json: undefined, text: '<p>见 https://iaaa.pku.edu.cn/iaaa/oauth.jsp</p>' })).toEqual({ kind: 'unclear' })
  })
})
