import { CookieJar } from 'tough-cookie'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { cookieHeader, keepCookies } from '../../../src/host/net/cookies.ts'

const url = new URL('https://portal.pku.edu.cn/publicQuery/x')

describe('a hop’s cookies', () => {
  it.each([
    ['host-only', 'a=1; Path=/', 'a=1', []],
    ['for the parent domain', 'a=1; Domain=pku.edu.cn; Path=/', 'a=1', []],
    ['Secure and HttpOnly', 'a=1; Path=/; Secure; HttpOnly; SameSite=None', 'a=1', []],
    ['for another path', 'a=1; Path=/other', '', []],
    ['for a foreign domain', 'a=1; Domain=other.com', '', ['a']],
    ['bug-log 116: for a public suffix', 'a=1; Domain=edu.cn', '', ['a']],
    ['bug-log 116: for a public suffix with a dot before it', 'a=1; Domain=.edu.cn', '', ['a']],
    ['for a sub-domain', 'a=1; Domain=x.portal.pku.edu.cn', '', ['a']],
    ['expired', 'a=1; Max-Age=0', '', []],
  ] as const)('%s', async (_, line, header, refused) => {
    const jar = new CookieJar()
    expect(await keepCookies(jar, url, line)).toEqual(refused)
    expect(await cookieHeader(jar, url)).toBe(header)
  })
  it('go nowhere without a jar', async () => {
    expect(await keepCookies(undefined, url, 'a=1')).toEqual([])
    expect(await cookieHeader(undefined, url)).toBe('')
  })
})

/** Only the clock's date stands still; timers and sockets are real. */
const at = (date: string) => vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(date) })
afterEach(() => { vi.useRealTimers() })

async function expiry(date: string): Promise<string | null> {
  const jar = new CookieJar()
  expect(await keepCookies(jar, url, `a=1; Path=/; Expires=${date}`)).toEqual([])
  const [cookie] = await jar.getCookies(url.href, { expire: false })
  return cookie?.expires instanceof Date ? cookie.expires.toUTCString() : null
}

describe('when a cookie ends', () => {
  it('bug-log 113: on the 29th of March, also when it is read in February', async () => {
    at('2015-02-10T08:00:00Z')
    expect(await expiry('Sun, 29 Mar 2015 10:00:00 GMT')).toBe('Sun, 29 Mar 2015 10:00:00 GMT')
    expect(await expiry('Tue, 31 Mar 2015 10:00:00 GMT')).toBe('Tue, 31 Mar 2015 10:00:00 GMT')
    expect(await expiry('Mon, 30 Feb 2015 10:00:00 GMT')).toBeNull()
  })
  it.each([
    ['Wed, 21 Oct 65 07:28:00 GMT', 'Wed, 21 Oct 2065 07:28:00 GMT'], ['Wed, 21 Oct 69 07:28:00 GMT', 'Mon, 21 Oct 2069 07:28:00 GMT'], ['Wed, 21 Oct 70 07:28:00 GMT', 'Wed, 21 Oct 1970 07:28:00 GMT'],
    ['Wed, 21 Oct 2065 07:28:00 CET', 'Wed, 21 Oct 2065 07:28:00 GMT'], ['21-Oct-65 07:28:00', 'Wed, 21 Oct 2065 07:28:00 GMT'], ['tomorrow', null],
  ])('bug-log 115: %s is read by the algorithm of RFC 6265', async (date, expected) => { expect(await expiry(date)).toBe(expected) })
  it('bug-log 118: and with a dot before its domain it goes to the sub-domains', async () => {
    const jar = new CookieJar()
    expect(await keepCookies(jar, url, 'a=1; domain=.pku.edu.cn; path=/')).toEqual([])
    expect(await cookieHeader(jar, new URL('https://treehole.pku.edu.cn/x'))).toBe('a=1')
    expect(await cookieHeader(jar, new URL('https://pku.edu.cn/'))).toBe('a=1')
    expect(await cookieHeader(jar, new URL('https://evilpku.edu.cn/'))).toBe('')
  })
})
