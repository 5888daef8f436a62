import { describe, expect, it } from 'vitest'
import type { CampusRequest } from '../../../src/sdk/index.ts'
import { openSecret } from '../../../src/sdk/secret.ts'
import { scores, student, underTest, type UnderTest } from './campus-under-test.ts'

const card: CampusRequest = { service: 'card', path: '/berserker-app/ykt/tsm/queryCard' }
const bills: CampusRequest = { service: 'card', path: '/berserker-search/search/personal/turnover', query: { size: 10, current: 1 } }
const barcode: CampusRequest = { service: 'card', path: '/berserker-app/ykt/tsm/batchGetBarCodeGet', query: { account: '100001', payacc: '001', paytype: '1' } }
const setMode: CampusRequest = { service: 'card', method: 'POST', path: '/berserker-app/useCard/setUseCardConfig', json: { cardType: 2, synAccessSource: 'h5' } }

const paths = (house: UnderTest) => house.sim.recorder.all().map(({ host, path }) => `${host.split('.')[0]} ${path}`)
const jumps = (house: UnderTest) => house.sim.recorder.count({ path: '/portal2017/util/redirectToCard.do' })

describe('the card is entered through the portal', () => {
  it('costs no oauthlogin.do where the portal\'s session stands', async () => {
    const house = await underTest()
    await house.login()
    house.sim.recorder.clear()
    expect((await house.ask(card)).json).toMatchObject({ code: 200, data: { card: [{ sno: student, elec_accamt: 11_095 }] } })
    expect(paths(house)).toEqual([
      'portal /portal2017/util/redirectToCard.do', 'bdcard /berserker-auth/cas/login/pku', 'bdcard /berserker-app/ykt/tsm/queryCard', 'bdcard /berserker-app/ykt/tsm/queryCard',
    ])
    await house.ask(bills)
    expect([house.logins(), jumps(house)]).toEqual([0, 1])
  })

  it('signs in to the portal by itself where there is none, once however many ask', async () => {
    const house = await underTest()
    await house.login()
    house.sim.switches.expire = ['portal']
    house.sim.recorder.clear()
    await Promise.all(Array.from({ length: 10 }, () => house.ask(card)))
    // The portal's session turned out to have ended at the jump, which a page instead of a redirect says.
    expect([house.logins(), jumps(house)]).toEqual([1, 2])
  })

  it('reads the JWT out of the redirect and goes no further with it; it is in no request\'s address', async () => {
    const house = await underTest({ canaries: { token: 'c0ffee00' } })
    await house.login()
    await house.ask(card)
    const jwt = house.sim.hooks.issued().findLast(({ kind }) => kind === 'jwt')?.value ?? ''
    expect(jwt.length).toBeGreaterThan(40)
    expect(house.sim.recorder.count({ path: '/plat/' })).toBe(0)
    expect(house.sim.recorder.all().some(({ query }) => Object.values(query).includes(jwt))).toBe(false)
    expect(JSON.stringify([house.traces, house.events])).not.toContain(jwt)
  })

  it('the person\'s own login --service card is one sign-in at IAAA, told to the audit for both', async () => {
    const house = await underTest()
    expect(await house.login({ service: 'card' })).toMatchObject({ outcome: 'ok', account: student })
    expect(house.logins()).toBe(1)
    expect(house.events.filter(({ kind }) => kind === 'sign-in-ended')).toEqual([
      { kind: 'sign-in-ended', account: student, service: 'portal', by: 'person', outcome: 'ok' }, { kind: 'sign-in-ended', account: student, service: 'card', by: 'person', outcome: 'ok' },
    ])
  })

  it('a wrong password is the portal\'s outcome, and the card is not asked', async () => {
    const house = await underTest()
    expect(await house.login({ service: 'card', pass: 'wrong-horse' })).toMatchObject({ outcome: 'bad-credentials' })
    expect([house.logins(), jumps(house)]).toEqual([1, 0])
  })

  it('nobody signed in is CAMPUS_SIGN_IN_NEEDED', async () => {
    const house = await underTest()
    await expect(house.ask(card)).rejects.toMatchObject({ code: 'CAMPUS_SIGN_IN_NEEDED' })
  })

  it('a jump that still gives a page after a new portal session is not proved, and is left alone for a while', async () => {
    const house = await underTest()
    await house.login()
    house.serve('portal.pku.edu.cn/portal2017/util/redirectToCard.do', 'html', '<html>请登录</html>')
    await expect(house.ask(card)).rejects.toMatchObject({ code: 'CAMPUS_NOT_PROVED' })
    await expect(house.ask(card)).rejects.toMatchObject({ code: 'CAMPUS_NOT_PROVED' })
    expect([house.logins(), jumps(house)]).toEqual([2, 2])
    expect((await house.ask(scores)).status).toBe(200)
  })

  it('stands as the portal does, and needs no stored password while the portal\'s session lives', async () => {
    const house = await underTest()
    const state = () => house.campus.services(student).find(({ service }) => service === 'card')?.state
    expect(state()).toBe('signed-out')
    await house.login({ remember: false })
    expect(state()).toBe('signed-in')
    expect((await house.ask(card)).status).toBe(200)
    house.sim.switches.expire = ['portal', 'card']
    await expect(house.ask(card)).rejects.toMatchObject({ code: 'CAMPUS_SIGN_IN_NEEDED' })
    expect(state()).toBe('ended')
  })

  it('survives a restart', async () => {
    const house = await underTest()
    await house.login()
    await house.ask(card)
    house.restart()
    await house.ask(bills)
    expect([house.logins(), jumps(house)]).toEqual([1, 1])
  })
})

