import type { PromptShown } from '../../../daemon/protocol/push.ts'
import { HarnessError } from '../../../rules/errors/index.ts'
import { isStudentNumber } from '../../../rules/student-number.ts'
import { chooseWords, choiceWords, optionWords, promptWords } from '../../../rules/words/campus.ts'
import { stateWords as w } from '../../../rules/words/cli.ts'
import { inProfile } from '../../../rules/words/in-profile.ts'
import { ReportedError } from '../../client/reported-error.ts'
import { readStdin } from '../arguments.ts'
import type { Cli } from '../cli.ts'
import type { Build } from '../commands.ts'
import type { Io } from '../io.ts'
import type { Done } from '../print.ts'
import { showPicture } from '../picture/show-picture.ts'
import { prompt } from '../prompt.ts'
import { offerPin } from '../with-pin.ts'

interface Options { readonly user?: string; readonly service?: string; readonly passwordStdin?: true; readonly qr?: boolean; readonly trustDevice?: true; readonly remember: boolean }

export const login: Build = ({ command, cli, does }) => {
  command.option('--user <account>').option('--service <service>').option('--qr').option('--trust-device').option('--password-stdin').option('--no-remember').action(does((options: Options) => signIn(options, cli)))
}

/** The password comes from a hidden prompt or standard input, never from the line or the environment. */
async function signIn({ user, service, passwordStdin, qr = false, trustDevice, remember }: Options, cli: Cli): Promise<Done> {
  const { io } = cli
  if (qr && passwordStdin) throw new HarnessError('USAGE', { problem: '--qr --password-stdin' })
  if (qr && trustDevice) throw new HarnessError('USAGE', { problem: '--qr --trust-device' })
  if (qr && !io.interactive) throw new HarnessError('CAMPUS_QR_NO_TERMINAL')
  if (user !== undefined) checkAccount(user)
  const { accounts } = await cli.ask('accounts', {})
  const account = user ?? accounts.find(({ current }) => current)?.account ?? await askUser(io)
  const kept = accounts.some((one) => one.account === account && one.password)
  const password = qr ? undefined : passwordStdin ? passwordOnStdin() : await askPassword(account, kept, io)
  const client = await cli.client()
  const codes = { typed: false, left: false }
  const unanswered = new Promise<never>((_, reject) => {
    client.on('prompt', ({ id, prompt: shown }) => {
      answer(shown, io).then((value) => {
        codes.left = !value?.trim()
        codes.typed ||= !codes.left
        return client.request('prompt.answer', value === undefined ? { id } : { id, value })
      }).catch(reject)
    })
  })
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
  io.talk(io.say(w.codeRefused, { message: error.fault.message }))
  io.talk(io.say(w.eachTry))
  if (!saysYes(await prompt(io.say(w.tryAgain), io, false))) throw error
  return act().catch((next: unknown) => actAgain(next, act, codes, io))
}

/** A new code is a new act of the person's: IAAA is asked nothing by itself. */
async function scanAgain<T>(error: unknown, act: () => Promise<T>, io: Io): Promise<T> {
  if (!(error instanceof ReportedError) || error.fault.code !== 'CAMPUS_QR_EXPIRED') throw error
  if (!saysYes(await prompt(io.say(w.qrAgain), io, false))) throw error
  return act().catch((next: unknown) => scanAgain(next, act, io))
}

const saysYes = (typed: string | undefined): boolean => /^(?:y|yes|是)$/i.test(typed?.trim() ?? '')

/** Before any password is asked for or sent. */
function checkAccount(account: string): void {
  if (!isStudentNumber(account)) throw new HarnessError('CAMPUS_ACCOUNT_FORM')
}

async function askUser(io: Io): Promise<string> {
  if (!io.interactive) throw new HarnessError('USAGE', { problem: 'pkuh login --user …' })
  const given = (await prompt(io.say(w.userPrompt), io, false))?.trim()
  if (!given) throw new HarnessError('NOTHING_TYPED', { whatZh: w.studentNumber.zh, whatEn: w.studentNumber.en })
  checkAccount(given)
  return given
}

/** Undefined: the kept one is to be used. */
async function askPassword(account: string, kept: boolean, io: Io): Promise<string | undefined> {
  if (!io.interactive) {
    if (!kept) throw new HarnessError('PASSWORD_NEEDED')
    return undefined
  }
  const typed = await prompt(io.say(kept ? w.keptPasswordPrompt : w.passwordPrompt, { account }), io, true)
  if (typed === undefined || (typed === '' && !kept)) throw new HarnessError('NOTHING_TYPED', { whatZh: w.password.zh, whatEn: w.password.en })
  return typed === '' ? undefined : typed
}

function passwordOnStdin(): string {
  const [typed = ''] = readStdin().split(/\r?\n/)
  if (typed === '') throw new HarnessError('PASSWORD_NEEDED')
  return typed
}

/** Asks the person for a code; a captcha's picture is shown above the question. */
async function answer(shown: PromptShown, io: Io): Promise<string | undefined> {
  if (shown.kind === 'otp') return prompt(`${io.say(promptWords.otp)}: `, io, false)
  if (shown.kind === 'sms-send') return saysYes(await prompt(`${io.say(promptWords['sms-send'], { mask: shown.mask ?? '?' })} `, io, false)) ? 'send' : undefined
  if (shown.kind === 'sms') return prompt(`${io.say(promptWords[shown.earlier ? 'sms-earlier' : 'sms'], { mask: shown.mask ?? '?' })}: `, io, false)
  if (shown.kind === 'choice') return choose(shown, io)
  const takeAway = await showPicture(Buffer.from(shown.image, 'base64'), 'captcha', io)
  try {
    return await prompt(`${io.say(promptWords.captcha)}: `, io, false)
  } finally {
    takeAway()
  }
}

/** Numbered, because the options' own words are long; the word itself is taken too. Anything else chooses nothing. */
async function choose({ choice, options, current }: Extract<PromptShown, { readonly kind: 'choice' }>, io: Io): Promise<string | undefined> {
  const named = (option: string): string => (isOption(option) ? io.say(optionWords[option]) : option)
  if (isChoice(choice)) io.talk(io.say(choiceWords[choice]))
  options.forEach((option, index) => io.talk(`  ${index + 1}. ${named(option)}`))
  const question = current === undefined ? io.say(chooseWords.number) : io.say(chooseWords.current, { current: named(current) })
  const typed = (await prompt(`${question}: `, io, false))?.trim()
  return typed && /^\d{1,2}$/.test(typed) ? options[Number(typed) - 1] : typed
}

const isChoice = (choice: string): choice is keyof typeof choiceWords => Object.hasOwn(choiceWords, choice)
const isOption = (option: string): option is keyof typeof optionWords => Object.hasOwn(optionWords, option)
