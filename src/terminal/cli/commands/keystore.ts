import { Option } from 'commander'
import type { ResultOf } from '../../../daemon/protocol/methods.ts'
import { keystoreWords as w } from '../../../rules/words/keystore.ts'
import { reachDaemon } from '../../client/reach-daemon.ts'
import { type Cli, openCli } from '../cli.ts'
import type { Build } from '../commands.ts'
import { keystoreFault } from '../keystore-fault.ts'
import { newPassphrase, passphrase } from '../passphrase.ts'
import type { Done } from '../print.ts'
import { untilGone } from '../until-gone.ts'
import { offerPin } from '../with-pin.ts'
import { keystoreState } from '../status-rows.ts'

interface Given { readonly passphraseFd?: string; readonly passphraseCommand?: string }
type Backend = ResultOf<'keystore.status'>['backend']

export const keystore: Build = ({ command, cli, does }) => {
  const { io } = cli
  command.command('status').action(does(() => show(cli)))
  command.command('init').addOption(new Option('--backend <name>').choices(['os', 'vault', 'memory']).default(io.globals.profile === 'sim' ? 'memory' : 'os'))
    .option('--leave').option('--passphrase-fd <n>').option('--passphrase-command <command>')
    .action(does((options: Given & { backend: Backend; leave?: true }) => init(options, cli)))
  command.command('lock').action(does(() => lockNow(cli)))
  command.command('unlock').option('--passphrase-fd <n>').option('--passphrase-command <command>').action(does((options: Given) => unlock(options, cli)))
  command.command('rotate').option('--passphrase-fd <n>').option('--passphrase-command <command>').option('--new-passphrase-fd <n>')
    .action(does(async (options: Given & { newPassphraseFd?: string }) => {
      // Refused for a backend that has none before anything is typed.
      if ((await cli.ask('keystore.status', {})).backend !== 'vault') await cli.ask('keystore.rotate', { current: '-', next: '-' })
      const current = await passphrase(sourceOf(options), io)
      const data = await cli.ask('keystore.rotate', { current, next: await newPassphrase({ fd: options.newPassphraseFd }, io) })
      return { data, lines: [io.say(w.rotated)] }
    }))
}

/** `pkuh lock`: the same as `pkuh keystore lock`. */
export const lock: Build = ({ command, cli, does }) => { command.action(does(() => lockNow(cli))) }

const sourceOf = ({ passphraseFd: fd, passphraseCommand: command }: Given) => ({ fd, command })

async function show(cli: Cli): Promise<Done> {
  const { io } = cli
  const data = await cli.ask('keystore.status', {})
  const fault = keystoreFault(data, io)
  const locked = data.locked === undefined ? [] : [io.say(data.locked === 'idle' ? w.lockedByIdle : w.lockedByPerson)]
  return {
    data,
    lines: [
      `${data.backend}: ${keystoreState(data, io.say)}`, io.say(w.entries, { count: data.entries }), ...locked,
      io.say(data.idleMinutes === 0 ? w.neverIdle : w.idle, { minutes: data.idleMinutes }),
      ...(fault ? [io.say(w.remedy, { hint: fault.hint })] : []),
    ],
  }
}

async function lockNow(cli: Cli): Promise<Done> {
  const data = await cli.ask('lock', {})
  return { data, lines: [cli.io.say(w.locked)] }
}

/** A vault wants its passphrase; where the keystore asks nobody, a person at a terminal lifts their own lock. */
async function unlock(options: Given, cli: Cli): Promise<Done> {
  const { io } = cli
  const { backend } = await cli.ask('keystore.status', {})
  const data = backend === 'vault' ? await cli.ask('keystore.unlock', { passphrase: await passphrase(sourceOf(options), io) }) : await cli.ask('unlock', {})
  return { data, lines: [io.say(w.unlocked)] }
}

async function init({ backend, leave, ...given }: Given & { backend: Backend; leave?: true }, cli: Cli): Promise<Done> {
  const { io } = cli
  const typed = backend === 'vault' ? await newPassphrase(sourceOf(given), io) : undefined
  const data = await cli.ask('keystore.init', { backend, ...(typed === undefined ? {} : { passphrase: typed }), ...(leave ? { leave } : {}) })
  const next = data.restarts ? await afterRestart(data.pid, cli) : cli
  try {
    if (typed !== undefined) await next.ask('keystore.unlock', { passphrase: typed })
    const status = await next.ask('keystore.status', {})
    await offerPin(next)
    return {
      data: { ...status, left: data.left },
      lines: [io.say(w.chosen, { backend }), ...(typed === undefined ? [keystoreState(status, io.say)] : [io.say(w.vaultMade)]), ...(data.left > 0 ? [io.say(w.left, { count: data.left })] : [])],
    }
  } finally {
    if (next !== cli) next.close()
  }
}

/** The daemon ends itself, and the next one has the other keystore. */
async function afterRestart(pid: number, { io, close }: Cli): Promise<Cli> {
  close()
  await untilGone(pid, 6_000)
  return openCli(io, reachDaemon)
}
