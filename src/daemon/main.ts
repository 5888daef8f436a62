import { randomBytes } from 'node:crypto'
import { closeSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { HarnessError } from '../rules/errors/index.ts'
import { jsonShown } from '../rules/json-shown.ts'
import { type House, compose } from './compose.ts'
import { losesNothing } from './loses-nothing.ts'
import { handlersOf } from './methods/index.ts'
import { shippedPath } from './protocol/bundles.ts'
import { refusedSurroundings } from './protocol/environment.ts'
import { type Places, type Profile, isProfile, placesOf } from './protocol/places.ts'
import { makePrivateDirectory } from './protocol/private-place.ts'
import { createDispatch } from './server/dispatch.ts'
import { listen } from './server/listen.ts'
import { type DaemonLock, takeLock } from './server/lock.ts'
import { type SocketServer, serve } from './server/serve.ts'
import { checkStart } from './start/check-start.ts'
import { readConfig } from './start/config.ts'
import { networkOf } from './start/network.ts'

/** How long a daemon that was told to end may take, in milliseconds. */
const endMs = 4_500

/**
 * The daemon: `daemon.mjs --profile NAME [--ready-fd N]`. Says on that descriptor, in one line, that it is ready, or why it is not.
 * With `--check` it says there what a start would fail of, and ends.
 */
async function main(): Promise<void> {
  process.umask(0o077)
  // Node opens an inspector port at this signal; with a listener of our own it does not.
  process.on('SIGUSR1', () => {})
  const { profile, check, tell } = readLine(process.argv.slice(2))
  try {
    const refused = refusedSurroundings(process.env, process.execArgv)
    if (refused !== undefined) throw new HarnessError('DAEMON_ENVIRONMENT', { name: refused })
    if (!isProfile(profile)) throw new HarnessError('DAEMON_PROFILE', { profile: profile.slice(0, 40) })
    if (check) {
      tell({ faults: checkStart(profile, placesOf(profile)) })
      process.exit(0)
    }
    await start(profile, placesOf(profile))
    tell({ ready: true })
  } catch (error) {
    const known = error instanceof HarnessError ? error : new HarnessError('DAEMON_START_FAILED', { problem: error instanceof Error ? error.message : String(error) })
    tell({ code: known.code, params: known.params })
    process.exit(known.code === 'DAEMON_TAKEN' ? 0 : 1)
  }
}

async function start(profile: Profile, places: Places): Promise<void> {
  makePrivateDirectory(places.data)
  makePrivateDirectory(places.run)
  const lock = takeLock(places.lock)
  const config = readConfig(places.config)
  const token = randomBytes(32).toString('hex')
  const { version } = JSON.parse(readFileSync(shippedPath('package.json'), 'utf8')) as { version: string }
  let socket: SocketServer | undefined
  let ending: Promise<void> | undefined
  const stop = (code = 0): void => { ending ??= end(house, socket, places, lock, code) }
  const house = compose({
    profile, places, version, config, network: networkOf(profile, places), ownSecrets: [token],
    clients: () => socket?.clients() ?? 0, stop: () => stop(),
  })
  socket = serve({
    token, version, dispatch: createDispatch(handlersOf(house)), scrub: house.scrubber.text,
    log: (event, detail) => house.log.info({ event, ...detail }), onOutdated: () => stop(), losesNothing: () => losesNothing(house), onLeft: () => house.idle.touch(),
  })
  await house.prepare()
  await listen(socket.server, places, token)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop())
  for (const fault of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(fault, (error: unknown) => { house.log.fatal({ event: fault, error: error instanceof Error ? error.stack : String(error) }); stop(1) })
  }
  house.log.info({ event: 'ready', profile, version, pid: process.pid })
  void house.settle()
}

/**
 * The orderly end: turns and calls are cancelled and settle their intents, the chain is sealed, the socket and the token go.
 * What does not end in time is cut off; its intent stays open and reads `unknown` at the next start.
 */
async function end(house: House, socket: SocketServer | undefined, places: Places, lock: DaemonLock, code: number): Promise<void> {
  setTimeout(() => process.exit(code), endMs)
  // Each for itself: what fails, such as on a disk that is full, keeps nothing else from being closed.
  const attempt = async (work: () => unknown): Promise<void> => { try { await work() } catch (error) { house.log.error({ event: 'stopping', error: String(error) }) } }
  house.log.info({ event: 'stopping' })
  await attempt(() => rmSync(places.token, { force: true }))
  await attempt(() => socket?.close('stopping'))
  await attempt(() => house.close())
  await attempt(() => rmSync(places.socket, { force: true }))
  await attempt(() => lock.release())
  process.exit(code)
}

function readLine(argv: readonly string[]): { readonly profile: string; readonly check: boolean; readonly tell: (report: object) => void } {
  const after = (name: string): string | undefined => { const at = argv.indexOf(name); return at === -1 ? undefined : argv[at + 1] }
  const fd = Number(after('--ready-fd') ?? '2')
  return {
    profile: after('--profile') ?? 'default', check: argv.includes('--check'),
    tell(report) {
      try {
        writeSync(fd, `${jsonShown(JSON.stringify(report))}\n`)
        if (fd > 2) closeSync(fd)
      } catch { /* whoever started it is gone */ }
    },
  }
}

void main()
