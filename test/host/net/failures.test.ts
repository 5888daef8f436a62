import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../src/host/clock/clock.ts'
import { checkedLookup, type Resolve } from '../../../src/host/net/checked-lookup.ts'
import { openDoor } from '../../../src/host/net/open-door.ts'
import { requestLeft } from '../../../src/host/net/request-left.ts'
import type { Network } from '../../../src/host/net/door.ts'
import { doorUnderTest, faultOf, hosts, type UnderTest } from './door-under-test.ts'
import { startTlsServer } from './tls-server.ts'

let at: UnderTest
beforeEach(async () => { at = await doorUnderTest() })
afterEach(async () => { await at.close() })
const url = 'https://a.campus.test/'

/** The fault of one request through a door of its own. */
async function faultOn(network: Network, seams: Partial<Parameters<typeof openDoor>[1]> = {}, asked: readonly string[] = hosts, where = url) {
  const door = openDoor(network, { clock: systemClock, ...seams })
  const fault = await faultOf(door.request({ destination: { kind: 'campus', service: 'test' }, url: where, hosts: asked, method: 'POST', body: 'x', caps: { headersMs: 1500 } }))
  await door.close()
  return fault
}

async function rawServer(onSocket: (socket: Socket) => void): Promise<{ server: Server; port: number }> {
  const server = createServer((socket) => { socket.on('error', () => {}); onSocket(socket) })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  return { server, port: (server.address() as AddressInfo).port }
}

describe('a failure says whether a byte of the request can have left', () => {
  it('refused connection: nothing left', async () => {
    const { server, port } = await rawServer(() => {})
    await new Promise((resolve) => { server.close(resolve) })
    expect(await faultOn({ kind: 'sim', port, ca: at.server.ca, hosts })).toEqual({ code: 'NET_RESET_BEFORE_SEND', params: { host: 'a.campus.test', left: 'no' } })
  })
  it('dropped in the handshake: nothing left', async () => {
    const { server, port } = await rawServer((socket) => socket.once('data', () => socket.destroy()))
    expect(await faultOn({ kind: 'sim', port, ca: at.server.ca, hosts })).toMatchObject({ code: 'NET_RESET_BEFORE_SEND', params: { left: 'no' } })
    server.close()
  })
  it('silence in the handshake: timed out, nothing left', async () => {
    const { server, port } = await rawServer(() => {})
    expect(await faultOn({ kind: 'sim', port, ca: at.server.ca, hosts })).toMatchObject({ code: 'NET_TIMED_OUT', params: { phase: 'headers', left: 'no' } })
    server.close()
  })
  it('dropped once the request was read: it may have arrived', async () => {
    at.server.handle((request) => request.socket.destroy())
    const fault = await at.fault(url, { method: 'POST', body: 'x=1' })
    expect(fault).toEqual({ code: 'NET_RESET_AFTER_SEND', params: { host: 'a.campus.test', left: 'yes' } })
    expect(at.server.bodies).toEqual(['x=1'])
  })
  it('a fault at a later hop counts as left, whatever it is', async () => {
    at.server.handle((_, response) => response.writeHead(302, { location: 'https://evil.test/' }).end())
    expect((await at.fault(url, { redirects: 1 })).params['left']).toBe('yes')
  })
  it('only an error of the door that says so counts as not left', async () => {
    expect(requestLeft(new Error('x'))).toBe(true)
    expect(requestLeft(undefined)).toBe(true)
    const error = await at.ask('https://evil.test/').catch((caught: unknown) => caught)
    expect(requestLeft(error)).toBe(false)
  })
})

describe('TLS', () => {
  it('under another CA is refused before a byte is sent', async () => {
    const other = await startTlsServer(hosts)
    expect(await faultOn({ kind: 'sim', port: other.port, ca: at.server.ca, hosts })).toMatchObject({ code: 'NET_TLS', params: { left: 'no' } })
    expect(other.seen).toHaveLength(0)
    await other.close()
  })
  it('for another host name is refused', async () => {
    const other = await startTlsServer(hosts, { certificateFor: ['elsewhere.test'] })
    expect(await faultOn({ kind: 'sim', port: other.port, ca: other.ca, hosts })).toMatchObject({ code: 'NET_TLS', params: { reason: 'ERR_TLS_CERT_ALTNAME_INVALID' } })
    await other.close()
  })
  it('stays verified when the environment says otherwise', async () => {
    const other = await startTlsServer(hosts)
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
    process.env['HTTPS_PROXY'] = `http://127.0.0.1:${other.port}`
    try {
      expect((await faultOn({ kind: 'sim', port: other.port, ca: at.server.ca, hosts })).code).toBe('NET_TLS')
    } finally {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
      delete process.env['HTTPS_PROXY']
    }
    await other.close()
  })
})

