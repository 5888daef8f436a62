import { CookieJar } from 'tough-cookie'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../src/host/clock/clock.ts'
import type { Door, DoorRequest } from '../../../src/host/net/door.ts'
import { openDoor } from '../../../src/host/net/open-door.ts'
import { startTlsServer, type TlsServer } from './tls-server.ts'

const hosts = ['a.campus.test', 'b.campus.test']
let server: TlsServer
let door: Door
const ask = (url: string, more: Partial<DoorRequest> = {}) => door.request({ destination: { kind: 'campus', service: 'test' }, url, hosts, ...more })

beforeAll(async () => { server = await startTlsServer(hosts) })
afterAll(async () => { await server.close() })
beforeEach(() => { door = openDoor({ kind: 'sim', port: server.port, ca: server.ca, hosts }, { clock: systemClock }) })
afterEach(async () => { await door.close() })

describe('one request', () => {
  it('comes back with status, headers, text and the skew of the server’s clock', async () => {
    server.handle((_, response) => { response.writeHead(201, { 'content-type': 'text/plain; charset=utf-8', 'x-one': ['1', '2'], 'set-cookie': 'a=1', date: new Date(Date.now() + 60_000).toUTCString() }); response.end('你好') })
    const answer = await ask('https://a.campus.test/x?y=1')
    expect(answer).toMatchObject({ status: 201, text: '你好', charset: 'utf-8', replaced: 0, url: 'https://a.campus.test/x?y=1' })
    expect(answer.headers['x-one']).toBe('1, 2')
    expect(answer.headers).not.toHaveProperty('set-cookie')
    expect(answer.skewMs).toBeGreaterThan(57_000)
    expect(answer.skewMs).toBeLessThan(61_000)
  })
  it('keeps a login chain’s cookies from each hop and computes them anew for the next (bug-log 109)', async () => {
    const got: string[] = []
    server.handle((request, response) => {
      got.push(`${request.headers.host}${request.url} ${request.headers.cookie ?? '-'}`)
      if (request.url === '/1') response.writeHead(302, { location: '/2', 'set-cookie': 'one=1; Path=/' }).end()
      else if (request.url === '/2') response.writeHead(302, { location: 'https://b.campus.test/3', 'set-cookie': ['two=2; Path=/', 'one=; Max-Age=0; Path=/'] }).end()
      else if (request.url === '/3') response.writeHead(302, { location: 'https://a.campus.test/4', 'set-cookie': 'b=3; Path=/' }).end()
      else response.end('in')
    })
    const answer = await ask('https://a.campus.test/1', { jar: new CookieJar(), redirects: 5 })
    expect(answer.text).toBe('in')
    expect(got).toEqual(['a.campus.test/1 -', 'a.campus.test/2 one=1', 'b.campus.test/3 -', 'a.campus.test/4 two=2'])
    expect(answer.hops.map((hop) => hop.status)).toEqual([302, 302, 302, 200])
  })
  it('sends a cookie’s bytes back as they came, also outside ASCII', async () => {
    const got: string[] = []
    server.handle((request, response) => {
      got.push(Buffer.from(request.headers.cookie ?? '', 'latin1').toString('utf8'))
      response.writeHead(200, { 'set-cookie': `name=${Buffer.from('测试生').toString('latin1')}; Path=/` }).end()
    })
    const jar = new CookieJar()
    await ask('https://a.campus.test/1', { jar })
    await ask('https://a.campus.test/2', { jar })
    expect(got).toEqual(['', 'name=测试生'])
  })
})
