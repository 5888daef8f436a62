import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { execFile, spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { placesOf } from '../../src/daemon/protocol/places.ts'
import { openStage, until } from '../journeys/stage.ts'

describe('the built command line', () => {
  it.each([
    [['nonsense'], 2], [['call'], 2], [['call', 'no.such'], 3], [['plugin', 'show', 'nothing'], 3], [['daemon', 'logs', '--lines', 'x'], 2],
    [['tools', '--wrong'], 2], [['memory', 'forget', 'x'], 22], [['logout'], 4], [['approvals', 'show', 'x'], 3], [['completion', 'tcsh'], 2],
  ])('%j is exactly one JSON document and exit %i', async (args, code) => {
    await using stage = await openStage()
    const { ran, doc } = await stage.json(args)
    expect([ran.code, ran.stdout.trimEnd().split('\n').length, ran.stderr]).toEqual([code, 1, ''])
    expect(doc).toMatchObject({ ok: false, error: { exit: code, code: expect.any(String), message: expect.stringMatching(/./), hint: expect.stringMatching(/./) } })
  }, 60_000)

  it.each([
    ['help'], ['version'], ['status'], ['tools'], ['plugin list'], ['plugin show grades'], ['services'], ['accounts'], ['consents list'], ['grants list'], ['approvals list'],
    ['audit show'], ['audit verify'], ['keystore status'], ['daemon status'], ['doctor'], ['sim status'], ['policy explain treehole.post --text x'], ['memory list'],
    ['completion bash'], ['completion zsh'], ['completion fish'], ['call --help'],
  ])('`%s` ends well in both languages, with one document and with words', async (line) => {
    await using stage = await openStage()
    const args = line.split(' ')
    const { ran, doc } = await stage.json(args)
    expect([ran.code, doc.ok], ran.stdout + ran.stderr).toEqual([0, true])
    for (const lang of ['zh', 'en']) {
      const words = await stage.pkuh([...args, '--lang', lang])
      expect(words.code, words.stderr).toBe(0)
      expect(words.stdout).not.toBe('')
      expect(words.stdout).not.toContain('undefined')
    }
  }, 60_000)

  it.runIf(existsSync('/dev/full'))('what a full disk did not take is exit 1 with its reason; a reader that left early, and talk that nobody hears, change nothing', async () => {
    await using stage = await openStage()
    const shell = (line: string) => new Promise<{ code: unknown; stderr: string }>((done) => {
      execFile('bash', ['-c', `set -o pipefail; pkuh() { '${process.execPath}' '${resolve('bin/pkuh.js')}' --lang en "$@"; }; ${line}`], { env: stage.env }, (error, _, stderr) => done({ code: error?.code ?? 0, stderr }))
    })
    await stage.pkuh(['status'])
    const status = 'pkuh --profile sim status'
    for (const line of ['pkuh version > /dev/full', 'pkuh version --json > /dev/full', `${status} > /dev/full`, `${status} --json > /dev/full`]) expect(await shell(line)).toEqual({ code: 1, stderr: expect.stringMatching(/^Error: .*ENOSPC.*\n.*\n$/) })
    for (const line of ['pkuh help | true', `${status} | true`]) expect(await shell(line)).toEqual({ code: 0, stderr: '' })
    expect(await shell('pkuh nonsense 2> /dev/full')).toEqual({ code: 2, stderr: '' })
  }, 60_000)

  it('a password is never taken from the line or the environment', async () => {
    await using stage = await openStage({ env: { PKUH_PASSWORD: 'correct-horse-01' } })
    expect((await stage.json(['login', '--user', '2500000001', '--password', 'correct-horse-01'])).doc).toMatchObject({ ok: false, error: { code: 'USAGE' } })
    expect((await stage.json(['login', '--user', '2500000001'])).doc).toMatchObject({ ok: false, error: { code: 'PASSWORD_NEEDED', exit: 4 } })
    expect(stage.campus.recorder.count({ path: '/iaaa/oauthlogin.do' })).toBe(0)
  }, 60_000)

  it('what is asked of an explanation counts wherever it stands, and no word of it is ignored', async () => {
    await using stage = await openStage()
    const explained = async (...words: string[]) => (await stage.json(['policy', 'explain', ...words])).doc
    const wanted = { ok: true, data: { principal: 'script', tainted: true } }
    for (const words of [['--as', 'script', '--tainted', 'treehole.post', '--text', 'x'], ['treehole.post', '--text', 'x', '--as', 'script', '--tainted'], ['treehole.post', '--as=script', '--tainted']]) {
      expect([words, await explained(...words)]).toMatchObject([words, wanted])
    }
    for (const words of [['--as', 'bob', 'treehole.post'], ['treehole.post', '--as', 'bob'], ['treehole.post', 'tainted'], ['treehole.post', '--tainted', 'yes']]) {
      expect([words, await explained(...words)]).toMatchObject([words, { ok: false, error: { code: 'USAGE', exit: 2 } }])
    }
    for (const words of [['treehole.post', '--txet', 'x'], ['treehole.post', '--input', '{"txet":"x"}'], ['classrooms.free', '--building', '\u7406\u8f83']]) {
      expect([words, await explained(...words)]).toMatchObject([words, { ok: false, error: { code: 'CALL_ARGS_INVALID', exit: 2 } }])
      expect((await stage.json(['call', ...words])).doc).toMatchObject({ ok: false, error: { code: 'CALL_ARGS_INVALID' } })
    }
    expect((await stage.json(['call', 'classrooms.free', '--tainted'])).doc).toMatchObject({ ok: false, error: { code: 'CALL_ARGS_INVALID' } })
  }, 60_000)

  it('--timeout is exit 124 and Ctrl-C is exit 130, and each cancels in the daemon', async () => {
    await using stage = await openStage()
    await stage.pkuh(['status'])
    stage.campus.switches.delayMs = 30_000
    const late = await stage.json(['call', 'classrooms.free', '--timeout', '1'])
    expect([late.ran.code, late.doc]).toMatchObject([124, { ok: false, error: { code: 'TIMED_OUT' } }])
    const child = spawn(process.execPath, [resolve('bin/pkuh.js'), '--profile', 'sim', 'call', 'classrooms.free'], { env: stage.env, stdio: 'ignore' })
    const ended = new Promise<number | null>((done) => child.on('close', done))
    await until('the request is out', () => stage.campus.recorder.all().length >= 2)
    child.kill('SIGINT')
    expect(await ended).toBe(130)
    stage.campus.switches.delayMs = 0
    await until('both calls are on record as cancelled', async () => {
      const { doc } = await stage.json(['audit', 'show', '--limit', '100'])
      const rows = doc.ok ? (doc.data as { rows: { kind: string; detail: { code?: string } }[] }).rows : []
      return rows.filter(({ kind, detail }) => kind === 'outcome' && detail.code === 'CALL_CANCELLED').length === 2
    })
  }, 60_000)

  it('Ctrl-C ends a command at once that a daemon does not even greet: one document, exit 130', async () => {
    await using stage = await openStage()
    await stage.pkuh(['tools'])
    const pid = await stage.daemonPid()
    process.kill(pid, 'SIGSTOP')
    try {
      for (const line of ['status', 'tools']) {
        const child = spawn(process.execPath, [resolve('bin/pkuh.js'), '--profile', 'sim', '--json', line], { env: stage.env, stdio: ['ignore', 'pipe', 'inherit'] })
        let told = ''
        child.stdout.on('data', (chunk) => { told += String(chunk) })
        const ended = new Promise<number | null>((done) => child.on('close', done))
        setTimeout(() => child.kill('SIGINT'), 1_000)
        const began = Date.now()
        expect([line, await ended]).toEqual([line, 130])
        expect(Date.now() - began).toBeLessThan(4_000)
        expect(JSON.parse(told)).toMatchObject({ ok: false, error: { code: 'INTERRUPTED', exit: 130 } })
      }
    } finally {
      process.kill(pid, 'SIGCONT')
    }
  }, 60_000)

  it('`pkuh demo` runs in a pipe, tells the truth, and leaves no process and no file', async () => {
    await using stage = await openStage()
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith('pkuh-demo-'))
    const ran = await new Promise<{ code: number; stdout: string; stderr: string }>((done) => {
      execFile(process.execPath, [resolve('bin/pkuh.js'), 'demo', '--json'], { env: stage.env }, (error, stdout, stderr) => done({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr }))
    })
    expect(ran.code, ran.stderr).toBe(0)
    const { data } = JSON.parse(ran.stdout) as { data: Record<string, unknown> }
    expect(data).toMatchObject({
      posts: 0, audit: { ok: true }, answered: { reason: 'done', used: ['classrooms.free', 'grades.list'] },
      attacked: { tainted: true, refused: [{ tool: 'treehole.post', code: 'APPROVAL_DENIED' }] }, memories: [{ status: 'pending', source: 'input, treehole.search' }],
    })
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('pkuh-demo-'))).toEqual(before)
    expect(existsSync(stage.places.socket)).toBe(false)
  }, 60_000)

  it('`pkuh sim` starts, tells and stops the campus, and nothing else', async () => {
    await using stage = await openStage()
    const env = { ...stage.env, XDG_DATA_HOME: `${stage.home}/other` }
    const sim = (word: string): Promise<{ running?: boolean; pid?: number; stopped?: boolean }> => new Promise((done) => {
      execFile(process.execPath, [resolve('bin/pkuh.js'), 'sim', word, '--json'], { env }, (_, stdout) => done((JSON.parse(stdout) as { data: object }).data))
    })
    expect(await sim('status')).toEqual({ running: false })
    const up = await sim('start')
    expect(up).toMatchObject({ running: true })
    expect(await sim('start')).toMatchObject({ pid: up.pid })
    expect(await sim('stop')).toMatchObject({ stopped: true, pid: up.pid })
    expect(await sim('status')).toEqual({ running: false })

    // What a campus that was killed left behind, its process id now another program's.
    const innocent = spawn('sleep', ['60'], { stdio: 'ignore' })
    const ended = new Promise((done) => innocent.once('exit', (_, signal) => done(signal)))
    writeFileSync(placesOf('sim', env).sim, JSON.stringify({ pid: innocent.pid, port: 1, ca: stage.campus.ca, hosts: [], controlToken: '' }))
    expect(await sim('status')).toEqual({ running: false })
    expect(await sim('stop')).toEqual({ stopped: false })
    const anew = await sim('start')
    expect(anew.pid).not.toBe(innocent.pid)
    expect(await sim('stop')).toMatchObject({ stopped: true, pid: anew.pid })
    innocent.kill('SIGKILL')
    expect(await ended).toBe('SIGKILL')
  }, 60_000)

  it('a campus that is gone is told with what to do, by every command that needs it; one that is started anew is found without a new daemon', async () => {
    await using stage = await openStage()
    const env = { ...stage.env, XDG_DATA_HOME: `${stage.home}/other` }
    const at = async (...words: string[]) => (await stage.json(words, { env })).doc
    const login = () => stage.json(['login', '--user', '2500000001', '--password-stdin'], { env, input: 'correct-horse-01\n' })
    const missing = { ok: false, error: { code: 'DAEMON_SIM_MISSING', exit: 6, hint: expect.stringContaining('pkuh sim start') } }
    const started = async () => { const doc = await at('sim', 'start'); return doc.ok ? (doc.data as { pid: number }).pid : 0 }
    const first = await started()
    expect((await login()).doc).toMatchObject({ ok: true })
    expect(await at('call', 'grades.list')).toMatchObject({ ok: true })
    const status = await at('status')
    expect(status).toMatchObject({ data: { sim: { running: true } } })
    for (const how of ['killed', 'stopped', 'another has its id']) {
      if (how === 'stopped') await at('sim', 'stop')
      else process.kill(how === 'killed' ? first : await started(), 'SIGKILL')
      if (how === 'another has its id') {
        const { sim } = placesOf('sim', env)
        writeFileSync(sim, JSON.stringify({ ...JSON.parse(readFileSync(sim, 'utf8')) as object, pid: process.pid }))
      }
      for (const words of [['call', 'grades.list'], ['call', 'classrooms.free', '--building', '\u7406\u6559']]) expect([how, words, await at(...words)]).toMatchObject([how, words, missing])
      expect([how, (await login()).doc]).toMatchObject([how, missing])
      expect([how, await at('status')]).toMatchObject([how, { data: { sim: { running: false } } }])
      const words = await stage.pkuh(['--lang', 'en', 'status'], { env })
      expect(words.stdout).toMatch(/Simulated campus +not running \(pkuh sim start\)/)
      await started()
      expect([how, (await login()).doc]).toMatchObject([how, { ok: true }])
      expect([how, await at('call', 'grades.list')]).toMatchObject([how, { ok: true }])
    }
    expect(await at('status')).toMatchObject({ data: { pid: status.ok && (status.data as { pid: number }).pid, sim: { running: true } } })
    for (const words of [['sim', 'stop'], ['daemon', 'stop']]) await at(...words)
    expect(await at('daemon', 'start')).toMatchObject(missing)
  }, 120_000)

  it.runIf(process.platform === 'linux')('starts of a campus side by side leave one, and each finds it; one that is killed is down at once, and one whose file is taken away ends', async () => {
    await using stage = await openStage()
    const env = { ...stage.env, XDG_DATA_HOME: `${stage.home}/other` }
    const sim = async (word: string) => (await stage.json(['sim', word], { env })).doc
    const campuses = () => readdirSync('/proc').filter((name) => {
      try { return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(placesOf('sim', env).sim) && !readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('--ask') } catch { return false }
    }).map(Number)
    for (const kill of [true, false]) {
      const all = await Promise.all(Array.from({ length: 4 }, () => sim('start')))
      const [pid] = campuses()
      for (const doc of all) expect(doc).toMatchObject({ ok: true, data: { running: true, pid } })
      await until('one is left', () => campuses().length === 1)
      if (kill) process.kill(pid ?? 0, 'SIGKILL')
      else rmSync(placesOf('sim', env).sim)
      expect(await sim('status')).toEqual({ ok: true, data: { running: false } })
      await until('none is left', () => campuses().length === 0)
    }
  }, 60_000)
})
