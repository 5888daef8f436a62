import { HarnessError } from '../../../rules/errors/index.ts'
import { pinWords as w } from '../../../rules/words/keystore.ts'
import type { Cli } from '../cli.ts'
import type { Build } from '../commands.ts'
import { prompt } from '../prompt.ts'
import { typeNewPin } from '../with-pin.ts'

/** The approval PIN: typed at a terminal, and nowhere else. */
export const pin: Build = ({ command, cli, does }) => {
  const { io } = cli
  command.command('status').action(does(async () => {
    const data = await cli.ask('pin.status', {})
    return { data, lines: [io.say(data.set ? w.isSet : w.notSet)] }
  }))
  command.command('set').action(does(async () => {
    const { set } = await cli.ask('pin.status', {})
    if (!io.interactive) await cli.ask('pin.set', { pin: '0' })
    const current = set ? await typed(cli) : undefined
    const next = await typeNewPin(io)
    if (next === undefined) throw new HarnessError('PIN_FORM')
    const data = await cli.ask('pin.set', { pin: next, ...(current === undefined ? {} : { current }) })
    return { data, lines: [io.say(w.set)] }
  }))
  command.command('clear').action(does(async () => {
    if (!io.interactive) await cli.ask('pin.clear', { current: '0' })
    if (!(await cli.ask('pin.status', {})).set) throw new HarnessError('PIN_NOT_SET')
    const data = await cli.ask('pin.clear', { current: await typed(cli) })
    return { data, lines: [io.say(w.cleared)] }
  }))
}

async function typed({ io }: Cli): Promise<string> {
  const pin = await prompt(io.say(w.current), io, true)
  if (!pin) throw new HarnessError('PIN_NEEDED')
  return pin
}
