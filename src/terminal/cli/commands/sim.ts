import { placesOf } from '../../../daemon/protocol/places.ts'
import { HarnessError } from '../../../rules/errors/index.ts'
import { isObject } from '../../../rules/json.ts'
import { daemonWords as w } from '../../../rules/words/daemon.ts'
import { simAccountWords, simWords } from '../../../rules/words/sim.ts'
import type { Cli } from '../cli.ts'
import type { Build } from '../commands.ts'
import type { Done } from '../print.ts'
import { type SimUp, askSim, findSim, startSim, stopSim } from '../sim-process.ts'
import { table } from '../table.ts'
import { wordIn } from '../word-in.ts'

/** The simulated campus of the `sim` profile, as a process of its own. */
export const sim: Build = ({ command, cli, does }) => {
  const { io } = cli
  const places = placesOf('sim', io.env)
  command.command('start').action(does(async () => up(await findSim(places, io.env) ?? await startSim(places, io.env, io.signal), cli)))
  command.command('status').action(does(async () => {
    const found = await findSim(places, io.env)
    return found ? up(found, cli) : { data: { running: false }, lines: [io.say(w.simDown)] }
  }))
  command.command('stop').action(does(async () => {
    const found = await findSim(places, io.env)
    if (!found) return { data: { stopped: false }, lines: [io.say(w.simDown)] }
    if (!(await stopSim(found.pid))) throw new HarnessError('UNEXPECTED', { problem: `pid ${found.pid}` })
    return { data: { stopped: true, pid: found.pid }, lines: [io.say(w.simStopped, { pid: found.pid })] }
  }))
  command.command('codes <account>').action(does((account: string) => codes(account, cli)))
}

/** That it is up, and who lives there: everyone is invented, so their passwords may stand on a screen. */
async function up({ pid, port }: SimUp, { io }: Cli): Promise<Done> {
  const accounts = accountsOf(await askSim(placesOf('sim', io.env), io.env, 'accounts'))
  const rows = accounts.map(({ id, password, name, kind }) => [`  ${id}`, password, name, wordIn(simAccountWords, kind, io)])
  const first = accounts[0]
  return {
    data: { running: true, pid, port, accounts },
    lines: [
      io.say(w.simUp, { pid, port }), io.say(w.simUse),
      ...(first ? [io.say(simWords.accounts), ...table(rows), io.say(simWords.signIn, { account: first.id }), io.say(simWords.codesAt)] : []),
      io.say(simWords.alias),
    ],
  }
}

interface SimAccount { readonly id: string; readonly name: string; readonly kind: string; readonly password: string }

function accountsOf(answer: Record<string, unknown> | undefined): SimAccount[] {
  const listed = Array.isArray(answer?.['accounts']) ? answer['accounts'] : []
  return listed.filter(isObject).map((one) => ({ id: String(one['id']), name: String(one['name']), kind: String(one['kind']), password: String(one['password']) }))
}

/** What the account's phone and the captcha show just now. Throws `DAEMON_SIM_MISSING`, `ACCOUNT_UNKNOWN`. */
async function codes(account: string, { io }: Cli): Promise<Done> {
  const answer = await askSim(placesOf('sim', io.env), io.env, 'codes', account)
  if (!answer) throw new HarnessError('DAEMON_SIM_MISSING', { problem: 'no answer' })
  if (answer['known'] !== true) throw new HarnessError('ACCOUNT_UNKNOWN', { account: account.slice(0, 40) })
  const shown = (name: 'captcha' | 'smsCode' | 'tokenCode'): string | undefined => (typeof answer[name] === 'string' ? answer[name] : undefined)
  const [captcha, smsCode, tokenCode] = [shown('captcha'), shown('smsCode'), shown('tokenCode')]
  return {
    data: { account, captcha, smsCode, tokenCode },
    lines: table([
      [io.say(simWords.tokenCode), tokenCode ?? io.say(simWords.noToken)],
      [io.say(simWords.smsCode), smsCode ?? io.say(simWords.noCode)],
      [io.say(simWords.captcha), captcha ?? io.say(simWords.noCode)],
    ]),
  }
}