describe('a session of the card that has ended', () => {
  it.each([['status 401', false], ['code 401 with `message` in a body of status 200', true]])('shows by %s: the jump is made again, with no oauthlogin.do, and a read repeated', async (_, cardEndsInBody) => {
    const house = await underTest({ switches: { cardEndsInBody } })
    await house.login()
    await house.ask(card)
    house.sim.switches.expire = ['card']
    expect((await house.ask(bills)).json).toMatchObject({ data: { total: 3 } })
    expect([house.logins(), jumps(house)]).toEqual([1, 2])
  })

  it('is not tried again with a write whose end the body leaves open; the gate\'s own 401 left it undone', async () => {
    const house = await underTest({ switches: { cardEndsInBody: true } })
    await house.login()
    await house.ask(card)
    house.sim.switches.expire = ['card']
    await expect(house.ask(setMode, 'write')).rejects.toMatchObject({ code: 'CAMPUS_SESSION_ENDED' })
    expect(house.sim.recorder.count({ path: setMode.path })).toBe(1)
    house.sim.switches.cardEndsInBody = false
    await house.ask(card)
    house.sim.switches.expire = ['card']
    expect((await house.ask(setMode, 'write')).json).toMatchObject({ code: 200 })
  })
})

describe('what the card gives', () => {
  it('is asked as the university\'s app asks, whatever the plugin sets, and comes without the JWT', async () => {
    const house = await underTest({ canaries: { token: 'c0ffee00' } })
    await house.login()
    const answer = await house.ask({ ...bills, headers: { 'x-requested-with': 'XMLHttpRequest' }, query: { size: 10, current: 1, synAccessSource: 'other' } })
    const asked = house.sim.recorder.all().findLast(({ path }) => path === bills.path)
    expect(asked?.query).toEqual({ size: '10', current: '1', synAccessSource: 'h5' })
    expect(asked?.headers).toMatchObject({ 'synjones-auth': expect.stringMatching(/^bearer /), synaccesssource: 'h5', 'x-requested-with': 'cn.edu.pku.PKUAndroid' })
    const jwt = (asked?.headers['synjones-auth'] ?? '').slice('bearer '.length)
    expect(JSON.stringify(answer)).not.toContain(jwt)
    expect(answer.json).toMatchObject({ data: { records: [{ tranamt: 1250, icon: 'consume' }, { tranamt: 10_000, icon: 'recharge' }, { tranamt: 90 }] } })
  })

  it('a pay code is no tool\'s to ask, whatever it declares and however it spells the path', async () => {
    const house = await underTest()
    await house.login()
    for (const effect of ['read', 'write', 'money', 'public'] as const) {
      for (const path of [barcode.path, `${barcode.path}/`, barcode.path.toUpperCase(), barcode.path.replace('Get', '%47et')]) await expect(house.ask({ ...barcode, path }, effect)).rejects.toMatchObject({ code: expect.stringMatching(/^CAMPUS_(?:ENDPOINT_RESERVED|PATH_REFUSED)$/) })
    }
    expect(house.sim.hooks.issued().some(({ kind }) => kind === 'pay-code')).toBe(false)
  })

  it('the host asks for one on the person\'s word: of the card\'s own account, as a value that nothing but its display opens', async () => {
    const house = await underTest()
    await house.login()
    house.sim.switches.expire = ['card']
    const code = await house.campus.payCode(student, { signal: new AbortController().signal, trace: (entry) => { house.traces.push(entry) } })
    const [first] = house.sim.hooks.issued().filter(({ kind }) => kind === 'pay-code')
    expect([JSON.stringify({ code }), openSecret(code)]).toEqual(['{"code":"[secret]"}', first?.value])
    expect(house.sim.recorder.all().findLast(({ path }) => path === barcode.path)?.query).toMatchObject({ account: '100001', payacc: '001', paytype: '1' })
    expect(JSON.stringify([house.traces, house.events])).not.toContain(first?.value)
  })

  it('and asks for none where the card is in another mode, which it does not change', async () => {
    const house = await underTest()
    await house.login()
    for (const card of house.sim.data.cards) card.mode = '2'
    await expect(house.campus.payCode(student, { signal: new AbortController().signal, trace: () => {} })).rejects.toMatchObject({ code: 'CAMPUS_PAY_CODE_MODE' })
    expect(house.sim.recorder.all().filter(({ method, path }) => method === 'POST' && path.includes('useCard') || path === barcode.path)).toEqual([])
  })

  it.each([['{"code":200,"success":true,"data":{"barcode":["x"]}}'], ['{"code":200,"success":true,"data":{"barcode":[]}}'], ['{"code":500,"success":false,"data":null}'], ['<html>']])('an answer without one, %s, is said to be that', async (text) => {
    const house = await underTest()
    await house.login()
    house.serve('bdcard.pku.edu.cn/berserker-app/ykt/tsm/batchGetBarCodeGet?account=100001&payacc=001&paytype=1&synAccessSource=h5', 'json', text)
    await expect(house.campus.payCode(student, { signal: new AbortController().signal, trace: () => {} })).rejects.toMatchObject({ code: 'CAMPUS_PAY_CODE_NONE' })
  })

  it.each(['/charge/order/thirdOrder', '/charge/order', '/CHARGE/order/thirdOrder'])('%s is refused to every tool in words that name the official page, and nothing is sent', async (path) => {
    const house = await underTest()
    await house.login()
    for (const effect of ['read', 'write', 'money', 'public'] as const) {
      await expect(house.ask({ service: 'card', method: 'POST', path, form: { tranamt: 10 } }, effect)).rejects.toMatchObject({ code: 'CAMPUS_OFFICIAL_PAGE_ONLY', params: { page: 'https://bdcard.pku.edu.cn' } })
    }
    expect(house.sim.recorder.count({ host: 'bdcard.pku.edu.cn' })).toBe(0)
  })
})
