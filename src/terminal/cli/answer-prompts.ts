import type { PromptShown } from '../../daemon/protocol/push.ts'
import { chooseWords, choiceWords, optionWords, promptWords } from '../../rules/words/campus.ts'
import { bindWords } from '../../rules/words/otp.ts'
import type { Client } from '../client/connect.ts'
import type { Io } from './io.ts'
import { showPicture } from './picture/show-picture.ts'
import { prompt } from './prompt.ts'
import { saysWholeYes, saysYes } from './says-yes.ts'
import { wordIn } from './word-in.ts'

/**
 * Asks the person what a sign-in of this connection asks, and sends what they type. Never resolves; rejects as a question is
 * ended, by Ctrl-C for one, which cancels the sign-in with the connection.
 * @param heard is told of each answer whether it was left empty
 */
export function answerPrompts(client: Pick<Client, 'on' | 'request'>, account: string, io: Io, heard: (left: boolean) => void = () => {}): Promise<never> {
  return new Promise<never>((_, reject) => {
    client.on('prompt', ({ id, prompt: shown }) => {
      answer(shown, account, io).then((value) => {
        heard(!value?.trim())
        return client.request('prompt.answer', value === undefined ? { id } : { id, value })
      }).catch(reject)
    })
  })
}

/** Asks the person for a code; a captcha's picture is shown above the question. */
async function answer(shown: PromptShown, account: string, io: Io): Promise<string | undefined> {
  if (shown.kind === 'otp') return prompt(`${io.say(promptWords.otp)}: `, io, false)
  if (shown.kind === 'sms-send') return saysYes(await prompt(`${io.say(promptWords['sms-send'], { mask: shown.mask ?? '?' })} `, io, false)) ? 'send' : undefined
  if (shown.kind === 'sms') return prompt(`${io.say(promptWords[shown.earlier ? 'sms-earlier' : 'sms'], { mask: shown.mask ?? '?' })}: `, io, false)
  if (shown.kind === 'choice') return choose(shown, io)
  if (shown.kind === 'bind-token') return agree(shown, account, io)
  const takeAway = await showPicture(Buffer.from(shown.image, 'base64'), 'captcha', io)
  try {
    return await prompt(`${io.say(promptWords.captcha)}: `, io, false)
  } finally {
    takeAway()
  }
}

/** The whole word is typed: what is bound cannot be taken back by a key. */
async function agree({ bound }: Extract<PromptShown, { readonly kind: 'bind-token' }>, account: string, io: Io): Promise<string | undefined> {
  for (const line of [io.say(bindWords.what, { account }), io.say(bound === false ? bindWords.hasNone : bindWords.replaces), io.say(bindWords.notTried)]) io.tell(line)
  return saysWholeYes(await prompt(io.say(bindWords.confirm), io, false)) ? 'bind' : undefined
}

/** Numbered, because the options' own words are long; the word itself is taken too. Anything else chooses nothing. */
async function choose({ choice, options, current }: Extract<PromptShown, { readonly kind: 'choice' }>, io: Io): Promise<string | undefined> {
  const named = (option: string): string => wordIn(optionWords, option, io)
  io.tell(wordIn(choiceWords, choice, io))
  options.forEach((option, index) => io.tell(`  ${index + 1}. ${named(option)}`))
  const question = current === undefined ? io.say(chooseWords.number) : io.say(chooseWords.current, { current: named(current) })
  const typed = (await prompt(`${question}: `, io, false))?.trim()
  return typed && /^\d{1,2}$/.test(typed) ? options[Number(typed) - 1] : typed
}
