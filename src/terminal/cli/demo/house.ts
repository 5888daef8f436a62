import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Interface, createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { bundlePath } from '../../../daemon/protocol/bundles.ts'
import { childEnvironment } from '../../../daemon/protocol/environment.ts'
import { isAlive } from '../../../daemon/protocol/is-alive.ts'
import { type Places, placesOf } from '../../../daemon/protocol/places.ts'
import { makePrivateDirectory } from '../../../daemon/protocol/private-place.ts'
import { HarnessError } from '../../../rules/errors/index.ts'
import { type Claims, type Client, connect } from '../../client/connect.ts'
import { startDaemon } from '../../client/start-daemon.ts'
import type { Io } from '../io.ts'
import { readSim, stopSim } from '../sim-process.ts'
import { makeTemporaryFolder } from '../temporary-folder.ts'

/** A campus and a daemon of their own, in a temporary place. */
export interface DemoHouse {
  readonly folder: string
  readonly sim: { readonly pid: number; readonly port: number }
  connect(claims: Claims): Promise<Client>
  /** How many such requests the campus itself has received. */
  count(method: string, host: string, path: string): Promise<number>
  /** Ends every process by its id and deletes every file. Never rejects. */
  close(): Promise<void>
}

/**
 * Opens it, and closes it again where that fails. Until it is closed, a terminal that goes away ends the run as SIGTERM does,
 * and what a run that ends out of turn leaves (a second Ctrl-C, an error that nobody caught) is swept away as the process exits.
 */
export async function openDemoHouse({ globals: { lang }, env, signal }: Pick<Io, 'globals' | 'env' | 'signal'>): Promise<DemoHouse> {
  const hangUp = (): void => { process.kill(process.pid, 'SIGTERM') }
  process.on('SIGHUP', hangUp)
  const folder = makeTemporaryFolder('pkuh-demo-')
  const own = { ...childEnvironment(env), HOME: folder, XDG_DATA_HOME: join(folder, 'data'), XDG_CONFIG_HOME: join(folder, 'config'), XDG_RUNTIME_DIR: join(folder, 'run') }
  const places = placesOf('sim', own)
  let campus: Campus | undefined
  let daemon: number | undefined
  const sweep = (): void => {
    campus?.process.kill('SIGKILL')
    if (daemon !== undefined && isAlive(daemon)) process.kill(daemon, 'SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  process.once('exit', sweep)
  const close = async (): Promise<void> => {
    if (daemon !== undefined && await stopDaemon(places, lang, daemon)) daemon = undefined
    if (campus?.process.pid !== undefined) await stopSim(campus.process.pid)
    campus?.lines.close()
    process.off('exit', sweep).off('SIGHUP', hangUp)
    sweep()
  }
  try {
    makePrivateDirectory(places.data)
    const started = startCampus(places, own)
    campus = started
    await nextLine(started, 'ready')
    const sim = readSim(places)
    if (!sim) throw new HarnessError('DAEMON_SIM_MISSING', { problem: 'no sim.json' })
    return {
      folder, sim, close,
      async connect(claims) {
        signal.throwIfAborted()
        if (daemon === undefined) await startDaemon('sim', own, { onSpawn: (pid) => { daemon = pid }, signal })
        return connect({ places, claims, lang, signal })
      },
      async count(method, host, path) {
        const answer = nextLine(started, 'count')
        started.process.stdin.write(`count ${method} ${host} ${path}\n`)
        return Number((await answer).split(' ')[1])
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

interface Campus { readonly process: ChildProcessByStdio<Writable, Readable, null>; readonly lines: Interface }

/** It ends with us, whatever becomes of us: its standard input is ours. */
function startCampus(places: Places, env: Record<string, string>): Campus {
  const campus = spawn(process.execPath, [bundlePath('sim.js'), '--file', places.sim, '--with-parent'], { env, cwd: '/', stdio: ['pipe', 'pipe', 'ignore'] })
  // A Ctrl-C of the terminal's reaches it too: what is said to one that has ended is told by the answer that never comes.
  campus.stdin.on('error', () => {})
  return { process: campus, lines: createInterface({ input: campus.stdout }) }
}

/** Asks it to end, so that it seals its chain; one that does not is ended by its id. True when it is gone. */
async function stopDaemon(places: Places, lang: 'zh' | 'en', pid: number): Promise<boolean> {
  try {
    const client = await connect({ places, lang, claims: { kind: 'script', capability: 'call' } })
    await client.request('daemon.stop', {})
    client.close()
  } catch { /* ended below */ }
  return stopSim(pid)
}

function nextLine({ process: campus, lines }: Campus, word: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const onLine = (line: string): void => { if (line.startsWith(word)) settle(() => resolve(line)) }
    const fail = (): void => settle(() => reject(new HarnessError('DAEMON_SIM_MISSING', { problem: 'it ended' })))
    const timer = setTimeout(fail, 10_000)
    const settle = (done: () => void): void => {
      clearTimeout(timer)
      lines.off('line', onLine)
      campus.off('exit', fail)
      done()
    }
    lines.on('line', onLine)
    campus.once('exit', fail)
  })
}
