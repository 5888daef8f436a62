import { Command } from 'commander'
import { helpWords as w, lineWords, subcommandWords } from '../../rules/words/help.ts'
import type { Words } from '../../sdk/index.ts'
import type { Cli } from './cli.ts'
import { type CommandName, commands } from './commands.ts'
import { commandHelp } from './help.ts'
import type { Done } from './print.ts'
import type { Line } from './line.ts'

/** How a group adds its commands: each action's result is the run's. */
export interface Group {
  readonly command: Command
  readonly cli: Cli
  /** Wraps an action, so that its result is what the run ends with. */
  does<A extends unknown[]>(action: (...args: A) => Promise<Done>): (...args: A) => Promise<void>
}

/**
 * A group with its subcommands, options and arguments, each with a word in the person's language. Nothing runs by it.
 * @param end gets what an action ended with
 * @param showHelp gets the help that the line asks for
 */
export async function buildCommand(name: CommandName, cli: Cli, end: (done: Done) => void, showHelp: (lines: readonly Line[]) => void): Promise<Command> {
  const { summary, load } = commands[name]
  const { io } = cli
  const command = new Command(`pkuh ${name}`).description(io.say(summary)).exitOverride().enablePositionalOptions()
    .configureOutput({ writeOut: () => {}, writeErr: () => {} })
    .configureHelp({ formatHelp: (shown) => { showHelp(commandHelp(shown, io)); return '' } })
    .helpOption('-h, --help', io.say(w.help)).helpCommand(false)
  const build = await load()
  build({ command, cli, does: (action) => async (...args) => { end(await action(...args)) } })
  describe(command, name, cli)
  return command
}

/** Every subcommand throws, writes and speaks like its parent. */
function describe(command: Command, path: string, cli: Cli): void {
  const word = (key: string): string => { const words = wordsOf(lineWords, key); return words ? cli.io.say(words) : '' }
  for (const option of command.options) option.description = word(`${path} ${option.long ?? option.flags}`)
  for (const argument of command.registeredArguments) argument.description = word(`${path} ${argument.name()}`)
  for (const inner of command.commands) {
    inner.copyInheritedSettings(command)
    const words = wordsOf(subcommandWords, `${path} ${inner.name()}`)
    if (words) inner.description(cli.io.say(words))
    describe(inner, `${path} ${inner.name()}`, cli)
  }
}

const wordsOf = (table: Readonly<Record<string, Words>>, key: string): Words | undefined => (Object.hasOwn(table, key) ? table[key] : undefined)
