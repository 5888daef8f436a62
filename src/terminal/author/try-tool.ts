import type { ResultOf } from '../../daemon/protocol/methods.ts'
import { readPlugin } from '../../plugins/author/read-plugin.ts'
import { openReplayer, toolNamed } from '../../plugins/author/replay.ts'
import type { FixtureInput } from '../../plugins/author/fixture.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import { nameDestination } from '../../rules/destination.ts'
import { authorWords as w } from '../../rules/words/author.ts'
import { answerCards } from '../cli/answer-cards.ts'
import { readArguments, readStdin } from '../cli/arguments.ts'
import { destination } from '../cli/card.ts'
import type { Cli } from '../cli/cli.ts'
import { isObject } from '../../rules/json.ts'
import { withPin } from '../cli/with-pin.ts'

export interface Tried {
  /** The tool's short name. */
  readonly tool: string
  readonly outcome: ResultOf<'plugins.try'>['outcome']
  readonly recording: FixtureInput | undefined
  readonly withheld: ResultOf<'plugins.try'>['withheld']
}

/** One call of a folder's tool by the daemon, through the monitor. Where it goes is shown first; a card is answered here. */
export async function tryTool(path: string, name: string, words: readonly string[], cli: Cli): Promise<Tried> {
  const { io } = cli
  const { folder, files } = readPlugin(path)
  const { document } = openReplayer(files, { trust: 'community' })
  const { facts, inputSchema } = toolNamed(document, name)
  const args = readArguments(words, inputSchema, readStdin, io)
  if (!isObject(args)) throw new HarnessError('TOOL_ARGS_REFUSED', { tool: facts.id, detail: 'JSON' })
  const shown = io.interactive ? facts.destinations.map(nameDestination) : []
  if (io.interactive) for (const line of [io.say(w.goesTo, { plugin: document.id }), ...shown.map((to) => `  ${destination(to, io.globals.lang)}`)]) io.tell(line)
  const tool = facts.id.slice(document.id.length + 1)
  const client = await cli.client()
  const done = await answerCards(cli)
  const { outcome, recording, withheld } = await withPin(client, io, () => cli.ask('plugins.try', { path: folder, tool, args, ...(shown.length > 0 ? { shown } : {}) })).finally(done)
  // The daemon made it; reading it from its files checks it again.
  return { tool, outcome, recording: recording === null ? undefined : recording as FixtureInput, withheld }
}
