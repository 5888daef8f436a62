import { HarnessError } from '../../rules/errors/index.ts'
import { pinWords as w } from '../../rules/words/keystore.ts'
import type { Client } from '../client/connect.ts'
import { ReportedError } from '../client/reported-error.ts'
import type { Cli } from './cli.ts'
import type { Io } from './io.ts'
import { prompt } from './prompt.ts'

/**
 * Does what may need the approval PIN, asks for it where the daemon wants it, and does it then. A wrong one is said and asked
 * for again; with none typed it rejects with `PIN_NEEDED`, as it does where nobody can type.
 */
export async function withPin<T>(client: Pick<Client, 'request'>, io: Io, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!io.interactive || !(error instanceof ReportedError) || error.fault.code !== 'PIN_NEEDED') throw error
    await enterPin(client, io, error)
    return act()
  }
}

async function enterPin(client: Pick<Client, 'request'>, io: Io, needed: ReportedError): Promise<void> {
  for (;;) {
    const pin = await prompt(io.say(w.prompt), io, true)
    if (!pin) throw needed
    try {
      await client.request('pin.enter', { pin }, io.signal)
      return
    } catch (error) {
      if (!(error instanceof ReportedError) || error.fault.code !== 'PIN_WRONG') throw error
      io.talk(error.fault.message)
    }
  }
}

/** A new PIN, typed twice. Undefined where none was typed; throws `PIN_FORM` where the two differ. */
export async function typeNewPin(io: Io): Promise<string | undefined> {
  const pin = await prompt(io.say(w.next), io, true)
  if (!pin) return undefined
  if (await prompt(io.say(w.again), io, true) !== pin) throw new HarnessError('PIN_FORM')
  return pin
}

/** The first time that a person is there in the `default` profile: whether they want a PIN. Asked once. */
export async function offerPin(cli: Cli): Promise<void> {
  const { io } = cli
  if (!io.interactive || io.globals.profile !== 'default') return
  const { set, offered } = await cli.ask('pin.status', {})
  if (set || offered) return
  io.tell(io.say(w.offer))
  const pin = await typeNewPin(io)
  if (pin === undefined) await cli.ask('pin.skip', {})
  else { await cli.ask('pin.set', { pin }); io.talk(io.say(w.set)) }
}
