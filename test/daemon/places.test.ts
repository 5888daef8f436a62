import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { childEnvironment, refusedSurroundings } from '../../src/daemon/protocol/environment.ts'
import { type Places, placesOf, profiles } from '../../src/daemon/protocol/places.ts'
import { assertOwnSocket, assertPrivateDirectory, makePrivateDirectory } from '../../src/daemon/protocol/private-place.ts'
import { assertSocketPathFits } from '../../src/daemon/protocol/socket-path.ts'
import { takeLock } from '../../src/daemon/server/lock.ts'
import { readConfig } from '../../src/daemon/start/config.ts'
import { networkOf } from '../../src/daemon/start/network.ts'

let folder: string
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'pkuh-places-')) })
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const inFolder = (profile: 'default' | 'sim' = 'sim'): Places => placesOf(profile, { HOME: folder })

describe('places', () => {
  it('no two profiles share one', () => {
    const [a, b] = profiles.map((profile) => inFolder(profile))
    for (const name of Object.keys(a ?? {}) as (keyof Places)[]) expect(a?.[name]).not.toBe(b?.[name])
  })

  it('a relative XDG directory is not believed', () => {
    expect(placesOf('sim', { HOME: folder, XDG_DATA_HOME: 'here', XDG_RUNTIME_DIR: '../run' }).run).toBe(join(folder, '.local/share/pku-harness/sim/run'))
  })

  it.each(['', 'here', '../up'])('a home of %j is no home: the account\'s own is taken', (home) => {
    for (const path of Object.values(placesOf('sim', { HOME: home })).filter((path) => path.includes('/') && !path.startsWith('pku-harness/'))) expect(path.startsWith(`${userInfo().homedir}/`), path).toBe(true)
  })

  it('the lock lies beside the data: another runtime directory gives no second daemon', () => {
    const places = (run: string) => placesOf('sim', { HOME: folder, XDG_RUNTIME_DIR: run })
    expect(places('/run/a').lock).toBe(places('/run/b').lock)
  })
})

describe('the path of a socket', () => {
  const han = '\u7406'.repeat(33)
  it.each([
    ['linux', `/${'a'.repeat(106)}`], ['linux', `/${han}${'a'.repeat(7)}`], ['darwin', `/${'a'.repeat(102)}`], ['win32', `/${'a'.repeat(200)}`],
  ] as const)('fits on %s: %s', (platform, path) => {
    expect(() => assertSocketPathFits(path, platform)).not.toThrow()
  })

  it.each([
    ['linux', `/${'a'.repeat(107)}`, 108, 107], ['linux', `/${han}${'a'.repeat(8)}`, 108, 107], ['darwin', `/${'a'.repeat(103)}`, 104, 103], ['freebsd', `/${'a'.repeat(103)}`, 104, 103],
  ] as const)('is too long for %s by its bytes: %s', (platform, path, length, limit) => {
    expect(() => assertSocketPathFits(path, platform)).toThrow(expect.objectContaining({ code: 'DAEMON_SOCKET_PATH_LONG', params: { path, length, limit } }))
  })
})

describe('bug-log 97: a place that others could have made', () => {
  it('a directory that is open to others, a link or a file is refused', () => {
    const [open, link, file] = ['open', 'link', 'file'].map((name) => join(folder, name)) as [string, string, string]
    mkdirSync(open)
    chmodSync(open, 0o750)
    symlinkSync(folder, link)
    writeFileSync(file, '')
    for (const path of [open, link, file]) expect(() => assertPrivateDirectory(path), path).toThrow('DAEMON_UNSAFE_PLACE')
    makePrivateDirectory(open)
    assertPrivateDirectory(open)
  })

  it('a file where the socket should be is not spoken to', async () => {
    const run = join(folder, 'run')
    makePrivateDirectory(run)
    writeFileSync(join(run, 's'), '')
    expect(() => assertOwnSocket(run, join(run, 's'))).toThrow('DAEMON_UNSAFE_PLACE')
    const server = createServer().listen(join(run, 'real'))
    await new Promise((ready) => server.once('listening', ready))
    assertOwnSocket(run, join(run, 'real'))
    server.close()
  })
})

