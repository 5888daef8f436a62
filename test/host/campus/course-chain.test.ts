import { describe, expect, it } from 'vitest'
import { underTest } from './campus-under-test.ts'

const shortChains = ['course.pku.edu.cn', 'dean.pku.edu.cn']
const me = { service: 'course', path: '/learn/api/public/v1/users/me' }

describe('a server that leaves a certificate of its chain out, as the Course site does', () => {
  it('is not let in, and nothing of the session leaves, where that certificate is not at hand', async () => {
    const house = await underTest({ shortChains })
    await house.login()
    await expect(house.ask(me)).rejects.toMatchObject({ code: 'CAMPUS_NETWORK_AFTER_SEND' })
    expect(house.sim.recorder.count({ host: 'course.pku.edu.cn' })).toBe(0)
  })

  it('is let in with it, verified as ever', async () => {
    const house = await underTest({ shortChains, knowsIntermediate: true })
    await house.login({ service: 'course' })
    expect((await house.ask(me)).json).toEqual({ id: '_1_1' })
  })

  it('and the certificate is used for no other host', async () => {
    const house = await underTest({ shortChains, knowsIntermediate: true })
    await house.login({ service: 'course' })
    await expect(house.ask({ service: 'dean', path: '/web/notice.php' })).rejects.toMatchObject({ code: 'NET_TLS' })
  })
})
