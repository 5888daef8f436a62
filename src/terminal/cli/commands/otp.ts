import { HarnessError } from '../../../rules/errors/index.ts'
import { bindWords, otpWords as w } from '../../../rules/words/otp.ts'
import { readStdin } from '../arguments.ts'
import type { Build } from '../commands.ts'
import { answerPrompts } from '../answer-prompts.ts'
import type { Cli } from '../cli.ts'
import type { Io } from '../io.ts'
import type { Done } from '../print.ts'
import { prompt } from '../prompt.ts'
import { askPassword, askUser, checkAccount } from '../typed-account.ts'
import { withPin } from '../with-pin.ts'

interface Options { readonly user?: string }
/** The account that the line names, checked before anything is typed or sent. */
function named({ user }: Options): { readonly account?: string } {
  if (user === undefined) return {}
  checkAccount(user)
  return { account: user }
}

/** The mobile token's seed. It comes from a hidden prompt or standard input, never from the line or the environment. */
export const otp: Build = ({ command, cli, does }) => {
  const { io } = cli
  command.command('set').option('--user <account>').action(does(async (options: Options) => {
    const account = named(options)
    if (io.interactive) io.talk(io.say(w.oneFactor))
    const data = await cli.ask('otp.set', { ...account, seed: await typedSeed(io) })
    return { data, lines: [io.say(w.kept, { account: data.account }), ...(data.passwordKept && !io.interactive ? [io.say(w.oneFactor)] : []), io.say(w.next)] }
  }))
  command.command('bind').option('--user <account>').action(does((options: Options) => bind(options, cli)))
  command.command('keep').option('--user <account>').action(does(async (options: Options) => {
    if (!io.interactive) throw new HarnessError('OTP_BIND_NO_TERMINAL')
    const account = named(options)
    const data = await withPin(await cli.client(), io, () => cli.ask('otp.keep', account))
    return { data, lines: [io.say(bindWords.kept, { account: data.account }), ...(data.passwordKept ? [io.say(w.oneFactor)] : []), io.say(bindWords.next, { account: data.account })] }
  }))
  command.command('clear').option('--user <account>').action(does(async (options: Options) => {
    const data = await cli.ask('otp.clear', named(options))
    return { data, lines: [io.say(data.cleared ? w.cleared : w.none, { account: data.account })] }
  }))
  command.command('test').option('--user <account>').action(does(async (options: Options) => {
    const data = await cli.ask('otp.test', named(options))
    const skew = data.skewMs === undefined ? io.say(w.skewUnknown) : io.say(w.skew, { seconds: Math.round(data.skewMs / 1000) })
    return { data, lines: [io.say(w.usable, { account: data.account }), skew, ...(data.waitMs > 0 ? [io.say(w.waits, { seconds: Math.ceil(data.waitMs / 1000) })] : []), ...(data.unproved ? [io.say(bindWords.unproved)] : [])] }
  }))
}

async function typedSeed(io: Io): Promise<string> {
  const seed = io.interactive ? await prompt(io.say(w.prompt), io, true) : readStdin().split(/\r?\n/)[0]
  if (!seed?.trim()) throw new HarnessError('OTP_SEED_NEEDED')
  return seed
}

/** The password is asked for as by a sign-in; all else is asked by the daemon, which binds nothing before the person has agreed. */
async function bind({ user }: Options, cli: Cli): Promise<Done> {
  const { io } = cli
  if (!io.interactive) throw new HarnessError('OTP_BIND_NO_TERMINAL')
  if (user !== undefined) checkAccount(user)
  const { accounts } = await cli.ask('accounts', {})
  const account = user ?? accounts.find(({ current }) => current)?.account ?? await askUser(io)
  const password = await askPassword(account, accounts.some((one) => one.account === account && one.password), io)
  const client = await cli.client()
  const unanswered = answerPrompts(client, account, io)
  unanswered.catch(() => undefined)
  const data = await withPin(client, io, () => Promise.race([cli.ask('otp.bind', { account, ...(password === undefined ? {} : { password }) }), unanswered]))
  return { data, lines: [io.say(bindWords.bound, { account }), ...(data.passwordKept ? [io.say(w.oneFactor)] : []), io.say(bindWords.next, { account })] }
}
