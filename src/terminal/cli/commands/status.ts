import type { ResultOf } from '../../../daemon/protocol/methods.ts'
import { serviceStateWords } from '../../../rules/words/campus.ts'
import { stateWords as w } from '../../../rules/words/cli.ts'
import type { Cli } from '../cli.ts'
import type { Build } from '../commands.ts'
import type { Io } from '../io.ts'
import type { Done } from '../print.ts'
import { columns } from '../width.ts'

export async function status(cli: Cli): Promise<Done> {
  const data = await cli.ask('status', {})
  return { data, lines: lines(data, cli.io) }
}

export const buildStatus: Build = ({ command, cli, does }) => { command.action(does(() => status(cli))) }

function lines(status: ResultOf<'status'>, io: Io): string[] {
  const { keystore } = status
  return columns([
    [io.say(w.account), status.account === undefined ? io.say(w.nobody) : status.account + (status.signInNeeded ? ` (${io.say(w.signInAgain)})` : '')],
    [io.say(w.profile), status.profile],
    ...(status.sim ? [[io.say(w.sim), io.say(status.sim.running ? w.simUp : w.simDown)]] : []),
    [io.say(w.daemon), io.say(w.process, { version: status.version, pid: status.pid }) + (status.locked ? ` (${io.say(w.locked)})` : '')],
    [io.say(w.keystore), `${keystore.backend}: ${keystoreState(keystore, io)}`],
    [io.say(w.plugins), io.say(w.counts, { plugins: status.plugins, tools: status.tools })],
    [io.say(w.services), status.services.map(({ service, state }) => `${service} (${io.say(serviceStateWords[state as keyof typeof serviceStateWords])})`).join(', ') || io.say(w.none)],
    ...(status.approvals > 0 ? [[io.say(w.waiting), String(status.approvals)]] : []),
  ])
}

/** The keystore's state in words, with what the daemon says of why. */
export const keystoreState = ({ backend, state, detail }: ResultOf<'status'>['keystore'], io: Io): string =>
  io.say(w[state]) + (detail === undefined ? '' : ` (${detail})`) + (backend === 'memory' ? ` (${io.say(w.memoryOnly)})` : '')
