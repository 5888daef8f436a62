import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningCampus, SimFile } from '../../fixtures/campus/campus-api.ts'
import { openControl } from '../../fixtures/campus/control/control.ts'
import { type CampusOptions, startCampus } from '../../fixtures/campus/start-campus.ts'
import { type Places, placesOf } from '../../src/daemon/protocol/places.ts'
import { type Client, connect } from '../../src/terminal/client/connect.ts'
import { ReportedError } from '../../src/terminal/client/reported-error.ts'

/** A student's machine: a place of its own, a simulated campus in this process, and the built `pkuh` run as its user would. */
export interface Stage extends AsyncDisposable {
  readonly campus: RunningCampus
  readonly home: string
  readonly env: Readonly<Record<string, string>>
  readonly places: Places
  /** Runs `pkuh --profile sim …` in a pipe. */
  pkuh(args: readonly string[], given?: Given): Promise<Ran>
  /** The same with `--json`: the one document it printed. */
  json(args: readonly string[], given?: Given): Promise<{ readonly ran: Ran; readonly doc: Doc }>
  login(account?: string): Promise<void>
  /** A connection that claims a person at a terminal. */
  person(): Promise<Client>
  /** A connection of a script that claims as much; it gets `call`. */
  script(): Promise<Client>
  daemonPid(): Promise<number>
  /** SIGKILL, and until the process is gone. */
  killDaemon(): Promise<void>
}
export interface Given {
  readonly input?: string
  readonly profile?: string
  /** In place of the stage's own. */
  readonly env?: Readonly<Record<string, string>>
  /** Another user to run as, where the test is root's. */
  readonly uid?: number
}
export interface Ran { readonly code: number; readonly stdout: string; readonly stderr: string }
export type Doc =
  | { readonly ok: true; readonly data: unknown }
  | { readonly ok: false; readonly error: { readonly code: string; readonly exit: number; readonly message: string; readonly hint: string; readonly rules?: readonly string[]; readonly id?: string } }

export interface StageOptions {
  readonly campus?: CampusOptions
  /** Added to the environment of every process, e.g. a session bus. */
  readonly env?: Readonly<Record<string, string>>
  /** The profile's settings file. */
  readonly config?: object
  /** Another installation's program than the one built here. */
  readonly program?: string
}

export async function openStage(options: StageOptions = {}): Promise<Stage> {
  const controlToken = randomBytes(32).toString('hex')
  const campus = await startCampus({ control: (running) => openControl(running, controlToken), ...options.campus })
  const home = mkdtempSync(join(tmpdir(), 'pkuh-journey-'))
  const env = {
    HOME: home, PATH: process.env['PATH'] ?? '', LANG: 'zh_CN.UTF-8',
    XDG_DATA_HOME: join(home, 'data'), XDG_CONFIG_HOME: join(home, 'config'), XDG_RUNTIME_DIR: join(home, 'run'), ...options.env,
  }
  const places = placesOf('sim', env)
  mkdirSync(places.data, { recursive: true, mode: 0o700 })
  mkdirSync(env.XDG_RUNTIME_DIR, { recursive: true, mode: 0o700 })
  const sim: SimFile = { pid: process.pid, port: campus.port, ca: campus.ca, hosts: campus.hosts, controlToken }
  writeFileSync(places.sim, JSON.stringify(sim), { mode: 0o600 })
  if (options.config) {
    mkdirSync(join(env.XDG_CONFIG_HOME, 'pku-harness'), { recursive: true, mode: 0o700 })
    writeFileSync(places.config, JSON.stringify(options.config), { mode: 0o600 })
  }

  const pkuh: Stage['pkuh'] = (args, { input, profile = 'sim', env: given = env, uid } = {}) => new Promise((done) => {
    const child = execFile(process.execPath, [options.program ?? resolve('bin/pkuh.js'), '--profile', profile, ...args], { env: given, cwd: home, ...(uid === undefined ? {} : { uid, gid: uid }) }, (error, stdout, stderr) => {
      done({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr })
    })
    child.stdin?.end(input ?? '')
  })
  const json: Stage['json'] = async (args, given) => {
    const ran = await pkuh([...args, '--json'], given)
    return { ran, doc: JSON.parse(ran.stdout) as Doc }
  }
  const daemonPid = async (): Promise<number> => {
    const { doc } = await json(['daemon', 'status'])
    if (!doc.ok) throw new Error(doc.error.message)
    return (doc.data as { pid: number }).pid
  }
  return {
    campus, home, env, places, pkuh, json, daemonPid,
    async login(account = '2500000001') {
      const password = campus.data.accounts.find(({ id }) => id === account)?.password ?? ''
      const ran = await pkuh(['login', '--user', account, '--password-stdin'], { input: `${password}\n` })
      if (ran.code !== 0) throw new Error(`login ended with ${ran.code}: ${ran.stderr}`)
    },
    person: () => connect({ places, claims: { kind: 'interactive', capability: 'admin' }, lang: 'zh' }),
    script: () => connect({ places, claims: { kind: 'script', capability: 'admin' }, lang: 'zh' }),
    async killDaemon() {
      const pid = await daemonPid()
      process.kill(pid, 'SIGKILL')
      await gone(pid)
    },
    async [Symbol.asyncDispose]() {
      await pkuh(['daemon', 'stop'])
      await campus.close()
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function gone(pid: number): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    try { process.kill(pid, 0) } catch { return }
    await sleep(10)
  }
  throw new Error(`process ${pid} is still there`)
}

/** `ok`, or the code of what the daemon refused with. */
export const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(() => 'ok', (error: unknown) => (error instanceof ReportedError ? error.fault.code : String(error)))

/** Waits until something is true, asking every 10 ms; fails after `ms`. */
export async function until(what: string, test: () => boolean | Promise<boolean>, ms = 20_000): Promise<void> {
  for (const end = Date.now() + ms; Date.now() < end;) {
    if (await test()) return
    await sleep(10)
  }
  throw new Error(`never happened: ${what}`)
}
