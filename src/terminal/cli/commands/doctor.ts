import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { bundlePath } from '../../../daemon/protocol/bundles.ts'
import type { Fault } from '../../../daemon/protocol/message.ts'
import { childEnvironment, refusedSurroundings } from '../../../daemon/protocol/environment.ts'
import { type Places, placesOf } from '../../../daemon/protocol/places.ts'
import { assertSocket, checkPrivateDirectory } from '../../../daemon/protocol/private-place.ts'
import { assertSocketPathFits } from '../../../daemon/protocol/socket-path.ts'
import { type ErrorCode, type ErrorParams, HarnessError, explain } from '../../../rules/errors/index.ts'
import { isObject } from '../../../rules/json.ts'
import { daemonWords, doctorWords as w } from '../../../rules/words/daemon.ts'
import { refusalWords } from '../../../rules/words/cli.ts'
import { inProfile } from '../../../rules/words/in-profile.ts'
import { shippedCaEnds, shippedCaState } from '../../../rules/shipped-ca.ts'
import { connect } from '../../client/connect.ts'
import { ReportedError } from '../../client/reported-error.ts'
import { askStart } from '../ask-start.ts'
import type { Build } from '../commands.ts'
import type { Io } from '../io.ts'
import { Failed } from '../print.ts'
import { findSim } from '../sim-process.ts'
import { table } from '../table.ts'
import { keystoreFault } from '../keystore-fault.ts'
import { daemonState, keystoreState } from '../status-rows.ts'
import { proxyFault, proxyState } from '../proxy-state.ts'

/** `code` and `hint` are those of the error which the problem ends in where it is met. */
interface Finding { readonly what: keyof typeof w; readonly ok: boolean; readonly code?: string; readonly detail: string; readonly hint?: string }
/** A finding and, where something is wrong, the error that it ends in. */
interface Looked { readonly what: keyof typeof w; readonly detail: string; readonly fault?: Fault | undefined }

