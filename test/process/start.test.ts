import { spawn } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { daemonFlags } from '../../src/daemon/protocol/environment.ts'
import { placesOf } from '../../src/daemon/protocol/places.ts'
import { connect } from '../../src/terminal/client/connect.ts'
import { type Stage, openStage, until } from '../journeys/stage.ts'
import { daemonsOf } from './daemons-of.ts'

const linux = process.platform === 'linux'

/** The daemon's bundle started by hand, with the one line it tells. */
function byHand(stage: Stage, env: Readonly<Record<string, string>>, flags: readonly string[] = [], profile = 'sim'): Promise<{ code: number | null; told: string }> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [...flags, resolve('dist/daemon.mjs'), '--profile', profile], { env: { ...stage.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] })
    let told = ''
    child.stderr.on('data', (chunk: Buffer) => { told += chunk.toString(); if (told.includes('"ready":true')) child.kill('SIGTERM') })
    child.on('close', (code) => done({ code, told }))
  })
}

describe('starting', () => {
  it.runIf(linux)('bug-log 98: a stampede of eight starts gives one daemon, and all eight reach it', async () => {
    await using stage = await openStage()
    const all = await Promise.all(Array.from({ length: 8 }, () => stage.json(['status'])))
    const pids = all.map(({ doc }) => (doc.ok ? (doc.data as { pid: number }).pid : doc.error))
    expect(new Set(pids).size, JSON.stringify(pids)).toBe(1)
    await until('one daemon is left', () => daemonsOf(stage).length === 1)
    expect(daemonsOf(stage)).toEqual([pids[0]])
  }, 60_000)

  it('a daemon that was killed is replaced by the next command, over its stale socket', async () => {
    await using stage = await openStage()
    await stage.pkuh(['status'])
    const before = await stage.daemonPid()
    await stage.killDaemon()
    expect(existsSync(stage.places.socket)).toBe(true)
    const { ran, doc } = await stage.json(['status'])
    expect(ran.code, ran.stdout).toBe(0)
    expect(doc).toMatchObject({ ok: true, data: { profile: 'sim' } })
    expect(await stage.daemonPid()).not.toBe(before)
  }, 60_000)

  it('bug-log 98: a live socket is never removed, nor its token overwritten, even by a start that holds a lock', async () => {
    await using stage = await openStage()
    await stage.pkuh(['status'])
    // The same runtime directory and another data directory: another lock.
    const data = join(stage.home, 'other')
    const other = placesOf('sim', { ...stage.env, XDG_DATA_HOME: data })
    mkdirSync(other.data, { recursive: true, mode: 0o700 })
    copyFileSync(stage.places.sim, other.sim)
    const { told } = await byHand(stage, { XDG_DATA_HOME: data })
    expect(told).toContain('DAEMON_TAKEN')
    const client = await stage.person()
    expect(await client.request('status', {})).toMatchObject({ profile: 'sim' })
    client.close()
  }, 60_000)

  it('socket, token, log and database are their owner\'s alone, and the token is new each time', async () => {
    await using stage = await openStage()
    await stage.pkuh(['status'])
    const mode = (path: string) => (statSync(path).mode & 0o777).toString(8)
    for (const path of [stage.places.socket, stage.places.token, stage.places.log, stage.places.database, stage.places.lock, stage.places.config]) expect([path, mode(path)]).toEqual([path, '600'])
    for (const path of [stage.places.run, stage.places.data]) expect([path, mode(path)]).toEqual([path, '700'])
    const first = readFileSync(stage.places.token, 'utf8')
    expect(readFileSync(stage.places.log, 'utf8')).not.toContain(first)
    await stage.pkuh(['daemon', 'stop'])
    expect(existsSync(stage.places.socket)).toBe(false)
    expect(existsSync(stage.places.token)).toBe(false)
    await stage.pkuh(['status'])
    expect(readFileSync(stage.places.token, 'utf8')).not.toBe(first)
  }, 60_000)

  it('bug-log 97: a client sends its token to no socket in a place that others can enter', async () => {
    await using stage = await openStage()
    await stage.pkuh(['status'])
    chmodSync(stage.places.run, 0o755)
    await expect(connect({ places: stage.places, claims: { kind: 'script', capability: 'call' }, lang: 'en' })).rejects.toThrow('DAEMON_UNSAFE_PLACE')
    const { ran, doc } = await stage.json(['status'])
    expect([ran.code, doc.ok]).toEqual([6, false])
    chmodSync(stage.places.run, 0o700)
  }, 60_000)
})

