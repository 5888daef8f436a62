import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from 'node:tls'
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

/** The simulated campus that is up, by its file and its certificate: after a crash, its process id may be anyone's. */
export async function findSim(places: Pick<Places, 'sim'>): Promise<SimUp | undefined> {
  const written = readSim(places)
  return written && await answers(written) ? written : undefined
}

/** Starts it and waits for its file. Rejects with `DAEMON_SIM_MISSING` when it ends at once or is not up within ten seconds. */
export async function startSim(places: Places, env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<SimUp> {
  makePrivateDirectory(places.data)
  const child = spawn(process.execPath, [bundlePath('sim.js'), '--file', places.sim], { detached: true, env: childEnvironment(env), cwd: '/', stdio: 'ignore' })
  child.unref()
  child.once('error', () => { /* told by its file that never comes */ })
  for (let waited = 0; waited < 10_000 && child.exitCode === null; waited += 20) {
    const written = readSim(places)
    if (written && written.pid === child.pid) return written
    await sleep(20, undefined, { signal })
  }
  throw new HarnessError('DAEMON_SIM_MISSING', { problem: child.exitCode === null ? 'no answer' : 'it ended at once' })
}

/** Ends a process by its id and waits; true when it is gone. */
export async function stopSim(pid: number): Promise<boolean> {
  if (isAlive(pid)) process.kill(pid, 'SIGTERM')
  return untilGone(pid, 5_000)
}

/** How long it may take to show its certificate, in milliseconds. */
const patienceMs = 2_000

function answers({ port, ca }: SimUp): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, ca, servername: 'sim.invalid', timeout: patienceMs })
    const end = (answer: boolean): void => { socket.destroy(); resolve(answer) }
    socket.once('secureConnect', () => end(true)).once('timeout', () => end(false)).once('error', () => end(false))
  })
}