describe('the lock', () => {
  it('is held by one, and free again when that one lets go', () => {
    const path = join(folder, 'lock')
    const lock = takeLock(path)
    expect(() => takeLock(path)).toThrow('DAEMON_TAKEN')
    lock.release()
    takeLock(path).release()
  })
})

describe('the surroundings', () => {
  it('only what is listed goes to a child', () => {
    const env = { HOME: '/h', PATH: '/p', LC_TIME: 'C', NODE_OPTIONS: 'x', LD_PRELOAD: 'x', HTTP_PROXY: 'x', AWS_SECRET: 'x', 'LC_x y': 'x', DBUS_SESSION_BUS_ADDRESS: 'unix:x' }
    expect(childEnvironment(env)).toEqual({ HOME: '/h', PATH: '/p', LC_TIME: 'C', DBUS_SESSION_BUS_ADDRESS: 'unix:x' })
  })

  it.each(['NODE_EXTRA_CA_CERTS', 'NODE_TLS_REJECT_UNAUTHORIZED', 'NODE_OPTIONS', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'SSLKEYLOGFILE', 'LD_PRELOAD', 'LD_LIBRARY_PATH', 'DYLD_INSERT_LIBRARIES'])('%s keeps the daemon from starting', (name) => {
    expect(refusedSurroundings({ [name]: 'x' }, [])).toBe(name)
    expect(refusedSurroundings(childEnvironment({ [name]: 'x', HOME: '/' }), [])).toBeUndefined()
  })

  it.each(['--inspect', '--inspect-brk=0', '--require=x', '-r', '--import=x', '--use-openssl-ca'])('%s keeps it from starting too', (flag) => {
    expect(refusedSurroundings({}, [flag])).toBeDefined()
  })
})

describe('the network', () => {
  const sim = { pid: process.pid, port: 4433, ca: '-----BEGIN CERTIFICATE-----\nx', hosts: ['iaaa.pku.edu.cn'], controlToken: 't' }
  const write = (places: Places, content: unknown) => { mkdirSync(places.data, { recursive: true }); writeFileSync(places.sim, typeof content === 'string' ? content : JSON.stringify(content)) }

  it('of `default` is public, whatever lies in its place', () => {
    const places = inFolder('default')
    write(places, sim)
    expect(networkOf('default', places)).toEqual({ kind: 'public' })
  })

  it('of `sim` is the campus of its file, without the control token', () => {
    const places = inFolder()
    write(places, sim)
    expect(networkOf('sim', places)).toEqual({ kind: 'sim', port: 4433, ca: sim.ca, hosts: sim.hosts })
  })

  it.each([['none', undefined], ['damaged', '{'], ['of a process that ended', { ...sim, pid: 2 ** 22 + 1 }], ['without a CA', { ...sim, ca: '' }], ['with an impossible port', { ...sim, port: 70_000 }]])('of `sim` with a file that is %s is refused', (_, content) => {
    const places = inFolder()
    if (content !== undefined) write(places, content)
    expect(() => networkOf('sim', places)).toThrow('DAEMON_SIM_MISSING')
  })
})

describe('the settings file', () => {
  it('may be missing; anything in it that is not understood is an error with its path', () => {
    const { config } = inFolder()
    expect(readConfig(config)).toEqual({})
    mkdirSync(dirname(config), { recursive: true })
    for (const text of ['', '[]', '{"keystore":"file"}', '{"hosts":{}}', 'null']) {
      writeFileSync(config, text)
      expect(() => readConfig(config), text).toThrow('DAEMON_CONFIG')
    }
    writeFileSync(config, '{"keystore":"memory"}')
    expect(readConfig(config)).toEqual({ keystore: 'memory' })
  })
})
