import { HarnessError, nearWords } from '../../../rules/errors/index.ts'
import { headWords as h, toolStateWords } from '../../../rules/words/lists.ts'
import type { Cli } from '../cli.ts'
import type { Build } from '../commands.ts'
import type { Done } from '../print.ts'
import { type ShownTool, effectWord, toolLines } from '../show-tool.ts'
import { type TableRow, table } from '../table.ts'
import { wordIn } from '../word-in.ts'

export const tools: Build = ({ command, cli, does }) => {
  command.argument('[tool-or-plugin]').action(does((name: string | undefined) => listTools(name, cli)))
}

/** All tools, those of one plugin, or one tool with its arguments. Throws `PLUGIN_TOOL_UNKNOWN` with the nearest names. */
async function listTools(name: string | undefined, cli: Cli): Promise<Done> {
  const { tools: all } = await cli.ask('tools.list', {})
  if (name === undefined) return { data: { tools: all }, lines: listed(all, cli) }
  const one = all.find(({ id }) => id === name)
  if (one) return { data: { tools: [one] }, lines: toolLines(one, cli.io) }
  const ofPlugin = all.filter(({ plugin }) => plugin === name)
  if (ofPlugin.length > 0) return { data: { tools: ofPlugin }, lines: listed(ofPlugin, cli) }
  const { similar } = await cli.ask('tools.show', { tool: name.slice(0, 200) })
  throw new HarnessError('PLUGIN_TOOL_UNKNOWN', { tool: name.slice(0, 80), ...nearWords(similar) })
}

const listed = (tools: readonly ShownTool[], { io, io: { globals: { lang } } }: Cli): TableRow[] => table([
  [h.tool, h.effect, h.does].map((word) => io.say(word)),
  ...tools.map((tool) => [tool.id, effectWord(tool.effect, lang), (tool.state === 'ready' ? '' : `[${wordIn(toolStateWords, tool.state, io)}] `) + tool.description[lang]]),
])
