import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { placesOf } from '../../src/daemon/protocol/places.ts'
import { networkOf } from '../../src/daemon/start/network.ts'
import { systemClock } from '../../src/host/clock/clock.ts'
import { openDoor } from '../../src/host/net/open-door.ts'
import { webThrough } from '../../src/monitor/web-through-door.ts'
import { faultOf } from '../host/net/door-under-test.ts'
import { type Stage, openStage } from '../journeys/stage.ts'

/** The real and the simulated campus, tried from each other through environment, settings, arguments and a plugin. */
let stage: Stage
let simFile: string
beforeAll(async () => {
  stage = await openStage()
  simFile = JSON.stringify({ pid: process.pid, port: stage.campus.port, ca: stage.campus.ca, hosts: stage.campus.hosts })
})
afterAll(async () => { await stage[Symbol.asyncDispose]() })

const write = (path: string, text: string): void => { mkdirSync(dirname(path), { recursive: true, mode: 0o700 }); writeFileSync(path, text, { mode: 0o600 }) }
const limits = { signal: new AbortController().signal, trace: () => {} }

describe('the default profile', () => {
  it('has the public network, whatever lies in its data directory', () => {
    const places = placesOf('default', stage.env)
    write(places.sim, simFile)
    expect(networkOf('default', places)).toEqual({ kind: 'public' })
  })
  it.each(['network', 'hosts', 'ca', 'port', 'sim', 'resolve', 'campus', 'insecure'])('does not start under a setting “%s”', async (name) => {
    const { config } = placesOf('default', stage.env)
    write(config, JSON.stringify({ [name]: 'sim' }))
    const { ran, doc } = await stage.json(['tools'], { profile: 'default' })
    expect([ran.code === 0, doc]).toEqual([false, expect.objectContaining({ ok: false, error: expect.objectContaining({ code: 'DAEMON_CONFIG' }) })])
    write(config, '{}')
  })
  it.each([['--network', 'sim'], ['--ca', 'ca.pem'], ['--host', '127.0.0.1'], ['--resolve', 'x'], ['--insecure']])('knows no argument %s', async (...words) => {
    expect((await stage.json(['status', ...words], { profile: 'default' })).doc).toMatchObject({ ok: false, error: { exit: 2 } })
  })
  it('lets no plugin to the simulated campus: not by its names led to loopback, nor by its address and port', async () => {
    const door = openDoor(networkOf('default', placesOf('default', stage.env)), { clock: systemClock, resolve: async () => ['127.0.0.1'] })
    const web = webThrough(door)
    const before = stage.campus.recorder.all().length
    const asked = [
      ...stage.campus.hosts.map((host) => [host, `https://${host}/`, 'NET_ADDRESS_FORBIDDEN'] as const),
      ['127.0.0.1', `https://127.0.0.1:${stage.campus.port}/`, 'NET_PORT_FORBIDDEN'], ['localhost', 'https://localhost/', 'NET_HOST_FORM'], ['127.0.0.1', 'https://0x7f000001/', 'NET_HOST_FORM'],
    ] as const
    for (const [host, url, code] of asked) expect([url, (await faultOf(web.request([host], { url }, limits))).code]).toEqual([url, code])
    expect(stage.campus.recorder.all()).toHaveLength(before)
    await door.close()
  })
})

describe('the simulated profile', () => {
  it('lets no plugin to any host but the simulated campus’s, and asks no resolver', async () => {
    let resolved = 0
    const door = openDoor(networkOf('sim', stage.places), { clock: systemClock, resolve: async () => { resolved += 1; return ['93.184.215.14'] } })
    const web = webThrough(door)
    for (const host of ['example.org', 'www.pku.org.cn', 'api.deepseek.com', 'xiaobei.pku.edu.cn']) {
      expect([host, await faultOf(web.request([host], { url: `https://${host}/` }, limits))]).toEqual([host, { code: 'NET_HOST_UNSIMULATED', params: { host, left: 'no' } }])
    }
    expect(resolved).toBe(0)
    await door.close()
  })
  it('verifies its campus by the campus’s own certificate alone: another server at that port is not believed', async () => {
    const network = networkOf('sim', stage.places)
    const other = await openStage()
    const door = openDoor({ ...network, ...(network.kind === 'sim' ? { port: other.campus.port } : {}) }, { clock: systemClock })
    const [host = ''] = stage.campus.hosts
    expect((await faultOf(webThrough(door).request([host], { url: `https://${host}/` }, limits))).code).toBe('NET_TLS')
    await door.close()
    await other[Symbol.asyncDispose]()
  })
})
