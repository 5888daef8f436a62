import { HarnessError } from '../../../rules/errors/index.ts'
import { otpWords as w } from '../../../rules/words/otp.ts'
import { readStdin } from '../arguments.ts'
import type { Build } from '../commands.ts'
import type { Io } from '../io.ts'
import { prompt } from '../prompt.ts'

interface Options { readonly user?: string }
const named = ({ user }: Options) => (user === undefined ? {} : { account: user })

/** The mobile token's seed. It comes from a hidden prompt or standard input, never from the line or the environment. */
export const otp: Build = ({ command, cli, does }) => {
  const { io } = cli
  command.command('set').option('--user <account>').action(does(async (options: Options) => {
    if (io.interactive) io.talk(io.say(w.oneFactor))
    const data = await cli.ask('otp.set', { ...named(options), seed: await typedSeed(io) })
    return { data, lines: [io.say(w.kept, { account: data.account }), ...(data.passwordKept && !io.interactive ? [io.say(w.oneFactor)] : []), io.say(w.next)] }
  }))
  command.command('clear').option('--user <account>').action(does(async (options: Options) => {
    const data = await cli.ask('otp.clear', named(options))
    return { data, lines: [io.say(data.cleared ? w.cleared : w.none, { account: data.account })] }
  }))
  command.command('test').option('--user <account>').action(does(async (options: Options) => {
    const data = await cli.ask('otp.test', named(options))
    const skew = data.skewMs === undefined ? io.say(w.skewUnknown) : io.say(w.skew, { seconds: Math.round(data.skewMs / 1000) })
    return { data, lines: [io.say(w.usable, { account: data.account }), skew, ...(data.waitMs > 0 ? [io.say(w.waits, { seconds: Math.ceil(data.waitMs / 1000) })] : [])] }
  }))
}

async function typedSeed(io: Io): Promise<string> {
  const seed = io.interactive ? await prompt(io.say(w.prompt), io, true) : readStdin().split(/\r?\n/)[0]
  if (!seed?.trim()) throw new HarnessError('OTP_SEED_NEEDED')
  return seed
}
