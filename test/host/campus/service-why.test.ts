import { describe, expect, it } from 'vitest'
import { holes, scores, student, underTest, type UnderTest } from './campus-under-test.ts'

const stands = (house: UnderTest, service: string) => {
  const { state, why } = house.campus.services(student).find((one) => one.service === service) ?? {}
  return { state, sign: why?.sign, code: why?.error?.code }
}
/** Its session shows that it is over, while no new one can be had. */
async function end(house: UnderTest, service: string, request: Parameters<UnderTest['ask']>[0]): Promise<void> {
  await house.login({ service, remember: false })
  await house.ask(request)
  house.sim.switches.expire = [service]
  await expect(house.ask(request)).rejects.toMatchObject({ code: 'CAMPUS_SIGN_IN_NEEDED' })
}

describe('why a service stands as it does', () => {
  it('says nothing where the state says all: signed in, signed out, public', async () => {
    const house = await underTest()
    await house.login()
    expect([stands(house, 'portal'), stands(house, 'course'), stands(house, 'dean')].map(({ state, sign, code }) => [state, sign, code])).toEqual([
      ['signed-in', undefined, undefined], ['signed-out', undefined, undefined], ['public', undefined, undefined],
    ])
  })

  it.each<[string, Parameters<UnderTest['ask']>[0], string]>([
    ['treehole', holes, 'status'], ['portal', scores, 'jump'], ['shuttle', { service: 'shuttle', path: '/site/user/auth' }, 'answer'],
    ['course', { service: 'course', path: '/webapps/portal/execute/tabs/tabAction', query: { tab_tab_group_id: '_1_1' } }, 'redirect'], ['rooms', { service: 'rooms', path: '/classRoom' }, 'answer'],
    ['finance', { service: 'finance', method: 'POST', path: '/WF_CWBS/commonQuery_doQuery.action', form: { year: 2026, month_1: 1, month_2: 12 } }, 'answer'],
  ])('a session of %s that ended says by which sign', async (service, request, sign) => {
    const house = await underTest()
    await end(house, service, request)
    expect(stands(house, service)).toEqual({ state: 'ended', sign, code: undefined })
  })

  it('a session whose own date has come says that', async () => {
    const house = await underTest()
    await house.login({ service: 'treehole' })
    house.clock.advance(31 * 86_400_000)
    expect(stands(house, 'treehole')).toMatchObject({ state: 'ended', sign: 'date' })
  })

  it('a further check that is wanted is told beside a session that lives, until it is passed', async () => {
    const house = await underTest()
    await house.login({ service: 'treehole' })
    house.sim.switches.treeholeStepUp = true
    await expect(house.ask(holes)).rejects.toMatchObject({ code: 'CAMPUS_STEP_UP_DEVICE' })
    expect(stands(house, 'treehole')).toEqual({ state: 'signed-in', sign: undefined, code: 'CAMPUS_STEP_UP_DEVICE' })
    await house.login({ service: 'treehole', ask: async (prompt) => (prompt.kind === 'choice' ? 'sms' : house.sim.hooks.smsCode(student)) })
    expect(stands(house, 'treehole')).toEqual({ state: 'signed-in', sign: undefined, code: undefined })
  })

  it('a wrong stored password, and a lock, hold every service back and are told at each', async () => {
    const house = await underTest()
    await house.login()
    await house.keystore.put({ account: student, kind: 'password', name: '' }, Buffer.from('wrong-horse'))
    await expect(house.ask(holes)).rejects.toMatchObject({ code: 'CAMPUS_BAD_CREDENTIALS' })
    expect([stands(house, 'treehole').code, stands(house, 'course').code, stands(house, 'portal').code]).toEqual(['CAMPUS_BAD_CREDENTIALS', 'CAMPUS_BAD_CREDENTIALS', undefined])
    house.sim.switches.failuresBeforeCaptcha = 9
    house.sim.switches.failuresBeforeLock = 1
    for (const pass of ['wrong-horse', 'wrong-horse']) await house.login({ pass })
    expect(stands(house, 'course')).toEqual({ state: 'signed-out', sign: undefined, code: 'CAMPUS_LOCKED_UNTIL' })
  })

  it('the portal that no longer lets us into the card says so', async () => {
    const house = await underTest()
    await house.login({ remember: false })
    house.sim.switches.expire = ['portal']
    await expect(house.ask({ service: 'card', path: '/berserker-app/ykt/tsm/queryCard' })).rejects.toMatchObject({ code: 'CAMPUS_SIGN_IN_NEEDED' })
    expect(stands(house, 'portal')).toMatchObject({ state: 'ended', sign: 'entrance' })
  })
})
