import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { bundlePath } from '../../../daemon/protocol/bundles.ts'
import { childEnvironment } from '../../../daemon/protocol/environment.ts'
import { type Places, placesOf } from '../../../daemon/protocol/places.ts'
import { makePrivateDirectory } from '../../../daemon/protocol/private-place.ts'
import { HarnessError } from '../../../rules/errors/index.ts'
import { type Claims, type Client, connect } from '../../client/connect.ts'
import { reachDaemon } from '../../client/reach-daemon.ts'
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

export async function openDemoHouse(lang: 'zh' | 'en', env: NodeJS.ProcessEnv): Promise<DemoHouse> {
  const folder = makeTemporaryFolder('pkuh-demo-')
  const own = { ...childEnvironment(env), HOME: folder, XDG_DATA_HOME: join(folder, 'data'), XDG_CONFIG_HOME: join(folder, 'config'), XDG_RUNTIME_DIR: join(folder, 'run') }
  const places = placesOf('sim', own)
  makePrivateDirectory(places.data)
  // It ends with us, whatever becomes of us: its standard input is ours.
  const campus = spawn(process.execPath, [bundlePath('sim.js'), '--file', places.sim, '--with-parent'], { env: own, cwd: '/', stdio: ['pipe', 'pipe', 'ignore'] })
  const lines = createInterface({ input: campus.stdout })
  let daemon: number | undefined
  const close = async (): Promise<void> => {
    await stopDaemon(places, lang, daemon)
    if (campus.pid !== undefined) await stopSim(campus.pid)
    lines.close()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await nextLine(campus, lines, 'ready')
    const sim = readSim(places)
    if (!sim) throw new HarnessError('DAEMON_SIM_MISSING', { problem: 'no sim.json' })
    return {
      folder, sim, close,
      async connect(claims) {
        const client = await reachDaemon('sim', { places, claims, lang }, own)
        daemon = client.welcome.pid
        return client
      },
      async count(method, host, path) {
        const answer = nextLine(campus, lines, 'count')
        campus.stdin.write(`count ${method} ${host} ${path}\n`)
        return Number((await answer).split(' ')[1])
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Asks it to end, so that it seals its chain; one that does not is ended by its id. */
async function stopDaemon(places: Places, lang: 'zh' | 'en', pid: number | undefined): Promise<void> {
  if (pid === undefined) return
  try {
    const client = await connect({ places, lang, claims: { kind: 'script', capability: 'call' } })
    await client.request('daemon.stop', {})
    client.close()
  } catch { /* ended below */ }
  await stopSim(pid)
}

function nextLine(campus: ChildProcess, lines: ReturnType<typeof createInterface>, word: string): Promise<string> {
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
