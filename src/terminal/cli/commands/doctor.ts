import { type Stats, existsSync, lstatSync, readFileSync } from 'node:fs'
import { bundlePath } from '../../../daemon/protocol/bundles.ts'
import type { Fault } from '../../../daemon/protocol/message.ts'
import { childEnvironment, refusedSurroundings } from '../../../daemon/protocol/environment.ts'
import { placesOf } from '../../../daemon/protocol/places.ts'
import { type ErrorCode, type ErrorParams, HarnessError, explain } from '../../../rules/errors/index.ts'
import { isObject } from '../../../rules/json.ts'
import { daemonWords, doctorWords as w } from '../../../rules/words/daemon.ts'
import { stateWords } from '../../../rules/words/cli.ts'
import { shippedCaEnds, shippedCaState } from '../../../rules/shipped-ca.ts'
import { connect } from '../../client/connect.ts'
import { ReportedError } from '../../client/reported-error.ts'
import type { Build } from '../commands.ts'
import type { Io } from '../io.ts'
import { Failed } from '../print.ts'
import { readSim } from '../sim-process.ts'
import { columns } from '../width.ts'
import { keystoreFault } from '../keystore-fault.ts'
import { keystoreState } from './status.ts'

/** `code` is that of the error which the problem ends in where it is met. */
interface Finding { readonly what: keyof typeof w; readonly ok: boolean; readonly code?: string; readonly detail: string }
/** A finding and, where something is wrong, the error that it ends in. */
interface Looked { readonly what: keyof typeof w; readonly detail: string; readonly fault?: Fault | undefined }

/** Looks at everything a start needs, without starting or changing anything. Ends as the first problem found does. */
export const doctor: Build = ({ command, cli, does }) => {
  command.action(does(async () => {
    const { io } = cli
    const looked = await look(io)
    const faults = looked.flatMap(({ fault }) => fault ?? [])
    const [first] = faults
    const findings = looked.map(({ what, detail, fault }): Finding => ({ what, ok: !fault, ...(fault ? { code: fault.code } : {}), detail }))
    const lines = [
      ...columns(findings.map(({ what, ok, detail }) => [ok ? '✓' : '✗', io.say(w[what]), detail])),
      first ? io.say(w.problems, { count: faults.length }) : io.say(w.allFine),
    ]
    if (!first) return { data: { ok: true, findings }, lines }
    if (!io.globals.json) lines.forEach((line) => io.out(line))
    throw new Failed(first, { ok: false, findings: findings.map((finding) => ({ ...finding })) })
  }))
}

async function look(io: Io): Promise<Looked[]> {
  const places = placesOf(io.globals.profile, io.env)
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const dropped = Object.keys(io.env).filter((name) => refusedSurroundings({ [name]: '' }, []) !== undefined && !(name in childEnvironment(io.env)))
  const missing = ['commands.cjs', 'daemon.mjs', 'sim.js', 'keystore-helper.cjs', 'extract-worker.cjs'].filter((name) => !existsSync(bundlePath(name)))
  const broken = (wrong: boolean, problem: string): Fault | undefined => (wrong ? fault('INSTALLATION_BROKEN', { problem }, io) : undefined)
  return [
    { what: 'node', fault: broken(major < 20 || (major === 20 && minor < 19), `Node ${process.versions.node}`), detail: io.say(w.needsNode, { version: process.versions.node }) },
    { what: 'bundles', fault: broken(missing.length > 0, missing.join(', ')), detail: missing.join(', ') || io.say(w.fine) },
    place('data', places.data, 0o700, io), place('run', places.run, 0o700, io), place('socket', places.socket, 0o600, io), config(places.config, io),
    { what: 'environment', detail: dropped.length ? io.say(w.dropped, { names: dropped.join(', ') }) : io.say(w.fine) },
    ...(io.globals.profile === 'sim' ? [sim(places, io)] : process.platform === 'linux' && !choseVault(places.config) ? [bus(io)] : []),
    { what: 'certificate', detail: certificate(io, Date.now()) },
    ...await daemon(io),
  ]
}

