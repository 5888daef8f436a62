import { type Stats, existsSync, lstatSync, readFileSync } from 'node:fs'
import { bundlePath } from '../../../daemon/protocol/bundles.ts'
import { childEnvironment, refusedSurroundings } from '../../../daemon/protocol/environment.ts'
import { placesOf } from '../../../daemon/protocol/places.ts'
import { explain } from '../../../rules/errors/index.ts'
import { daemonWords, doctorWords as w } from '../../../rules/words/daemon.ts'
import { stateWords } from '../../../rules/words/cli.ts'
import { connect } from '../../client/connect.ts'
import { ReportedError } from '../../client/reported-error.ts'
import type { Build } from '../commands.ts'
import type { Io } from '../io.ts'
import { readSim } from '../sim-process.ts'
import { columns } from '../width.ts'
import { keystoreState } from './status.ts'

interface Finding { readonly what: keyof typeof w; readonly ok: boolean; readonly detail: string }

/** Looks at everything a start needs, without starting or changing anything. */
export const doctor: Build = ({ command, cli, does }) => {
  command.action(does(async () => {
    const { io } = cli
    const findings = await look(io)
    const wrong = findings.filter(({ ok }) => !ok).length
    return {
      data: { ok: wrong === 0, findings },
      lines: [
        ...columns(findings.map(({ what, ok, detail }) => [ok ? '✓' : '✗', io.say(w[what]), detail])),
        wrong === 0 ? io.say(w.allFine) : io.say(w.problems, { count: wrong }),
      ],
    }
  }))
}

async function look(io: Io): Promise<Finding[]> {
  const places = placesOf(io.globals.profile, io.env)
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const dropped = Object.keys(io.env).filter((name) => refusedSurroundings({ [name]: '' }, []) !== undefined && !(name in childEnvironment(io.env)))
  const missing = ['commands.cjs', 'daemon.mjs', 'sim.js', 'keystore-helper.cjs', 'extract-worker.cjs'].filter((name) => !existsSync(bundlePath(name)))
  return [
    { what: 'node', ok: major > 20 || (major === 20 && minor >= 19), detail: io.say(w.needsNode, { version: process.versions.node }) },
    { what: 'bundles', ok: missing.length === 0, detail: missing.join(', ') || io.say(w.fine) },
    place('data', places.data, 0o700, io), place('run', places.run, 0o700, io), place('socket', places.socket, 0o600, io), config(places.config, io),
    { what: 'environment', ok: true, detail: dropped.length ? io.say(w.dropped, { names: dropped.join(', ') }) : io.say(w.fine) },
    ...(io.globals.profile === 'sim' ? [sim(places, io)] : process.platform === 'linux' ? [bus(io)] : []),
    ...await daemon(io),
  ]
}

function place(what: 'data' | 'run' | 'socket', path: string, wanted: number, io: Io): Finding {
  let stats: Stats
  try { stats = lstatSync(path) } catch { return { what, ok: true, detail: `${path}: ${io.say(w.missing)}` } }
  const mode = stats.mode & 0o777
  if (process.getuid && stats.uid !== process.getuid()) return { what, ok: false, detail: `${path}: ${io.say(w.owner)}` }
  if ((mode & 0o077) !== 0) return { what, ok: false, detail: `${path}: ${io.say(w.mode, { mode: mode.toString(8), wanted: wanted.toString(8) })}` }
  return { what, ok: true, detail: path }
}

function config(path: string, io: Io): Finding {
  if (!existsSync(path)) return { what: 'config', ok: true, detail: `${path}: ${io.say(w.missing)}` }
  try {
    JSON.parse(readFileSync(path, 'utf8'))
    return { what: 'config', ok: true, detail: path }
  } catch {
    return { what: 'config', ok: false, detail: `${path}: ${io.say(w.broken)}` }
  }
}

const bus = (io: Io): Finding => {
  const found = Boolean(io.env['DBUS_SESSION_BUS_ADDRESS'])
  return { what: 'bus', ok: found, detail: found ? io.say(w.fine) : io.say(w.noBus) }
}

function sim(places: ReturnType<typeof placesOf>, io: Io): Finding {
  const found = readSim(places)
  return { what: 'sim', ok: found !== undefined, detail: found ? io.say(daemonWords.simUp, { pid: found.pid, port: found.port }) : io.say(daemonWords.simDown) }
}

/** The daemon as it is, and the keystore as it sees it. One that is not up is no fault: it starts when it is needed. */
async function daemon(io: Io): Promise<Finding[]> {
  try {
    const client = await connect({ places: placesOf(io.globals.profile, io.env), lang: io.globals.lang, claims: { kind: 'script', capability: 'call' } })
    const status = await client.request('status', {}, io.signal)
    client.close()
    return [
      { what: 'daemon', ok: true, detail: io.say(stateWords.process, { version: status.version, pid: status.pid }) },
      { what: 'keystore', ok: status.keystore.state === 'ready', detail: `${status.keystore.backend}: ${keystoreState(status.keystore, io)}` },
    ]
  } catch (error) {
    const { code, message, hint } = error instanceof ReportedError ? error.fault : explain(error, io.globals.lang)
    return [{ what: 'daemon', ok: code === 'DAEMON_UNREACHABLE', detail: code === 'DAEMON_UNREACHABLE' ? io.say(w.notUp) : `${message}; ${hint}` }]
  }
}
