import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { placesOf } from '../../../daemon/protocol/places.ts'
import { HarnessError } from '../../../rules/errors/index.ts'
import { daemonWords as w } from '../../../rules/words/daemon.ts'
import { problemWords } from '../../../rules/words/usage.ts'
import { type Client, connect } from '../../client/connect.ts'
import type { Build } from '../commands.ts'
import type { Io } from '../io.ts'
import type { Done } from '../print.ts'
import { untilGone } from '../until-gone.ts'

export const daemon: Build = ({ command, cli, does }) => {
  const { io } = cli
  const places = placesOf(io.globals.profile, io.env)
  command.command('start').action(does(async () => describe(await cli.client(), io)))
  command.command('status').action(does(async () => {
    const client = await running(io)
    return client ? describe(client, io) : { data: { running: false }, lines: [io.say(w.down)] }
  }))
  command.command('stop').action(does(() => stopDaemon(io)))
  command.command('logs').option('--lines <n>', '', '50').action(does((options: { lines: string }) => {
    const count = Number(options.lines)
    if (!Number.isInteger(count) || count < 1) throw new HarnessError('USAGE', { problem: io.say(problemWords.atLeast, { name: '--lines', from: 1 }) })
    let text = ''
    try { text = readFileSync(places.log, 'utf8') } catch { io.talk(io.say(w.noLog, { path: places.log })) }
    const lines = text.split('\n').filter((line) => line !== '').slice(-count)
    return Promise.resolve({ data: { path: places.log, lines }, lines })
  }))
}

async function describe(client: Client, io: Io): Promise<Done> {
  const data = await client.request('daemon.info', {}, io.signal)
  client.close()
  return {
    data: { running: true, ...data },
    lines: [io.say(w.up, { pid: data.pid, version: data.version, seconds: Math.round(data.uptimeMs / 1000), clients: data.clients, megabytes: Math.round(data.residentBytes / 1_048_576) })],
  }
}

/** The profile's daemon where one is up; it is not started. */
async function running(io: Io): Promise<Client | undefined> {
  try {
    return await connect({ places: placesOf(io.globals.profile, io.env), lang: io.globals.lang, claims: { kind: 'script', capability: 'call' } })
  } catch (error) {
    if (error instanceof HarnessError && error.code === 'DAEMON_UNREACHABLE') return undefined
    throw error
  }
}

/** Ends it and waits until it is gone, so that what comes next meets no half-dead one. */
async function stopDaemon(io: Io): Promise<Done> {
  const client = await running(io)
  if (!client) return { data: { stopped: false }, lines: [io.say(w.wasDown)] }
  // A keychain that does not answer keeps no daemon from being stopped.
  const before = await Promise.race([client.request('status', {}, io.signal).catch(() => undefined), sleep(1_000, undefined, { ref: false })])
  const { pid } = await client.request('daemon.stop', {}, io.signal)
  client.close()
  if (!(await untilGone(pid, 6_000))) throw new HarnessError('UNEXPECTED', { problem: `pid ${pid}` })
  const signInGone = before?.keystore.backend === 'memory' && before.account !== undefined
  return { data: { stopped: true, pid, signInGone }, lines: [io.say(w.stopped, { pid }), ...(signInGone ? [io.say(w.signInGone)] : [])] }
}