/** Nothing is wrong yet when it ends: the site may send a whole chain by then. But an update brings the next one. */
function certificate(io: Io, now: number): string {
  const date = new Date(shippedCaEnds).toISOString().slice(0, 10)
  switch (shippedCaState(now)) {
    case 'fine': return io.say(w.certificateFine, { date })
    case 'ends-soon': return io.say(w.certificateEnds, { date })
    case 'ended': return io.say(w.certificateEnded, { date })
  }
}

function place(what: 'data' | 'run' | 'socket', path: string, wanted: number, io: Io): Looked {
  let stats: Stats
  try { stats = lstatSync(path) } catch { return { what, detail: `${path}: ${io.say(w.missing)}` } }
  const mode = stats.mode & 0o777
  const unsafe = (problem: string, words: string): Looked => ({ what, detail: `${path}: ${words}`, fault: fault('DAEMON_UNSAFE_PLACE', { path, problem }, io) })
  if (process.getuid && stats.uid !== process.getuid()) return unsafe('not-yours', io.say(w.owner))
  if ((mode & 0o077) !== 0) return unsafe('open-to-others', io.say(w.mode, { mode: mode.toString(8), wanted: wanted.toString(8) }))
  return { what, detail: path }
}

/** A vault needs no bus. */
function choseVault(path: string): boolean {
  try {
    const settings: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return isObject(settings) && settings['keystore'] === 'vault'
  } catch {
    return false
  }
}

function config(path: string, io: Io): Looked {
  if (!existsSync(path)) return { what: 'config', detail: `${path}: ${io.say(w.missing)}` }
  try {
    JSON.parse(readFileSync(path, 'utf8'))
    return { what: 'config', detail: path }
  } catch {
    return { what: 'config', detail: `${path}: ${io.say(w.broken)}`, fault: fault('DAEMON_CONFIG', { path, problem: 'not JSON' }, io) }
  }
}

const bus = (io: Io): Looked =>
  (io.env['DBUS_SESSION_BUS_ADDRESS'] ? { what: 'bus', detail: io.say(w.fine) } : { what: 'bus', detail: io.say(w.noBus), fault: fault('KEYSTORE_DEAD', { reason: 'no-bus' }, io) })

function sim(places: ReturnType<typeof placesOf>, io: Io): Looked {
  const found = readSim(places)
  if (found) return { what: 'sim', detail: io.say(daemonWords.simUp, { pid: found.pid, port: found.port }) }
  return { what: 'sim', detail: io.say(daemonWords.simDown), fault: fault('DAEMON_SIM_MISSING', { problem: 'no process' }, io) }
}

/** The daemon as it is, and the keystore as it sees it. One that is not up is no fault: it starts when it is needed. */
async function daemon(io: Io): Promise<Looked[]> {
  try {
    const client = await connect({ places: placesOf(io.globals.profile, io.env), lang: io.globals.lang, claims: { kind: 'script', capability: 'call' } })
    const status = await client.request('status', {}, io.signal)
    client.close()
    return [
      { what: 'daemon', detail: io.say(stateWords.process, { version: status.version, pid: status.pid }) },
      { what: 'keystore', detail: `${status.keystore.backend}: ${keystoreState(status.keystore, io)}`, fault: keystoreFault(status.keystore, io) },
    ]
  } catch (error) {
    const met = error instanceof ReportedError ? error.fault : explain(error, io.globals.lang)
    return [met.code === 'DAEMON_UNREACHABLE' ? { what: 'daemon', detail: io.say(w.notUp) } : { what: 'daemon', detail: `${met.message}; ${met.hint}`, fault: met }]
  }
}

const fault = (code: ErrorCode, params: ErrorParams, { globals }: Io): Fault => explain(new HarnessError(code, params), globals.lang)
