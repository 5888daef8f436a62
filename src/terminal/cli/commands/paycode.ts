import { encode } from 'uqr'
import { HarnessError } from '../../../rules/errors/index.ts'
import { payCodeWords as w } from '../../../rules/words/cli.ts'
import type { Cli } from '../cli.ts'
import type { Build } from '../commands.ts'
import type { Io } from '../io.ts'
import { breakText } from '../break-text.ts'
import { oneLine } from '../one-line.ts'
import { drawModules } from '../picture/half-blocks.ts'
import type { Done } from '../print.ts'
import { showUntilKey } from '../secure-display.ts'
import { withPin } from '../with-pin.ts'

/** A live pay code of the campus card, on this screen alone. */
export const paycode: Build = ({ command, cli, does }) => { command.action(does(() => show(cli))) }

async function show(cli: Cli): Promise<Done> {
  const { io } = cli
  // Before one is asked for: a code that nobody can show is a code too many.
  drawn('0'.repeat(digitsAtMost), { account: '0'.repeat(10), seconds: 60 }, io)
  const client = await cli.client()
  let digits = ''
  client.on('pay-code', (pushed) => { digits = pushed.digits })
  const { seconds, account } = await withPin(client, io, () => cli.ask('paycode.show', {}))
  await showUntilKey(drawn(digits, { account, seconds }, io), seconds * 1000, io)
  return { data: { shown: true, account }, lines: [io.say(w.away)] }
}

/** The code and what is said of it, as lines; throws `PAY_CODE_NO_TERMINAL` where they do not fit whole, since they are written nowhere else. */
function drawn(digits: string, of: { readonly account: string; readonly seconds: number }, { interactive, stderr, env, say }: Io): readonly string[] {
  const columns = stderr.columns - 1
  const words = [...breakText(oneLine(say(w.shown, of)), columns), ...breakText(say(w.anyKey), columns)]
  const { data } = encode(digits, { ecc: 'L', border: 0 })
  // Two lines of words are reckoned with in the picture's room, and one stays for the cursor.
  const room = { columns, rows: stderr.rows - 1 - (words.length - 2) }
  const lines = interactive && stderr.isTTY && env['TERM'] !== 'dumb' && /^\d{1,40}$/.test(digits) ? drawModules(data, room) : undefined
  if (!lines) throw new HarnessError('PAY_CODE_NO_TERMINAL', { columns: data.length + 5, rows: Math.ceil((data.length + 4) / 2) + words.length + 1 })
  return [...lines, ...words]
}

/** The largest that fits the smallest QR code at level L, in digits. */
const digitsAtMost = 40