describe('bug-log 97: what another user made', () => {
  const root = process.getuid?.() === 0
  it.skipIf(!root).each(['socket', 'run'] as const)('the %s is not talked to, and no daemon is started in its place (needs root to make it)', async (what) => {
    await using stage = await openStage()
    mkdirSync(stage.places.run, { recursive: true, mode: 0o700 })
    const heard: string[] = []
    const squatter = createServer((socket) => socket.on('data', (chunk) => heard.push(chunk.toString()))).listen(stage.places.socket)
    await until('it listens', () => existsSync(stage.places.socket))
    writeFileSync(stage.places.token, 'a token that nobody may hear', { mode: 0o600 })
    chownSync(stage.places[what], 65_534, 65_534)
    const { ran, doc } = await stage.json(['status'])
    expect(doc).toMatchObject({ ok: false, error: { code: 'DAEMON_UNSAFE_PLACE', exit: 6 } })
    expect(ran.stdout).toContain('not-yours')
    if (what === 'run') expect((await byHand(stage, {})).told).toContain('DAEMON_UNSAFE_PLACE')
    expect(heard).toEqual([])
    expect(daemonsOf(stage)).toEqual([])
    chownSync(stage.places[what], 0, 0)
    squatter.close()
  }, 60_000)
})

describe('the surroundings', () => {
  it.runIf(linux)('what could re-point TLS, Node or the loader is dropped before the daemon starts', async () => {
    await using stage = await openStage({ env: { NODE_OPTIONS: '--no-warnings', SSLKEYLOGFILE: '/tmp/keys', LD_PRELOAD: '', DYLD_INSERT_LIBRARIES: 'x', SSL_CERT_FILE: '/nowhere', NODE_EXTRA_CA_CERTS: '/nowhere', HTTPS_PROXY: 'http://127.0.0.1:9', SECRET_OF_A_SHELL: 'x' } })
    await stage.pkuh(['status'])
    const names = readFileSync(`/proc/${await stage.daemonPid()}/environ`, 'utf8').split('\0').map((entry) => entry.split('=')[0]).filter(Boolean)
    expect(names.sort()).toEqual(['HOME', 'LANG', 'PATH', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_RUNTIME_DIR'])
  }, 60_000)

  it.each([
    ['NODE_OPTIONS', { NODE_OPTIONS: '--no-warnings' }, []],
    ['NODE_TLS_REJECT_UNAUTHORIZED', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }, []],
    ['NODE_V8_COVERAGE', { NODE_V8_COVERAGE: '/tmp/nowhere' }, []],
    ['NODE_REPORT_DIRECTORY', { NODE_REPORT_DIRECTORY: '/tmp' }, []],
    ['OPENSSL_CONF', { OPENSSL_CONF: '/nowhere' }, []],
    ['--inspect=127.0.0.1:0', {}, ['--inspect=127.0.0.1:0']],
    ['--trace-event-categories', {}, ['--max-semi-space-size=1', '--trace-event-categories', 'node.http']],
    ['--heapsnapshot-signal=SIGUSR2', {}, ['--heapsnapshot-signal=SIGUSR2']],
  ])('a daemon started by hand under %s refuses', async (name, env, flags) => {
    await using stage = await openStage()
    const { code, told } = await byHand(stage, env, flags)
    expect(told).toContain('DAEMON_ENVIRONMENT')
    expect(told).toContain(name)
    expect(code).toBe(1)
  }, 60_000)

  it.each([['NODE_DEBUG', 'http,https,tls'], ['NODE_DEBUG', 'undici,fetch'], ['NODE_DEBUG_NATIVE', 'TLS']])('bug-log 169, 170: under %s=%s, which would write sign-in tokens to stderr, it refuses before it reads a setting', async (name, value) => {
    await using stage = await openStage()
    const { code, told } = await byHand(stage, { [name]: value })
    expect(told).toContain(`"name":"${name}"`)
    expect(code).toBe(1)
  }, 60_000)

  it('the flags that the client starts it with are fine by hand, too', async () => {
    await using stage = await openStage()
    const { told } = await byHand(stage, { NODE_ENV: 'production' }, daemonFlags)
    expect(told).toContain('"ready":true')
  }, 60_000)

  it.runIf(linux)('SIGUSR1 opens no inspector port', async () => {
    await using stage = await openStage()
    await stage.pkuh(['status'])
    const pid = await stage.daemonPid()
    process.kill(pid, 'SIGUSR1')
    await stage.pkuh(['status'])
    expect(await stage.daemonPid()).toBe(pid)
    // Sockets of the process itself: none of them listens on TCP.
    const inodes = new Set(readdirSync(`/proc/${pid}/fd`).flatMap((fd) => { try { return [statSync(`/proc/${pid}/fd/${fd}`).ino] } catch { return [] } }))
    const listening = readFileSync(`/proc/${pid}/net/tcp`, 'utf8').split('\n').map((line) => line.trim().split(/\s+/)).filter((row) => row[3] === '0A' && inodes.has(Number(row[9])))
    expect(listening).toEqual([])
  }, 60_000)

  it.each([
    ['not JSON', '{', 'not JSON'], ['an unknown setting', '{"campus":"https://evil.test"}', 'unrecognized_keys'], ['a keystore there is none of', '{"keystore":"plain"}', 'keystore invalid_value'],
  ])('a settings file that is %s is a start error with its path', async (_, text, problem) => {
    await using stage = await openStage()
    mkdirSync(dirname(stage.places.config), { recursive: true })
    writeFileSync(stage.places.config, text)
    const { ran, doc } = await stage.json(['status'])
    expect(ran.code).toBe(2)
    expect(doc).toMatchObject({ ok: false, error: { code: 'DAEMON_CONFIG' } })
    expect(JSON.stringify(doc)).toContain(problem)
    rmSync(stage.places.config)
  }, 60_000)

  it('settings that cannot be written down leave a daemon that goes on, and a line in its log', async () => {
    await using stage = await openStage()
    mkdirSync(dirname(dirname(stage.places.config)), { recursive: true })
    symlinkSync('/nowhere/at/all', dirname(stage.places.config))
    await stage.pkuh(['status'])
    const pid = await stage.daemonPid()
    await until('it is in the log', () => readFileSync(stage.places.log, 'utf8').includes('"event":"keystore-choice"'))
    expect(await stage.daemonPid()).toBe(pid)
  }, 60_000)

  it('there is no third profile, and `sim` without a campus says so', async () => {
    await using stage = await openStage()
    expect((await stage.json(['status'], { profile: 'test' })).doc).toMatchObject({ ok: false, error: { code: 'DAEMON_PROFILE', exit: 2 } })
    rmSync(stage.places.sim)
    expect((await stage.json(['status'])).doc).toMatchObject({ ok: false, error: { code: 'DAEMON_SIM_MISSING', exit: 6 } })
  }, 60_000)

  it('`default` keeps its own places and reaches no loopback while the simulated campus runs (must be seen 12)', async () => {
    await using stage = await openStage()
    const own = placesOf('default', stage.env)
    for (const name of ['data', 'run', 'config', 'socket', 'token', 'database', 'keychain'] as const) expect(own[name]).not.toBe(stage.places[name])
    mkdirSync(own.data, { recursive: true, mode: 0o700 })
    // Even with the campus's file in its own place, `default` reads nothing of it.
    writeFileSync(own.sim, readFileSync(stage.places.sim))
    const { ran, doc } = await stage.json(['call', 'classrooms.free', '--building', '理教'], { profile: 'default' })
    expect(doc.ok, ran.stdout).toBe(false)
    expect(stage.campus.recorder.all()).toEqual([])
    expect((await stage.json(['daemon', 'status'], { profile: 'default' })).doc).toMatchObject({ data: { network: 'public' } })
    await stage.pkuh(['daemon', 'stop'], { profile: 'default' })
  }, 60_000)
})

describe('a place that cannot be used', () => {
  const long = 'x'.repeat(90)
  it.runIf(linux).each([
    ['runtime directory', ({ home }: Stage) => ({ XDG_RUNTIME_DIR: join(home, long) })],
    ['home', ({ home }: Stage) => ({ HOME: join(home, long), XDG_DATA_HOME: '', XDG_RUNTIME_DIR: '' })],
  ])('a %s whose socket path is too long is told with its length, and nothing is started or made', async (_, given) => {
    await using stage = await openStage()
    const env = { ...stage.env, ...given(stage) }
    const { socket } = placesOf('sim', env)
    const before = readdirSync(stage.home, { recursive: true })
    for (const line of [['status'], ['tools'], ['daemon', 'start'], ['daemon', 'stop'], ['daemon', 'status'], ['login', '--user', '2500000001']]) {
      const { ran, doc } = await stage.json(line, { env })
      expect([line, ran.code, doc]).toMatchObject([line, 6, { ok: false, error: { code: 'DAEMON_SOCKET_PATH_LONG' } }])
      for (const part of [socket, String(Buffer.byteLength(socket)), '107', 'XDG_RUNTIME_DIR']) expect(ran.stdout).toContain(part)
    }
    expect(daemonsOf(stage)).toEqual([])
    expect(readdirSync(stage.home, { recursive: true })).toEqual(before)
    const places = placesOf('sim', env)
    mkdirSync(places.data, { recursive: true, mode: 0o700 })
    copyFileSync(stage.places.sim, places.sim)
    const { code, told } = await byHand(stage, env)
    expect([code, told]).toEqual([1, expect.stringContaining('DAEMON_SOCKET_PATH_LONG')])
  }, 60_000)

  it.runIf(linux)('the longest socket path that fits works', async () => {
    await using stage = await openStage()
    const run = (length: number) => join(stage.home, 'x'.repeat(length))
    const spare = 107 - Buffer.byteLength(placesOf('sim', { ...stage.env, XDG_RUNTIME_DIR: run(1) }).socket)
    const env = { ...stage.env, XDG_RUNTIME_DIR: run(1 + spare) }
    expect(Buffer.byteLength(placesOf('sim', env).socket)).toBe(107)
    expect((await stage.json(['status'], { env })).ran.code).toBe(0)
    expect((await stage.json(['daemon', 'stop'], { env })).doc).toMatchObject({ data: { stopped: true } })
  }, 60_000)

  it.each(['sim start', 'status', 'tools', 'demo', 'daemon start'])('a home that cannot be written to: `%s` names the place and the remedy', async (line) => {
    await using stage = await openStage()
    // A file where a directory should be refuses root too.
    const home = join(stage.home, 'file')
    writeFileSync(home, '')
    const { ran, doc } = await stage.json(line.split(' '), { env: { ...stage.env, HOME: home, XDG_DATA_HOME: '', XDG_RUNTIME_DIR: '', TMPDIR: join(home, 'tmp') } })
    expect([ran.code, doc]).toMatchObject([6, { ok: false, error: { code: 'DAEMON_PLACE_UNWRITABLE', message: expect.stringContaining(home), hint: expect.stringContaining('HOME') } }])
    expect(ran.stdout).toContain('ENOTDIR')
    if (linux) await until('what had begun to start is gone', () => daemonsOf(stage).length === 0)
  }, 60_000)

  it.skipIf(!linux || process.getuid?.() !== 0)('a home of root\'s that another user may only read is told so (needs root to make it)', async () => {
    await using stage = await openStage()
    chmodSync(stage.home, 0o755)
    const env = { ...stage.env, HOME: stage.home, XDG_DATA_HOME: '', XDG_RUNTIME_DIR: '' }
    for (const line of [['sim', 'start'], ['status']]) {
      const { doc } = await stage.json(line, { env, uid: 65_534 })
      expect([line, doc]).toMatchObject([line, { ok: false, error: { code: 'DAEMON_PLACE_UNWRITABLE', message: expect.stringContaining('EACCES') } }])
    }
  }, 60_000)
})

describe('ending', () => {
  it('SIGTERM ends it within five seconds, with its stop in the chain, and leaves no socket', async () => {
    await using stage = await openStage()
    await stage.pkuh(['status'])
    const pid = await stage.daemonPid()
    const began = Date.now()
    process.kill(pid, 'SIGTERM')
    await until('it is gone', () => { try { process.kill(pid, 0); return false } catch { return true } })
    expect(Date.now() - began).toBeLessThan(5_000)
    expect(existsSync(stage.places.socket)).toBe(false)
    expect(readFileSync(stage.places.log, 'utf8')).toContain('"event":"stopped"')
    expect((await stage.json(['audit', 'show'])).ran.stdout).toContain('"event":"stop"')
  }, 60_000)
})
