import { HarnessError } from '../../rules/errors/index.ts'
import { isStudentNumber } from '../../rules/student-number.ts'
import { stateWords as w } from '../../rules/words/cli.ts'
import { problemWords } from '../../rules/words/usage.ts'
import type { Io } from './io.ts'
import { prompt } from './prompt.ts'

/** Before any password is asked for or sent. */
export function checkAccount(account: string): void {
  if (!isStudentNumber(account)) throw new HarnessError('CAMPUS_ACCOUNT_FORM')
}

/** The student number, typed. Throws `USAGE` where nobody can type. */
export async function askUser(io: Io): Promise<string> {
  if (!io.interactive) throw new HarnessError('USAGE', { problem: io.say(problemWords.accountNeeded) })
  const given = (await prompt(io.say(w.userPrompt), io, false))?.trim()
  if (!given) throw new HarnessError('NOTHING_TYPED', { whatZh: w.studentNumber.zh, whatEn: w.studentNumber.en })
  checkAccount(given)
  return given
}

/** Undefined: the kept one is to be used. */
export async function askPassword(account: string, kept: boolean, io: Io): Promise<string | undefined> {
  if (!io.interactive) {
    if (!kept) throw new HarnessError('PASSWORD_NEEDED')
    return undefined
  }
  const typed = await prompt(io.say(kept ? w.keptPasswordPrompt : w.passwordPrompt, { account }), io, true)
  if (typed === undefined || (typed === '' && !kept)) throw new HarnessError('NOTHING_TYPED', { whatZh: w.password.zh, whatEn: w.password.en })
  return typed === '' ? undefined : typed
}
