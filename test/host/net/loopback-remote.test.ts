import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../src/host/clock/clock.ts'
import type { DoorRequest } from '../../../src/host/net/door.ts'
import { openDoor } from '../../../src/host/net/open-door.ts'
import type { Destination } from '../../../src/rules/call.ts'
import { faultOf } from './door-under-test.ts'
import { loopbackServer } from './loopback-server.ts'

const server = loopbackServer('remote')

const mine: Destination = { kind: 'remote', plugin: 'mcp-mine' }
const through = (remotes: Record<string, string>, model?: string) => openDoor({ kind: 'public' }, {
  clock: systemClock, loopbackRemotes: new Map(Object.entries(remotes).map(([plugin, origin]) => [plugin, { origin }])), ...(model === undefined ? {} : { loopbackModel: { origin: model } }),
})
const ask = (url: string, more: Partial<DoorRequest> = {}): DoorRequest => ({ destination: mine, url, hosts: ['127.0.0.1', 'localhost'], ...more })

describe('a server under development that the person named with --dev', () => {
  it('is reached by the remote plugin it was named for', async () => {
    const door = through({ 'mcp-mine': `http://127.0.0.1:${server.port}/mcp` })
    expect((await door.request(ask(`http://127.0.0.1:${server.port}/mcp`))).text).toBe('remote')
    await door.close()
  })
  it('is reached by nothing else: no other plugin, destination, port, spelling or scheme, nor where nobody named it', async () => {
    const origin = `http://127.0.0.1:${server.port}`
    const door = through({ 'mcp-mine': origin, 'mcp-other': `http://127.0.0.1:${server.port + 1}` })
    const shut = through({})
    const others: readonly Destination[] = [
      { kind: 'remote', plugin: 'mcp-other' }, { kind: 'remote', plugin: 'mcp-unnamed' }, { kind: 'remote', plugin: '__proto__' }, { kind: 'remote', plugin: '' },
      { kind: 'model', provider: 'mcp-mine' }, { kind: 'campus', service: 'mcp-mine' }, { kind: 'website', host: '127.0.0.1' }, { kind: 'local' }, { kind: 'cloud' }, { kind: 'update' },
    ]
    for (const destination of others) expect([destination, (await faultOf(door.request(ask(`${origin}/`, { destination })))).code]).toEqual([destination, 'NET_SCHEME'])
    expect((await faultOf(shut.request(ask(`${origin}/`)))).code).toBe('NET_SCHEME')
    for (const [url, code] of [
      [`http://127.0.0.1:${server.port + 1}/`, 'NET_SCHEME'], [`http://localhost:${server.port}/`, 'NET_SCHEME'], [`http://127.0.0.2:${server.port}/`, 'NET_SCHEME'], [`http://0.0.0.0:${server.port}/`, 'NET_SCHEME'],
      [`http://[::1]:${server.port}/`, 'NET_SCHEME'], [`https://127.0.0.1:${server.port}/`, 'NET_PORT_FORBIDDEN'], [`http://u:p@127.0.0.1:${server.port}/`, 'NET_URL_USERINFO'],
    ] as const) expect([url, (await faultOf(door.request(ask(url)))).code]).toEqual([url, code])
    expect((await faultOf(door.request(ask(`${origin}/`, { hosts: ['example.org'] })))).code).toBe('NET_SCHEME')
    expect(server.hits).toEqual([])
    await Promise.all([door.close(), shut.close()])
  })
  it('is another than the model server: neither reaches the other', async () => {
    const door = through({ 'mcp-mine': `http://127.0.0.1:${server.port + 1}` }, `http://127.0.0.1:${server.port}`)
    expect((await faultOf(door.request(ask(`http://127.0.0.1:${server.port}/`)))).code).toBe('NET_SCHEME')
    expect((await door.request(ask(`http://127.0.0.1:${server.port}/`, { destination: { kind: 'model', provider: 'local' } }))).text).toBe('remote')
    expect(server.hits).toHaveLength(1)
    await door.close()
  })
  it('is never reached by a redirect, not even its own', async () => {
    const door = through({ 'mcp-mine': `http://127.0.0.1:${server.port}` })
    expect((await faultOf(door.request(ask(`http://127.0.0.1:${server.port}/away`, { redirects: 5 })))).code).toBe('NET_DOWNGRADE')
    expect(server.hits).toEqual([`127.0.0.1:${server.port}/away`])
    await door.close()
  })
  it('can only be on loopback itself', () => {
    for (const origin of ['http://10.0.0.1:80', 'http://169.254.169.254', 'https://127.0.0.1:1', 'http://example.org', 'http://0.0.0.0:1', 'nonsense']) expect(() => through({ 'mcp-mine': origin })).toThrow(/NET_(HOST_FORM|URL_MALFORMED)/)
  })
})
