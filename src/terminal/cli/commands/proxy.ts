import { HarnessError } from '../../../rules/errors/index.ts'
import { proxyWords as w } from '../../../rules/words/cli.ts'
import { readStdin } from '../arguments.ts'
import type { Cli } from '../cli.ts'
import type { Build } from '../commands.ts'
import type { Io } from '../io.ts'
import type { Done } from '../print.ts'
import { prompt } from '../prompt.ts'
import { proxyState } from '../proxy-state.ts'

/** What the proxy in the settings is told when it asks who comes. Typed or on standard input, never on the line. */
export const proxy: Build = ({ command, cli, does }) => {
  const { io } = cli
  command.command('show').action(does(async () => {
    const data = await cli.ask('proxy.show', {})
    return { data, lines: data.proxy ? [data.proxy.url, proxyState(data.proxy, io)] : [io.say(w.none)] }
  }))
  command.command('login').option('--stdin').action(does((options: { readonly stdin?: true }) => login(options.stdin === true, cli)))
  command.command('logout').action(does(async () => {
    const data = await cli.ask('proxy.logout', {})
    return { data, lines: [io.say(data.removed ? w.forgotten : w.notKept)] }
  }))
}

async function login(stdin: boolean, cli: Cli): Promise<Done> {
  const { io } = cli
  // Before anything is typed.
  const { proxy: named } = await cli.ask('proxy.show', {})
  if (!named) throw new HarnessError('NET_PROXY_NONE')
  const [name = '', password = ''] = stdin ? readStdin().split(/\r?\n/) : io.interactive ? await typed(named.url, io) : ['', '']
  if (name === '' || password === '') throw new HarnessError('NET_PROXY_LOGIN_FORM')
  const data = await cli.ask('proxy.login', { name, password })
  if (data.readOnTheWay) io.talk(io.say(w.readOnTheWay))
  return { data, lines: [io.say(w.loggedIn, { url: data.url })] }
}

async function typed(url: string, io: Io): Promise<readonly string[]> {
  const name = await prompt(io.say(w.namePrompt, { url }), io, false)
  return name ? [name, await prompt(io.say(w.passwordPrompt), io, true) ?? ''] : []
}
