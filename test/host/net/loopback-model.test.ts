import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../src/host/clock/clock.ts'
import type { DoorRequest } from '../../../src/host/net/door.ts'
import { openDoor } from '../../../src/host/net/open-door.ts'
import { faultOf } from './door-under-test.ts'
import { loopbackServer } from './loopback-server.ts'

const server = loopbackServer('model')

const here = ['127.0.0.1', 'localhost']
const through = (origin: string | undefined) => openDoor({ kind: 'public' }, { clock: systemClock, loopbackModel: origin === undefined ? undefined : { origin } })
const ask = (url: string, more: Partial<DoorRequest> = {}): DoorRequest => ({ destination: { kind: 'model', provider: 'local' }, url, hosts: here, ...more })

describe('the person’s own model server on loopback', () => {
  it.each(['127.0.0.1', 'localhost'])('is reached at %s by a request to a model', async (host) => {
    const door = through(`http://${host}:${server.port}`)
    expect((await door.request(ask(`http://${host}:${server.port}/v1`))).text).toBe('model')
    const stream = await door.stream(ask(`http://${host}:${server.port}/v1`))
    for await (const chunk of stream.body) expect(Buffer.from(chunk).toString()).toBe('model')
    await door.close()
  })
  it('is reached by nothing else: no other destination, port, name, scheme, nor without the setting', async () => {
    const door = through(`http://127.0.0.1:${server.port}`)
    const url = `http://127.0.0.1:${server.port}/`
    const shut = through(undefined)
    const codes = await Promise.all([
      faultOf(shut.request(ask(url))),
      faultOf(door.request(ask(url, { destination: { kind: 'campus', service: 'portal' } }))),
      faultOf(door.request(ask(url, { destination: { kind: 'website', host: '127.0.0.1' } }))),
      faultOf(door.request(ask(url, { destination: { kind: 'remote', plugin: 'mcp-x' } }))),
      faultOf(door.request(ask(url, { destination: { kind: 'local' } }))),
      faultOf(door.request(ask(`http://127.0.0.1:${server.port + 1}/`))),
      faultOf(door.request(ask(`http://localhost:${server.port}/`))),
      faultOf(door.request(ask(`http://127.0.0.2:${server.port}/`))),
      faultOf(door.request(ask(`https://127.0.0.1:${server.port}/`))),
      faultOf(door.request(ask(url, { hosts: ['a.pku.edu.cn'] }))),
      faultOf(door.request(ask(url, { upgradeHttp: true, destination: { kind: 'campus', service: 'portal' } }))),
    ])
    expect(codes.map((fault) => fault.code)).toEqual([
      'NET_SCHEME', 'NET_SCHEME', 'NET_SCHEME', 'NET_SCHEME', 'NET_SCHEME', 'NET_SCHEME', 'NET_SCHEME', 'NET_SCHEME', 'NET_PORT_FORBIDDEN', 'NET_SCHEME', 'NET_PORT_FORBIDDEN',
    ])
    expect(server.hits).toEqual([])
    await Promise.all([door.close(), shut.close()])
  })
  it('is never reached by a redirect, not even its own', async () => {
    const door = through(`http://127.0.0.1:${server.port}`)
    const own = await faultOf(door.request(ask(`http://127.0.0.1:${server.port}/away`, { redirects: 5 })))
    expect(own.code).toBe('NET_DOWNGRADE')
    expect(server.hits).toEqual([`127.0.0.1:${server.port}/away`])
    await door.close()
  })
  it('cannot be set to anything but loopback', () => {
    expect(() => through('http://10.0.0.1:80')).toThrow('NET_HOST_FORM')
    expect(() => through('https://api.deepseek.com')).toThrow('NET_HOST_FORM')
  })
})