describe('the simulated network', () => {
  it('reaches its own hosts alone, whatever a request declares', async () => {
    expect((await faultOn({ kind: 'sim', port: at.server.port, ca: at.server.ca, hosts: ['b.campus.test'] })).code).toBe('NET_HOST_UNSIMULATED')
  })
})

describe('the public network', () => {
  it.each([['127.0.0.1'], ['10.1.2.3'], ['169.254.169.254'], ['100.64.0.1'], ['::1'], ['::ffff:127.0.0.1'], ['fd00::1'], ['64:ff9b::7f00:1']])('refuses a name that resolves to %s', async (address) => {
    expect(await faultOn({ kind: 'public' }, { resolve: async () => [address] })).toEqual({ code: 'NET_ADDRESS_FORBIDDEN', params: { host: 'a.campus.test', address, left: 'no' } })
  })
  it('bug-log 101: checks every address, of both families', async () => {
    expect((await faultOn({ kind: 'public' }, { resolve: async () => ['162.105.1.1', '2001:da8::1', '::1'] })).code).toBe('NET_ADDRESS_FORBIDDEN')
    expect((await faultOn({ kind: 'public' }, { resolve: async () => ['fe80::1'] })).code).toBe('NET_ADDRESS_FORBIDDEN')
  })
  it('asks the resolver once for a connection, so an answer that changes after the check changes nothing', async () => {
    let asked = 0
    const flips: Resolve = async () => (asked += 1) === 1 ? ['162.105.131.160', '2001:da8::1'] : ['127.0.0.1']
    const given = await new Promise((resolve) => { checkedLookup(flips)('a.campus.test', { all: true }, (...answer) => resolve(answer)) })
    expect(given).toEqual([null, [{ address: '162.105.131.160', family: 4 }, { address: '2001:da8::1', family: 6 }]])
    expect(asked).toBe(1)
    const again = await new Promise((resolve) => { checkedLookup(flips)('a.campus.test', {}, (error) => resolve(error)) })
    expect(again).toMatchObject({ code: 'NET_ADDRESS_FORBIDDEN' })
  })
  it('says so when there is no address', async () => {
    expect((await faultOn({ kind: 'public' }, { resolve: async () => [] })).code).toBe('NET_DNS')
    const notFound = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
    expect((await faultOn({ kind: 'public' }, { resolve: async () => { throw notFound } })).code).toBe('NET_DNS')
  })
  it('refuses loopback by name and by number while a server listens there', async () => {
    const name = `https://localhost:${at.server.port}/`
    expect((await faultOn({ kind: 'public' }, {}, ['localhost', '127.0.0.1'], name)).code).toBe('NET_PORT_FORBIDDEN')
    expect((await faultOn({ kind: 'public' }, {}, ['127.0.0.1'], 'https://127.0.0.1/')).code).toBe('NET_HOST_FORM')
  })
})

it.each(['Host', 'cookie', 'Content-Length', 'transfer-encoding', 'Proxy-Authorization', 'proxy-connection', 'bad name', 'connection'])('bug-log 107: a caller may not set %s, so no redirect can carry it on', async (name) => {
  expect((await at.fault(url, { headers: { [name]: '1' } })).code).toBe('NET_HEADER_REFUSED')
})
it('a header value cannot begin another line', async () => {
  expect((await at.fault(url, { headers: { 'x-a': '1\r\nhost: evil' } })).code).toBe('NET_HEADER_REFUSED')
  expect(at.server.seen).toHaveLength(0)
})
it('a closed door says so', async () => {
  await at.door.close()
  expect(await at.fault(url)).toEqual({ code: 'NET_CLOSED', params: { left: 'no' } })
})
