import { stateWords as w } from '../../../rules/words/cli.ts'
import { statusWords } from '../../../rules/words/status.ts'
import type { Build } from '../commands.ts'
import { table } from '../table.ts'

export const accounts: Build = ({ command, cli, does }) => {
  command.action(does(async () => {
    const data = await cli.ask('accounts', {})
    const rows = data.accounts.map(({ account, current, password }) => [account, current ? cli.io.say(w.current) : '', password ? cli.io.say(w.passwordKept) : ''])
    return { data, lines: rows.length ? table(rows) : [cli.io.say(statusWords.nobody)] }
  }))
}

export const logout: Build = ({ command, cli, does }) => {
  command.option('--user <account>').action(does(async (options: { user?: string }) => {
    const data = await cli.ask('logout', options.user === undefined ? {} : { account: options.user })
    return { data, lines: [cli.io.say(w.signedOut, { account: data.account })] }
  }))
}
