import { CookieJar } from 'tough-cookie'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TraceEntry } from '../../../src/host/net/door.ts'
import { doorUnderTest, type UnderTest } from './door-under-test.ts'

let at: UnderTest
beforeEach(async () => { at = await doorUnderTest() })
afterEach(async () => { await at.close() })
const a = 'https://a.campus.test'
const paths = () => at.server.seen.map((request) => `${request.method} ${request.headers.host}${request.url}`)

describe('a redirect', () => {
  it('is not followed unless that was asked for', async () => {
    at.server.handle((_, response) => response.writeHead(302, { location: '/next?token=x' }).end('moved'))
    expect(await at.ask(`${a}/`)).toMatchObject({ status: 302, text: 'moved', hops: [{ status: 302, location: `${a}/next?token=x` }] })
  })
  it('to an undeclared host ends the request before its body is read', async () => {
    at.server.handle((_, response) => { response.writeHead(302, { location: 'https://evil.test/x' }); response.write('and then it never ends') })
    expect(await at.fault(`${a}/`, { redirects: 3, caps: { totalMs: 3000 } })).toEqual({ code: 'NET_HOST_UNDECLARED', params: { host: 'evil.test', left: 'yes' } })
    expect(paths()).toEqual(['GET a.campus.test/'])
  })
  it.each([['http://a.campus.test/', 'NET_DOWNGRADE'], ['https://a.campus.test:9/', 'NET_PORT_FORBIDDEN'], ['https://127.0.0.1/', 'NET_HOST_FORM'], ['https://x@a.campus.test/', 'NET_URL_USERINFO'], ['https://[', 'NET_URL_MALFORMED'], ['file:///etc/passwd', 'NET_SCHEME']])('to %s is checked like a first URL (%s)', async (location, code) => {
    at.server.handle((_, response) => response.writeHead(302, { location }).end())
    expect((await at.fault(`${a}/`, { redirects: 3 })).code).toBe(code)
    expect(paths()).toHaveLength(1)
  })
  it('bug-log 106: to http on the same host is refused, or upgraded where the service has it so, and nothing is sent in clear', async () => {
    at.server.handle((request, response) => request.url === '/' ? response.writeHead(302, { location: 'http://b.campus.test:80/sso?token=t' }).end() : response.end('in'))
    expect((await at.fault(`${a}/`, { redirects: 3, headers: { authorization: 'Bearer x' } })).code).toBe('NET_DOWNGRADE')
    expect(await at.ask(`${a}/`, { redirects: 3, upgradeHttp: true })).toMatchObject({ text: 'in', url: 'https://b.campus.test/sso?token=t' })
    expect((await at.ask('http://a.campus.test/x', { upgradeHttp: true })).url).toBe('https://a.campus.test/x')
  })
  it('bug-log 104: signed headers never leave their origin, and do not come back with a later hop', async () => {
    const got: (string | undefined)[] = []
    at.server.handle((request, response) => {
      got.push([request.headers.authorization, request.headers['x-signed'], request.headers['accept-language']].join('|'))
      const next = { '/1': '/2', '/2': 'https://b.campus.test/3', '/3': 'https://a.campus.test/4' }[request.url ?? '']
      if (next) response.writeHead(302, { location: next }).end()
      else response.end()
    })
    await at.ask(`${a}/1`, { redirects: 5, headers: { Authorization: 'Bearer x', 'X-Signed': 's', 'Accept-Language': 'zh' } })
    expect(got).toEqual(['Bearer x|s|zh', 'Bearer x|s|zh', '||zh', '||zh'])
  })
  it.each([[301, 'POST', 'GET', ''], [302, 'POST', 'GET', ''], [303, 'POST', 'GET', ''], [303, 'PUT', 'GET', ''], [302, 'PUT', 'PUT', 'x=1'], [307, 'POST', 'POST', 'x=1'], [308, 'POST', 'POST', 'x=1'], [303, 'HEAD', 'HEAD', '']] as const)(
    '%d after %s goes on as %s with body %j', async (status, method, then, body) => {
      at.server.handle((request, response) => request.url === '/' ? response.writeHead(status, { location: '/2' }).end() : response.end())
      await at.ask(`${a}/`, { redirects: 1, method, headers: { 'content-type': 'application/x-www-form-urlencoded' }, ...(method === 'HEAD' ? {} : { body: 'x=1' }) })
      expect(paths()[1]).toBe(`${then} a.campus.test/2`)
      expect(at.server.bodies[1]).toBe(body)
      if (body === '' && method !== 'HEAD') expect(at.server.seen[1]?.headers['content-type']).toBeUndefined()
    })
  it('that would carry a body to another origin is refused', async () => {
    at.server.handle((_, response) => response.writeHead(307, { location: 'https://b.campus.test/' }).end())
    expect(await at.fault(`${a}/`, { redirects: 1, method: 'POST', body: 'password=x' })).toMatchObject({ code: 'NET_REDIRECT_BODY' })
    expect(paths()).toHaveLength(1)
  })
  it('past the limit is an error, and no limit is over ten', async () => {
    let n = 0
    at.server.handle((_, response) => response.writeHead(302, { location: `/${n += 1}` }).end())
    expect(await at.fault(`${a}/`, { redirects: 2 })).toMatchObject({ code: 'NET_TOO_MANY_REDIRECTS', params: { limit: 2 } })
    expect(n).toBe(3)
    n = 0
    expect(await at.fault(`${a}/`, { redirects: 99 })).toMatchObject({ code: 'NET_TOO_MANY_REDIRECTS', params: { limit: 10 } })
    expect(n).toBe(11)
  })
  it('bug-log 110: the same URL with the same cookies is a loop after two requests, with others it is not', async () => {
    at.server.handle((_, response) => response.writeHead(302, { location: '/?ticket=1' }).end())
    expect((await at.fault(`${a}/?ticket=1`, { redirects: 10 })).code).toBe('NET_LOOP')
    expect(paths()).toHaveLength(1)
    at.server.handle((request, response) => request.headers.cookie ? response.end('in') : response.writeHead(302, { location: '/', 'set-cookie': 's=1' }).end())
    expect((await at.ask(`${a}/`, { redirects: 10, jar: new CookieJar() })).text).toBe('in')
  })
  it('bug-log 110: a token that piles up in the URL each round ends at the limit, with few requests', async () => {
    at.server.handle((request, response) => response.writeHead(302, { location: `${request.url}&token=${'t'.repeat(16)}` }).end())
    expect(await at.fault(`${a}/cas?service=x`, { redirects: 6, jar: new CookieJar() })).toMatchObject({ code: 'NET_TOO_MANY_REDIRECTS', params: { limit: 6 } })
    expect(paths()).toHaveLength(7)
  })
  it('bug-log 112: a loop because the jar would not have the cookie names the cookie', async () => {
    at.server.handle((_, response) => response.writeHead(302, { location: '/', 'set-cookie': 'SESSION=x; Domain=other.test' }).end())
    expect(await at.fault(`${a}/`, { redirects: 10, jar: new CookieJar() })).toMatchObject({ code: 'NET_LOOP_COOKIE_REFUSED', params: { cookie: 'SESSION' } })
  })
  it('can be stopped by the service that reads its Location', async () => {
    at.server.handle((_, response) => response.writeHead(302, { location: 'pkuapp://done?token=t' }).end())
    const answer = await at.ask(`${a}/`, { redirects: 5, onRedirect: (hop) => !hop.location?.startsWith('pkuapp:') })
    expect(answer.hops[0]?.location).toBe('pkuapp://done?token=t')
  })
  it('whose reader throws ends the request, its connection and its one trace entry', async () => {
    const trace: TraceEntry[] = []
    const closed = new Promise<void>((resolve) => at.server.handle((_, response) => { response.on('close', () => resolve()); response.writeHead(302, { location: '/2' }).write('and then it never ends') }))
    await expect(at.ask(`${a}/`, { redirects: 5, onRedirect: () => { throw new TypeError('no') }, trace: (entry) => trace.push(entry) })).rejects.toThrow('no')
    await closed
    expect(trace).toMatchObject([{ status: 302, error: 'UNEXPECTED' }])
  })
  it('reuses its connections for the hops after it', async () => {
    let n = 0
    at.server.handle((_, response) => n < 5 ? response.writeHead(302, { location: `/${n += 1}` }).end('short') : response.end())
    await at.ask(`${a}/`, { redirects: 10 })
    expect(at.server.connections()).toBeLessThanOrEqual(2)
  })
})

it('each hop has one trace entry, without query values or tokens (bug-log 170)', async () => {
  const trace: TraceEntry[] = []
  at.server.handle((request, response) => request.url?.startsWith('/login') ? response.writeHead(302, { location: '/eyJhbGciOi.eyJz.c2ln/home;jsessionid=ABC?jwt=eyJhbGciOi' }).end() : response.end('hello'))
  await at.ask(`${a}/login?token=0123456789abcdef0123456789abcdef&_rand=0.5`, { redirects: 2, trace: (entry) => trace.push(entry) })
  expect(trace.map(({ method, host, path, status, bytes, error }) => ({ method, host, path, status, bytes, error }))).toEqual([
    { method: 'GET', host: 'a.campus.test', path: '/login?token&_rand', status: 302, bytes: 0, error: undefined },
    { method: 'GET', host: 'a.campus.test', path: '/[20]/home;jsessionid?jwt', status: 200, bytes: 5, error: undefined },
  ])
})
