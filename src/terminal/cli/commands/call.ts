import type { ResultOf } from '../../../daemon/protocol/methods.ts'
import { HarnessError, nearWords } from '../../../rules/errors/index.ts'
import type { Json } from '../../../rules/json.ts'
import { callWords as w } from '../../../rules/words/cli.ts'
import { answerCards } from '../answer-cards.ts'
import { readArguments, readStdin } from '../arguments.ts'
import type { Cli } from '../cli.ts'
import type { Build } from '../commands.ts'
import { type Done, callFailed } from '../print.ts'
import { readText } from '../read-text.ts'
import { holdsWords } from '../holds-words.ts'
import type { Line } from '../line.ts'
import { showConsents } from '../show-consents.ts'
import { showResult } from '../show-result.ts'
import { traceLines } from '../show-trace.ts'
import { type ShownTool, argumentsOf, toolLines } from '../show-tool.ts'

export const call: Build = ({ command, cli, does }) => {
  command.argument('<tool>').argument('[arguments...]').option('--trace').allowUnknownOption().passThroughOptions().action(does(async (tool: string, words: string[], { trace }: { trace?: boolean }) => {
    const shown = await toolNamed(tool, cli)
    if (asksForHelp(words, shown)) return { data: { tools: [shown] }, lines: toolLines(shown, cli.io) }
    const args = readArguments(words, shown.inputSchema, readStdin, cli.io)
    return callTool(tool, args, cli, (data) => showResult(data, shown, args, cli.io), trace)
  }))
}

/** `--help` or `-h` as the first word behind the tool, where the tool has no argument of that name. */
const asksForHelp = ([first]: readonly string[], tool: ShownTool): boolean =>
  first === '-h' || (first === '--help' && argumentsOf(tool).every(({ name }) => name !== 'help'))

/**
 * One call through the daemon, its card answered at this terminal. Throws the refusal or failure it ended in.
 * @param trace each hop of its requests becomes a line of stderr, also where it failed
 */
export async function callTool(tool: string, args: Json, cli: Cli, lines: (data: Json) => readonly Line[], trace = false): Promise<Done> {
  const shown = await showConsents(tool, cli)
  const done = await answerCards(cli)
  const outcome = await cli.ask('call', { tool, args, allowFile: allowFileOf(cli), ...(shown.length > 0 ? { shown } : {}), ...(trace ? { trace } : {}) }).finally(done)
  if (trace) for (const line of traceLines(outcome.trace ?? [], cli.io)) cli.io.talk(line)
  if (!outcome.ok) throw callFailed(outcome.error, outcome.callId)
  if (outcome.untrusted && cli.io.interactive && holdsWords(outcome.data)) cli.io.talk(cli.io.say(w.thirdParty))
  const { callId, trust, untrusted, grant } = outcome
  if (grant !== undefined && cli.io.interactive) cli.io.talk(cli.io.say(w.byGrant, { grant }))
  return { data: outcome.data, about: { call: { id: callId, tool, trust, untrusted, ...(grant === undefined ? {} : { grant }) } }, lines: lines(outcome.data) }
}

/** The tool of an id. Throws `PLUGIN_TOOL_UNKNOWN` with its neighbours. */
export async function toolNamed(tool: string, cli: Cli): Promise<NonNullable<ResultOf<'tools.show'>['tool']>> {
  const { tool: found, similar } = await cli.ask('tools.show', { tool })
  if (!found) throw new HarnessError('PLUGIN_TOOL_UNKNOWN', { tool: tool.slice(0, 80), ...nearWords(similar) })
  return found
}

export const allowFileOf = ({ io }: Cli): string | undefined => (io.globals.allowFile === undefined ? undefined : readText(io.globals.allowFile))
