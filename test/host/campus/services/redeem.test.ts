import { CookieJar } from 'tough-cookie'
import { describe, expect, it } from 'vitest'
import type { DoorResponse } from '../../../../src/host/net/door.ts'
import { campusCard } from '../../../../src/host/campus/services/card.ts'
import { portal } from '../../../../src/host/campus/services/portal.ts'
import type { Visit } from '../../../../src/host/campus/services/service.ts'
import { treehole } from '../../../../src/host/campus/services/treehole.ts'

const account = '2500000001'
const page = (text: string): DoorResponse => ({ url: 'https://x.pku.edu.cn/', status: 200, headers: {}, bytes: new Uint8Array(), text, charset: 'utf-8', replaced: 0, hops: [], skewMs: undefined })
const jwt = (claims: unknown) => `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2lnbmF0dXJl`
const later = Math.floor(Date.now() / 1000) + 86_400

/** A visit to a service that answers in ways the simulated campus does not. */
function visit(answer: (at: string, jar: CookieJar) => DoorResponse | Promise<DoorResponse>, location?: string): Visit {
  const jar = new CookieJar()
  return {
    account, device: '0123456789ab', jar, random: () => '0.5', letters: (count) => 'a'.repeat(count), now: () => Date.now(), choose: async () => undefined,
    async go(at, options = {}) {
      if (location !== undefined && at.includes('cas_iaaa_login')) options.onRedirect?.({ url: 'https://treehole.pku.edu.cn/', status: 302, location })
      return answer(at, jar)
    },
  }
}

describe('a portal token', () => {
  it('bug-log 112: is COOKIE_REFUSED where the portal leaves no cookie that can be kept', async () => {
    expect(await portal.signedIn?.redeem(visit(() => page('{"success":true,"userId":"2500000001"}')), 't')).toEqual({ ok: false, code: 'COOKIE_REFUSED' })
  })
})

describe('a treehole token', () => {
  const success = (token: string) => `https://treehole.pku.edu.cn/ch/web/iaaa_success?token=${token}`

  it.each([
    ['of another student', jwt({ sub: '2500000002', exp: later }), '{"code":20000}', 'WRONG_ACCOUNT'],
    ['without an end', jwt({ sub: account }), '{"code":20000}', 'NOT_PROVED'],
    ['that is no JWT', 'hello', '{"code":20000}', 'NOT_PROVED'],
    ['that the service does not take', jwt({ sub: account, exp: later }), '{"code":401}', 'NOT_PROVED'],
  ])('that gives a JWT %s is no session', async (_, token, me, code) => {
    expect(await treehole.signedIn?.redeem(visit(() => page(me), success(token)), 't')).toEqual({ ok: false, code })
  })

  it('is read from the cookie where no redirect carries it', async () => {
    const token = jwt({ sub: Number(account), exp: later })
    const made = await treehole.signedIn?.redeem(visit(async (at, jar) => {
      if (at.includes('cas_iaaa_login')) await jar.setCookie(`pku_token=${token}; Path=/`, 'https://treehole.pku.edu.cn/')
      return page('{"code":20000}')
    }), 't')
    expect(made).toEqual({ ok: true, token, expiresAt: later * 1000 })
  })

  it.each([['20000', true], ['"20000"', true], ['[20000]', false], ['"20000 "', false], ['true', false], ['null', false]])('is proved by the code %s: %s, as a judge would read it', async (code, proved) => {
    const token = jwt({ sub: account, exp: later })
    const made = await treehole.signedIn?.redeem(visit(() => page(`{"code":${code}}`), success(token)), 't')
    expect(made?.ok).toBe(proved)
    const verdict = treehole.signedIn?.judge({ path: '/x', status: 200, location: undefined, json: { code: JSON.parse(code) }, text: '' })
    expect(verdict?.kind === 'alive').toBe(proved)
  })

  it('that both addresses refuse is no session', async () => {
    expect(await treehole.signedIn?.redeem(visit(() => page('<title>验证失败</title>')), 't')).toEqual({ ok: false, code: 'NOT_PROVED' })
  })
})

describe('a ticket of the card', () => {
  const ticket = 'https://bdcard.pku.edu.cn/berserker-auth/cas/login/pku?token=t'
  const to = (location: string) => (redeemed: string, sno: string) => {
    const given = visit((at) => page(at.startsWith('https:') ? '' : `{"code":200,"success":true,"data":{"card":[{"sno":"${sno}"}]}}`))
    return campusCard.signedIn?.redeem({ ...given, go: async (at, options = {}) => {
      if (at === ticket) options.onRedirect?.({ url: at, status: 302, location })
      return given.go(at, options)
    } }, redeemed)
  }
  const plat = (token: string) => `https://bdcard.pku.edu.cn/plat/?synjones-auth=${token}&loginFrom=h5`

  it('whose JWT says when it ends is kept until then', async () => {
    const token = jwt({ exp: later })
    expect(await to(plat(token))(ticket, account)).toEqual({ ok: true, token, expiresAt: later * 1000 })
  })

  it.each([
    ['of another student', plat(jwt({})), '2500000002', 'WRONG_ACCOUNT'], ['without a JWT', 'https://bdcard.pku.edu.cn/plat/login', account, 'NOT_PROVED'],
    ['whose JWT is sent to another host', `https://evil.pku.edu.cn/?synjones-auth=${jwt({})}`, account, 'NOT_PROVED'], ['whose JWT could not stand in a header', plat('a%0d%0ab'), account, 'NOT_PROVED'],
  ])('%s is no session', async (_, location, sno, code) => {
    expect(await to(location)(ticket, sno)).toEqual({ ok: false, code })
  })
})
