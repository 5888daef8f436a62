import type { ResultOf } from '../../../daemon/protocol/methods.ts'
import { HarnessError } from '../../../rules/errors/index.ts'
import { accountWords as a, keptWords } from '../../../rules/words/accounts.ts'
import { stateWords as w } from '../../../rules/words/cli.ts'
import { statusWords } from '../../../rules/words/status.ts'
import type { Cli } from '../cli.ts'
import type { Build } from '../commands.ts'
import type { Io } from '../io.ts'
import type { Done } from '../print.ts'
import { prompt } from '../prompt.ts'
import { saysWholeYes } from '../says-yes.ts'
import { table } from '../table.ts'
import { checkAccount } from '../typed-account.ts'

/** Several accounts, one of them current. Bare, it lists them. */
export const accounts: Build = ({ command, cli, does }) => {
  const { io } = cli
  command.command('list', { isDefault: true }).action(does(async () => {
    const data = await cli.ask('accounts', {})
    const rows = data.accounts.map(({ account, current, password }) => [account, current ? io.say(w.current) : '', password ? io.say(w.passwordKept) : ''])
    return { data, lines: rows.length ? table(rows) : [io.say(statusWords.nobody)] }
  }))
  command.command('use <account>').action(does(async (account: string) => {
    const data = await cli.ask('accounts.use', { account: checked(account) })
    return { data, lines: [io.say(data.changed ? a.used : a.wasCurrent, { account }), ...(data.signInNeeded ? [io.say(a.signIn, { account })] : [])] }
  }))
  command.command('forget <account>').option('--yes').action(does((account: string, { yes }: { yes?: true }) => forget(checked(account), yes === true, cli)))
}

export const logout: Build = ({ command, cli, does }) => {
  command.option('--user <account>').action(does(async (options: { user?: string }) => {
    if (options.user !== undefined) checkAccount(options.user)
    const data = await cli.ask('logout', options.user === undefined ? {} : { account: options.user })
    return { data, lines: [cli.io.say(w.signedOut, { account: data.account }), ...chooseAnother(data.left ?? [], cli.io)] }
  }))
}

/** Says what goes before anything does. The whole word is typed: a key that is pressed by habit deletes nothing. */
async function forget(account: string, sure: boolean, cli: Cli): Promise<Done> {
  const { io } = cli
  const { current, kept } = await cli.ask('accounts.kept', { account })
  // With --yes nobody is asked, so it is talk.
  const show = sure ? io.talk : io.tell
  for (const line of [io.say(a.goes, { account }), ...keptLines(kept, io), io.say(a.stays), ...(current ? [io.say(a.becomesNone)] : [])]) show(line)
  const typed = sure || !io.interactive ? undefined : await prompt(io.say(a.confirm), io, false)
  if (!sure && !saysWholeYes(typed)) throw new HarnessError('ACCOUNT_FORGET_UNCONFIRMED', { account })
  const data = await cli.ask('accounts.forget', { account })
  return { data: { ...data, forgotten: kept }, lines: [io.say(a.forgotten, { account }), ...chooseAnother(data.left, io)] }
}

function keptLines(kept: ResultOf<'accounts.kept'>['kept'], { say }: Io): string[] {
  if (kept.length === 0) return [`  ${say(a.nothing)}`]
  return [...new Set(kept.map(({ kind, name }) => `  ${isKept(kind) ? say(keptWords[kind], { name }) : kind}`))]
}

const isKept = (kind: string): kind is keyof typeof keptWords => Object.hasOwn(keptWords, kind)

const chooseAnother = (left: readonly string[], { say }: Io): string[] => (left.length > 0 ? [say(a.choose, { accounts: left.join(', ') })] : [])

/** What cannot be an account is known as none here, and not refused as a malformed request. */
function checked(account: string): string {
  if (!/^[A-Za-z0-9]{1,32}$/.test(account)) throw new HarnessError('ACCOUNT_UNKNOWN', { account: account.slice(0, 40) })
  return account
}
