import { Option } from 'commander'
import { HarnessError } from '../../../rules/errors/index.ts'
import { signInServices } from '../../../rules/sign-in-services.ts'
import { stateWords as w } from '../../../rules/words/cli.ts'
import { inProfile } from '../../../rules/words/in-profile.ts'
import { problemWords } from '../../../rules/words/usage.ts'
import { ReportedError } from '../../client/reported-error.ts'
import { readStdin } from '../arguments.ts'
import type { Cli } from '../cli.ts'
import type { Build } from '../commands.ts'
import { answerPrompts } from '../answer-prompts.ts'
import type { Io } from '../io.ts'
import type { Done } from '../print.ts'
import { showPicture } from '../picture/show-picture.ts'
import { prompt } from '../prompt.ts'
import { saysYes } from '../says-yes.ts'
import { askPassword, askUser, checkAccount } from '../typed-account.ts'
import { offerPin } from '../with-pin.ts'

interface Options { readonly user?: string; readonly service?: string; readonly passwordStdin?: true; readonly qr?: boolean; readonly trustDevice?: true; readonly remember: boolean }

export const login: Build = ({ command, cli, does }) => {
  command.option('--user <account>').addOption(new Option('--service <service>').choices(signInServices)).option('--qr').option('--trust-device').option('--password-stdin').option('--no-remember').action(does((options: Options) => signIn(options, cli)))
}

/** The password comes from a hidden prompt or standard input, never from the line or the environment. */
async function signIn({ user, service, passwordStdin, qr = false, trustDevice, remember }: Options, cli: Cli): Promise<Done> {
  const { io } = cli
  if (qr && passwordStdin) throw new HarnessError('USAGE', { problem: io.say(problemWords.notTogether, { one: '--qr', other: '--password-stdin' }) })
  if (qr && trustDevice) throw new HarnessError('USAGE', { problem: io.say(problemWords.notTogether, { one: '--qr', other: '--trust-device' }) })
  if (qr && !io.interactive) throw new HarnessError('CAMPUS_QR_NO_TERMINAL')
  if (user !== undefined) checkAccount(user)
  const { accounts } = await cli.ask('accounts', {})
  const account = user ?? accounts.find(({ current }) => current)?.account ?? await askUser(io)
  const kept = accounts.some((one) => one.account === account && one.password)
  const password = qr ? undefined : passwordStdin ? passwordOnStdin() : await askPassword(account, kept, io)
  const client = await cli.client()
  const codes = { typed: false, left: false }
  const unanswered = answerPrompts(client, account, io, (left) => { codes.left = left; codes.typed ||= !left })
  const pictures: (() => void)[] = []
  client.on('sign-in', ({ shown }) => {
    if (shown.kind === 'qr-said') return io.talk(io.say(w.iaaaSays, { message: shown.message }))
    void showPicture(Buffer.from(shown.image, 'base64'), 'qr', io).then((away) => { pictures.push(away); io.talk(io.say(w.scanIt, { account })) })
  })
  // What ends the run, such as Ctrl-C at a question, closes the connection; that cancels the sign-in.
  const act = () => Promise.race([cli.ask('login', { account, remember, ...(qr ? { qr } : {}), ...(password === undefined ? {} : { password }), ...(service === undefined ? {} : { service }), ...(trustDevice ? { trustDevice } : {}) }), unanswered]).finally(() => { for (const away of pictures.splice(0)) away() })
  const data = await act().catch((error: unknown) => (qr ? scanAgain(error, act, io) : codes.typed ? actAgain(error, act, codes, io) : Promise.reject(error)))
  const skew = Math.round((data.skewMs ?? 0) / 1000)
  const wanted = (data.stillWanted ?? []).flatMap(({ message, hint }) => [message, inProfile(hint, io.globals.profile)])
  await offerPin(cli)
  return { data, lines: [io.say(w.signedIn, { account: data.account }), ...(trustDevice ? [io.say(w.deviceTrusted)] : []), ...wanted, ...(Math.abs(skew) >= 10 ? [io.say(w.skew, { seconds: skew })] : [])] }
}

/** Errors of a code that was mistyped, or came too late. */
const ofCodes: readonly string[] = ['CAMPUS_CAPTCHA_NEEDED', 'CAMPUS_SMS_NEEDED', 'CAMPUS_OTP_NEEDED']

/**
 * A code that was not taken may be tried again, each time as a new act of the person's own: an act is at most one
 * oauthlogin.do, and nothing is sent by itself. Anything else ends it, a lock-out and a code left empty too.
 */
async function actAgain<T>(error: unknown, act: () => Promise<T>, codes: { left: boolean }, io: Io): Promise<T> {
  if (!(error instanceof ReportedError) || !ofCodes.includes(error.fault.code) || codes.left) throw error
  io.tell(io.say(w.codeRefused, { message: error.fault.message }))
  io.tell(io.say(w.eachTry))
  if (!saysYes(await prompt(io.say(w.tryAgain), io, false))) throw error
  return act().catch((next: unknown) => actAgain(next, act, codes, io))
}

/** A new code is a new act of the person's: IAAA is asked nothing by itself. */
async function scanAgain<T>(error: unknown, act: () => Promise<T>, io: Io): Promise<T> {
  if (!(error instanceof ReportedError) || error.fault.code !== 'CAMPUS_QR_EXPIRED') throw error
  if (!saysYes(await prompt(io.say(w.qrAgain), io, false))) throw error
  return act().catch((next: unknown) => scanAgain(next, act, io))
}

function passwordOnStdin(): string {
  const [typed = ''] = readStdin().split(/\r?\n/)
  if (typed === '') throw new HarnessError('PASSWORD_NEEDED')
  return typed
}
