import { consentWords as w } from '../../rules/words/cli.ts'
import { destination } from './card.ts'
import type { Cli } from './cli.ts'
import { inline } from './inline.ts'

/**
 * Shows the person at this terminal where the tool's plugin sends that nobody agreed to yet, with what it discloses:
 * nothing where all is agreed or no person is here. `--quiet` does not silence it.
 * @returns the destinations that now stand on the screen, as the daemon names them
 */
export async function showConsents(tool: string, cli: Cli): Promise<string[]> {
  const { io } = cli
  if (!io.interactive) return []
  const plugin = tool.split('.')[0] ?? tool
  const { consents } = await cli.ask('consents.list', {})
  const missing = consents.filter((one) => one.plugin === plugin && !one.agreed)
  if (missing.length === 0) return []
  const lines = [
    io.say(w.goesTo, { plugin }), ...missing.map((one) => `  ${destination(one.destination, io.globals.lang)}`),
    ...[...new Set(missing.flatMap(({ disclosure }) => disclosure))].map((line) => `  ! ${inline(line)}`), io.say(w.agree, { plugin }),
  ]
  for (const line of lines) io.tell(line)
  return missing.map((one) => one.destination)
}
