import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { bundlePath } from '../../daemon/protocol/bundles.ts'
import { childEnvironment } from '../../daemon/protocol/environment.ts'
import type { Places } from '../../daemon/protocol/places.ts'
import { makePrivateDirectory } from '../../daemon/protocol/private-place.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import { isObject } from '../../rules/json.ts'

export interface SimUp { readonly pid: number; readonly port: number }

/** The simulated campus that is up, by its file; undefined when its process has ended. */
export function readSim({ sim }: Pick<Places, 'sim'>): SimUp | undefined {
  let value: unknown
  try { value = JSON.parse(readFileSync(sim, 'utf8')) } catch { return undefined }
  const { pid, port } = isObject(value) ? value : {}
  return typeof pid === 'number' && pid > 0 && typeof port === 'number' && isUp(pid) ? { pid, port } : undefined
}

/** Starts it and waits for its file. Rejects with `DAEMON_SIM_MISSING` when it ends at once or is not up within ten seconds. */
export async function startSim(places: Places, env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<SimUp> {
  makePrivateDirectory(places.data)
  const child = spawn(process.execPath, [bundlePath('sim.js'), '--file', places.sim], { detached: true, env: childEnvironment(env), cwd: '/', stdio: 'ignore' })
  child.unref()
  child.once('error', () => { /* told by its file that never comes */ })
  for (let waited = 0; waited < 10_000 && child.exitCode === null; waited += 20) {
    const found = readSim(places)
    if (found) return found
    await sleep(20, undefined, { signal })
  }
  throw new HarnessError('DAEMON_SIM_MISSING', { problem: child.exitCode === null ? 'no answer' : 'it ended at once' })
}

/** Ends a process by its id and waits; true when it is gone. */
export async function stopSim(pid: number): Promise<boolean> {
  if (isUp(pid)) process.kill(pid, 'SIGTERM')
  for (let waited = 0; isUp(pid) && waited < 5_000; waited += 20) await sleep(20)
  return !isUp(pid)
}

function isUp(pid: number): boolean {
  try { process.kill(pid, 0); return true } catch { return false }
}
