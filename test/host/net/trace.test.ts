import { CookieJar } from 'tough-cookie'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TraceEntry } from '../../../src/host/net/door.ts'
import { doorUnderTest, type UnderTest } from './door-under-test.ts'

let at: UnderTest
let untraced: TraceEntry[]
beforeEach(async () => { untraced = []; at = await doorUnderTest({ trace: (entry) => untraced.push(entry) }) })
afterEach(async () => { await at.close() })
const url = 'https://a.campus.test'

describe('each hop is told of exactly once', () => {
  it('to the request’s own trace, or to the door’s where it brings none', async () => {
    at.server.handle((request, response) => request.url === '/1' ? response.writeHead(302, { location: '/2' }).end() : response.end('in'))
    const own: TraceEntry[] = []
    await at.ask(`${url}/1`, { redirects: 2, trace: (entry) => own.push(entry) })
    expect([own.map(({ path }) => path), untraced]).toEqual([['/1', '/2'], []])
    await at.ask(`${url}/1`, { redirects: 2 })
    expect(untraced.map(({ path, status }) => [path, status])).toEqual([['/1', 302], ['/2', 200]])
  })
  it('also where it failed, was refused, was cancelled or its stream was left', async () => {
    at.server.handle((request, response) => {
      if (request.url === '/drop') request.socket.destroy()
      else if (request.url === '/away') response.writeHead(302, { location: 'https://evil.test/' }).end()
      else response.write('x')
    })
    await at.fault(`${url}/drop`)
    await at.fault(`${url}/away`, { redirects: 2 })
    await at.fault(`${url}/slow`, { caps: { idleMs: 100 } })
    for await (const _ of (await at.door.stream({ destination: { kind: 'model', provider: 'p' }, url: `${url}/stream`, hosts: ['a.campus.test'] })).body) break
    expect(untraced.map(({ path, status, error, destination }) => [path, status, error, destination.kind])).toEqual([
      ['/drop', undefined, 'NET_RESET_AFTER_SEND', 'campus'], ['/away', 302, 'NET_HOST_UNDECLARED', 'campus'], ['/slow', 200, 'NET_TIMED_OUT', 'campus'], ['/stream', 200, undefined, 'model'],
    ])
  })
  it('and nothing of what a sign-in sends or gets is in it: not a body, a header, a cookie or a query value', async () => {
    at.server.handle((request, response) => request.url?.startsWith('/in') ? response.end('TOKEN-in-body') : response.writeHead(302, { location: '/in?token=TOKEN-in-query&jwt=eyJTOKEN.x.y', 'set-cookie': 'SESSION=TOKEN-in-cookie; Path=/' }).end())
    await at.ask(`${url}/oauthlogin.do?_rand=TOKEN-rand`, { method: 'POST', body: 'userName=2500000001&password=TOKEN-password', headers: { authorization: 'Bearer TOKEN-header' }, jar: new CookieJar(), redirects: 2 })
    expect(untraced.map(({ path }) => path)).toEqual(['/oauthlogin.do?_rand', '/in?token&jwt'])
    expect(JSON.stringify(untraced)).not.toMatch(/TOKEN|2500000001/)
    expect(Object.keys(untraced[0] ?? {}).sort()).toEqual(['at', 'bytes', 'destination', 'error', 'host', 'method', 'ms', 'path', 'status'])
  })
})