/** Looks at everything a start needs, without starting or changing anything. Ends as the first problem found does. */
export const doctor: Build = ({ command, cli, does }) => {
  command.action(does(async () => {
    const { io } = cli
    const looked = await look(io)
    const faults = looked.flatMap(({ fault }) => fault ?? [])
    const [first] = faults
    const findings = looked.map(({ what, detail, fault }): Finding => ({ what, ok: !fault, detail, ...(fault ? { code: fault.code, hint: inProfile(fault.hint, io.globals.profile) } : {}) }))
    const rows = table(findings.map(({ what, ok, detail }) => [ok ? '✓' : '✗', io.say(w[what]), detail]))
    const lines = [
      ...findings.flatMap(({ hint }, at) => [rows[at] ?? '', ...(hint === undefined ? [] : [`   ${io.say(refusalWords.hint)}${hint}`])]),
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
  const start = missing.length > 0 ? {} : await askStart(io.globals.profile, io.env)
  const found: Looked[] = [
    { what: 'node', fault: broken(major < 20 || (major === 20 && minor < 19), `Node ${process.versions.node}`), detail: io.say(w.needsNode, { version: process.versions.node }) },
    { what: 'bundles', fault: broken(missing.length > 0 || start === undefined, missing.join(', ') || 'daemon.mjs --check'), detail: missing.join(', ') || (start ? io.say(w.fine) : 'daemon.mjs') },
    place('data', places.data, () => checkPrivateDirectory(places.data), io),
    place('run', places.run, () => checkPrivateDirectory(places.run), io),
    place('socket', places.socket, () => isSocketThere(places), io),
    place('config', places.config, () => told(start?.['config'], places.config), io),
    place('database', places.database, () => told(start?.['database'], places.database), io),
    { what: 'environment', detail: dropped.length ? io.say(w.dropped, { names: dropped.join(', ') }) : io.say(w.fine) },
    ...(io.globals.profile === 'sim' ? [await sim(places, io)] : process.platform === 'linux' && !choseVault(places.config) ? [bus(io)] : []),
    { what: 'certificate', detail: certificate(io, Date.now()) },
  ]
  // What keeps it from being reached was found already, where it is.
  const known = (fault: Fault | undefined): boolean => fault !== undefined && found.some((one) => one.fault?.code === fault.code)
  return [...found, ...(await daemon(io)).filter(({ fault }) => !known(fault))]
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

/** @param look whether it is there; throws what is wrong with it */
function place(what: Looked['what'], path: string, look: () => boolean, io: Io): Looked {
  try {
    return { what, detail: look() ? path : `${path}: ${io.say(w.missing)}` }
  } catch (error) {
    const met = explain(error, io.globals.lang)
    return { what, detail: `${met.message}${modeOf(path, io)}`, fault: met }
  }
}

/** The mode of a directory of ours that is open to others: what has to be changed. */
function modeOf(path: string, io: Io): string {
  const stats = attempt(() => lstatSync(path, { throwIfNoEntry: false }))
  if (!stats?.isDirectory() || (stats.mode & 0o077) === 0) return ''
  return ` (${io.say(w.mode, { mode: (stats.mode & 0o777).toString(8), wanted: '700' })})`
}

/** Its directory is another finding. */
function isSocketThere({ socket }: Places): boolean {
  assertSocketPathFits(socket)
  if (!attempt(() => lstatSync(socket, { throwIfNoEntry: false }))) return false
  assertSocket(socket)
  return true
}

function told(fault: HarnessError | undefined, path: string): boolean {
  if (fault) throw fault
  return existsSync(path)
}

function attempt<T>(look: () => T): T | undefined {
  try { return look() } catch { return undefined }
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

const bus = (io: Io): Looked =>
  (io.env['DBUS_SESSION_BUS_ADDRESS'] ? { what: 'bus', detail: io.say(w.fine) } : { what: 'bus', detail: io.say(w.noBus), fault: fault('KEYSTORE_DEAD', { reason: 'no-bus' }, io) })

async function sim(places: Places, io: Io): Promise<Looked> {
  const found = await findSim(places, io.env)
  if (found) return { what: 'sim', detail: io.say(daemonWords.simUp, { pid: found.pid, port: found.port }) }
  return { what: 'sim', detail: io.say(daemonWords.simDown), fault: fault('DAEMON_SIM_MISSING', { problem: places.sim }, io) }
}

/** The daemon as it is, and the keystore as it sees it. One that is not up is no fault: it starts when it is needed. */
async function daemon(io: Io): Promise<Looked[]> {
  try {
    const client = await connect({ places: placesOf(io.globals.profile, io.env), lang: io.globals.lang, claims: { kind: 'script', capability: 'call' } })
    const status = await client.request('status', {}, io.signal)
    // What keeps the keystore's names from being read is the keystore's finding.
    const { proxy } = await client.request('proxy.show', {}, io.signal).catch(() => ({ proxy: undefined }))
    client.close()
    return [
      { what: 'daemon', detail: daemonState(status, io.say) },
      { what: 'keystore', detail: `${status.keystore.backend}: ${keystoreState(status.keystore, io.say)}`, fault: keystoreFault(status.keystore, io) },
      ...(proxy ? [{ what: 'proxy' as const, detail: `${proxy.url}: ${proxyState(proxy, io)}`, fault: proxyFault(proxy, io) }] : []),
    ]
  } catch (error) {
    const met = error instanceof ReportedError ? error.fault : explain(error, io.globals.lang)
    return [met.code === 'DAEMON_UNREACHABLE' ? { what: 'daemon', detail: io.say(w.notUp) } : { what: 'daemon', detail: `${met.message}; ${met.hint}`, fault: met }]
  }
}

const fault = (code: ErrorCode, params: ErrorParams, { globals }: Io): Fault => explain(new HarnessError(code, params), globals.lang)
