import { encode } from 'uqr'
import { HarnessError } from '../../../rules/errors/index.ts'
import { payCodeWords as w } from '../../../rules/words/cli.ts'
import type { Cli } from '../cli.ts'
import type { Build } from '../commands.ts'
import type { Io } from '../io.ts'
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
  draw('0'.repeat(digitsAtMost), io)
  const client = await cli.client()
  let digits = ''
  client.on('pay-code', (pushed) => { digits = pushed.digits })
  const { seconds, account } = await withPin(client, io, () => cli.ask('paycode.show', {}))
  await showUntilKey([...draw(digits, io), oneLine(io.say(w.shown, { account, seconds })), io.say(w.anyKey)], seconds * 1000, io)
  return { data: { shown: true, account }, lines: [io.say(w.away)] }
}

/** Its lines; throws `PAY_CODE_NO_TERMINAL` where it cannot be drawn whole, since it is written nowhere else. */
function draw(digits: string, { interactive, stderr, env }: Io): readonly string[] {
  const { data } = encode(digits, { ecc: 'L', border: 0 })
  const lines = interactive && stderr.isTTY && env['TERM'] !== 'dumb' && /^\d{1,40}$/.test(digits) ? drawModules(data, { columns: stderr.columns - 1, rows: stderr.rows - 1 }) : undefined
  if (!lines) throw new HarnessError('PAY_CODE_NO_TERMINAL', { columns: data.length + 5, rows: Math.ceil((data.length + 4) / 2) + 3 })
  return lines
}

/** The largest that fits the smallest QR code at level L, in digits. */
const digitsAtMost = 41 - 1
