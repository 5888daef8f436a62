import { execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { bundlePath } from '../../daemon/protocol/bundles.ts'
import { childEnvironment } from '../../daemon/protocol/environment.ts'
import { isAlive } from '../../daemon/protocol/is-alive.ts'
import type { Places } from '../../daemon/protocol/places.ts'
import { makePrivateDirectory } from '../../daemon/protocol/private-place.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import { isObject } from '../../rules/json.ts'
import { untilGone } from './until-gone.ts'

export interface SimUp {
  readonly pid: number
  readonly port: number
  /** PEM. */
  readonly ca: string
}

/** What the simulated campus wrote of itself; undefined where no process of that id is left. */
export function readSim({ sim }: Pick<Places, 'sim'>): SimUp | undefined {
  let value: unknown
  try { value = JSON.parse(readFileSync(sim, 'utf8')) } catch { return undefined }
  const { pid, port, ca } = isObject(value) ? value : {}
  return typeof pid === 'number' && pid > 0 && typeof port === 'number' && typeof ca === 'string' && isAlive(pid) ? { pid, port, ca } : undefined
}

/** The simulated campus that is up, by its file, its certificate and its token: after a crash, its process id may be anyone's. */
export async function findSim(places: Pick<Places, 'sim'>, env: NodeJS.ProcessEnv): Promise<SimUp | undefined> {
  const written = readSim(places)
  return written && (await askSim(places, env, 'alive')) ? written : undefined
}

/** How long a start may take, in milliseconds. */
const startMs = 10_000
/** The exit code of a campus that another one left no place for. */
const taken = 3

/**
 * Starts it and waits for its file. Of several starts at once one campus stays, and all of them find it. Rejects with
 * `SIM_START_FAILED` when it ends at once or is not up in time.
 */
export async function startSim(places: Places, env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<SimUp> {
  makePrivateDirectory(places.data)
  let campus = launch(places, env)
  const given = () => campus.process.kill()
  signal.addEventListener('abort', given, { once: true })
  for (const end = Date.now() + startMs; Date.now() < end;) {
    const written = readSim(places)
    if (written && written.pid === campus.process.pid) {
      signal.removeEventListener('abort', given)
      return campus.leave(written)
    }
    const ended = campus.ended()
    if (ended === taken) {
      const found = await findSim(places, env)
      if (found) return found
      // The one that was first is not up yet, or was just going.
      await sleep(200, undefined, { signal })
      campus = launch(places, env)
    } else if (ended !== null) throw new HarnessError('SIM_START_FAILED', { problem: campus.said() || String(ended) })
    await sleep(20, undefined, { signal })
  }
  campus.process.kill()
  throw new HarnessError('SIM_START_FAILED', { problem: 'timeout' })
}

/** A campus of its own session. What it says on its standard error is read until it is left to itself. */
function launch(places: Places, env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [bundlePath('sim.js'), '--file', places.sim], { detached: true, env: childEnvironment(env), cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  let fault: string | undefined
  child.stderr.setEncoding('utf8').on('data', (text: string) => { said += text })
  child.once('error', ({ message }) => { fault = message })
  return { process: child, said: () => said.trim(), ended: () => fault ?? child.exitCode ?? child.signalCode, leave: (up: SimUp): SimUp => { child.stderr.destroy(); child.unref(); return up } }
}

/** Ends a process by its id and waits; true when it is gone. */
export async function stopSim(pid: number): Promise<boolean> {
  if (isAlive(pid)) process.kill(pid, 'SIGTERM')
  return untilGone(pid, 5_000)
}

/** How long an answer may take, in milliseconds. */
const patienceMs = 5_000

/**
 * What the campus that is up says of itself, in its own program's words: `alive`, `accounts` or `codes` (of one account).
 * That program asks over the control endpoint, since nothing of the terminal speaks HTTP. Undefined where nothing answers.
 */
export function askSim({ sim }: Pick<Places, 'sim'>, env: NodeJS.ProcessEnv, question: 'alive' | 'accounts' | 'codes', account = ''): Promise<Record<string, unknown> | undefined> {
  const args = [bundlePath('sim.js'), '--file', sim, '--ask', question, `--account=${account}`]
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env: childEnvironment(env), cwd: '/', timeout: patienceMs }, (error, stdout) => {
      let answer: unknown
      try { answer = error ? undefined : JSON.parse(stdout) } catch { answer = undefined }
      resolve(isObject(answer) ? answer : undefined)
    })
  })
}
