import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../src/host/clock/clock.ts'
import type { DoorRequest } from '../../../src/host/net/door.ts'
import { openDoor } from '../../../src/host/net/open-door.ts'
import type { Destination } from '../../../src/rules/call.ts'
import { faultOf } from './door-under-test.ts'

let server: Server
let port: number
let hits: string[]
beforeEach(async () => {
  hits = []
  server = createServer((request, response) => {
    hits.push(`${request.headers.host}${request.url}`)
    if (request.url === '/away') response.writeHead(302, { location: '/again' }).end()
    else response.end('remote')
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  port = (server.address() as AddressInfo).port
})
afterEach(async () => { server.closeAllConnections(); await new Promise((resolve) => { server.close(resolve) }) })

const mine: Destination = { kind: 'remote', plugin: 'mcp-mine' }
const through = (remotes: Record<string, string>, model?: string) => openDoor({ kind: 'public' }, {
  clock: systemClock, loopbackRemotes: new Map(Object.entries(remotes).map(([plugin, origin]) => [plugin, { origin }])), ...(model === undefined ? {} : { loopbackModel: { origin: model } }),
})
const ask = (url: string, more: Partial<DoorRequest> = {}): DoorRequest => ({ destination: mine, url, hosts: ['127.0.0.1', 'localhost'], ...more })

describe('a server under development that the person named with --dev', () => {
  it('is reached by the remote plugin it was named for', async () => {
    const door = through({ 'mcp-mine': `http://127.0.0.1:${port}/mcp` })
    expect((await door.request(ask(`http://127.0.0.1:${port}/mcp`))).text).toBe('remote')
    await door.close()
  })
  it('is reached by nothing else: no other plugin, destination, port, spelling or scheme, nor where nobody named it', async () => {
    const origin = `http://127.0.0.1:${port}`
    const door = through({ 'mcp-mine': origin, 'mcp-other': `http://127.0.0.1:${port + 1}` })
    const shut = through({})
    const others: readonly Destination[] = [
      { kind: 'remote', plugin: 'mcp-other' }, { kind: 'remote', plugin: 'mcp-unnamed' }, { kind: 'remote', plugin: '__proto__' }, { kind: 'remote', plugin: '' },
      { kind: 'model', provider: 'mcp-mine' }, { kind: 'campus', service: 'mcp-mine' }, { kind: 'website', host: '127.0.0.1' }, { kind: 'local' }, { kind: 'cloud' }, { kind: 'update' },
    ]
    for (const destination of others) expect([destination, (await faultOf(door.request(ask(`${origin}/`, { destination })))).code]).toEqual([destination, 'NET_SCHEME'])
    expect((await faultOf(shut.request(ask(`${origin}/`)))).code).toBe('NET_SCHEME')
    for (const [url, code] of [
      [`http://127.0.0.1:${port + 1}/`, 'NET_SCHEME'], [`http://localhost:${port}/`, 'NET_SCHEME'], [`http://127.0.0.2:${port}/`, 'NET_SCHEME'], [`http://0.0.0.0:${port}/`, 'NET_SCHEME'],
      [`http://[::1]:${port}/`, 'NET_SCHEME'], [`https://127.0.0.1:${port}/`, 'NET_PORT_FORBIDDEN'], [`http://u:p@127.0.0.1:${port}/`, 'NET_URL_USERINFO'],
    ] as const) expect([url, (await faultOf(door.request(ask(url)))).code]).toEqual([url, code])
    expect((await faultOf(door.request(ask(`${origin}/`, { hosts: ['example.org'] })))).code).toBe('NET_SCHEME')
    expect(hits).toEqual([])
    await Promise.all([door.close(), shut.close()])
  })
  it('is another than the model server: neither reaches the other', async () => {
    const door = through({ 'mcp-mine': `http://127.0.0.1:${port + 1}` }, `http://127.0.0.1:${port}`)
    expect((await faultOf(door.request(ask(`http://127.0.0.1:${port}/`)))).code).toBe('NET_SCHEME')
    expect((await door.request(ask(`http://127.0.0.1:${port}/`, { destination: { kind: 'model', provider: 'local' } }))).text).toBe('remote')
    expect(hits).toHaveLength(1)
    await door.close()
  })
  it('is never reached by a redirect, not even its own', async () => {
    const door = through({ 'mcp-mine': `http://127.0.0.1:${port}` })
    expect((await faultOf(door.request(ask(`http://127.0.0.1:${port}/away`, { redirects: 5 })))).code).toBe('NET_DOWNGRADE')
    expect(hits).toEqual([`127.0.0.1:${port}/away`])
    await door.close()
  })
  it('can only be on loopback itself', () => {
    for (const origin of ['http://10.0.0.1:80', 'http://169.254.169.254', 'https://127.0.0.1:1', 'http://example.org', 'http://0.0.0.0:1', 'nonsense']) expect(() => through({ 'mcp-mine': origin })).toThrow(/NET_(HOST_FORM|URL_MALFORMED)/)
  })
})
