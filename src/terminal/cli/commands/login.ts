import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PromptShown } from '../../../daemon/protocol/push.ts'
import { HarnessError } from '../../../rules/errors/index.ts'
import { chooseWords, choiceWords, optionWords, promptWords } from '../../../rules/words/campus.ts'
import { stateWords as w } from '../../../rules/words/cli.ts'
import { readStdin } from '../arguments.ts'
import type { Cli } from '../cli.ts'
import type { Build } from '../commands.ts'
import type { Io } from '../io.ts'
import type { Done } from '../print.ts'
import { prompt } from '../prompt.ts'
import { makeTemporaryFolder } from '../temporary-folder.ts'

interface Options { readonly user?: string; readonly passwordStdin?: true; readonly remember: boolean }

export const login: Build = ({ command, cli, does }) => {
  command.option('--user <id>').option('--password-stdin').option('--no-remember').action(does((options: Options) => signIn(options, cli)))
}

/** The password comes from a hidden prompt or standard input, never from the line or the environment. */
async function signIn({ user, passwordStdin, remember }: Options, cli: Cli): Promise<Done> {
  const { io } = cli
  const { accounts } = await cli.ask('accounts', {})
  const account = user ?? accounts.find(({ current }) => current)?.account ?? await askUser(io)
  const kept = accounts.some((one) => one.account === account && one.password)
  const password = passwordStdin ? readStdin().split(/\r?\n/)[0] : await askPassword(io, kept)
  const client = await cli.client()
  const unanswered = new Promise<never>((_, reject) => {
    client.on('prompt', ({ id, prompt: shown }) => {
      answer(shown, io).then((value) => client.request('prompt.answer', value === undefined ? { id } : { id, value })).catch(reject)
    })
  })
  // What ends the run, such as Ctrl-C at a question, closes the connection; that cancels the sign-in.
  const data = await Promise.race([cli.ask('login', { account, remember, ...(password ? { password } : {}) }), unanswered])
  const skew = Math.round((data.skewMs ?? 0) / 1000)
  return { data, lines: [io.say(w.signedIn, { account: data.account }), ...(Math.abs(skew) >= 10 ? [io.say(w.skew, { seconds: skew })] : [])] }
}

async function askUser(io: Io): Promise<string> {
  const given = io.interactive ? (await prompt(io.say(w.userPrompt), io, false))?.trim() : undefined
  if (!given) throw new HarnessError('USAGE', { problem: 'pkuh login --user ID' })
  return given
}

async function askPassword(io: Io, kept: boolean): Promise<string | undefined> {
  if (io.interactive) return prompt(io.say(kept ? w.keptPasswordPrompt : w.passwordPrompt), io, true)
  if (!kept) throw new HarnessError('PASSWORD_NEEDED')
  return undefined
}

/** Asks the person for a code. A captcha's picture stands in a file of its own while it is asked. */
async function answer(shown: PromptShown, io: Io): Promise<string | undefined> {
  if (shown.kind === 'otp') return prompt(`${io.say(promptWords.otp)}: `, io, false)
  if (shown.kind === 'sms') return prompt(`${io.say(promptWords.sms, { mask: shown.mask ?? '?' })}: `, io, false)
  if (shown.kind === 'choice') return choose(shown, io)
  const folder = makeTemporaryFolder('pkuh-captcha-')
  try {
    const path = join(folder, `captcha.${shown.type.includes('png') ? 'png' : 'jpg'}`)
    writeFileSync(path, Buffer.from(shown.image, 'base64'), { mode: 0o600 })
    io.talk(io.say(w.imageAt, { path }))
    return await prompt(`${io.say(promptWords.captcha)}: `, io, false)
  } finally {
    rmSync(folder, { recursive: true, force: true })
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
