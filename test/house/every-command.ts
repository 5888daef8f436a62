import type { Command } from 'commander'
import { buildCommand } from '../../src/terminal/cli/build-command.ts'
import { openCli } from '../../src/terminal/cli/cli.ts'
import { type CommandName, commands, isCommand } from '../../src/terminal/cli/commands.ts'
import { readGlobals } from '../../src/terminal/cli/globals.ts'
import { makeIo } from '../../src/terminal/cli/io.ts'

export const commandNames = Object.keys(commands).filter(isCommand)

/** Every group as the line meets it, by its name; no daemon is reached. */
export async function everyCommand(lang: 'zh' | 'en'): Promise<ReadonlyMap<CommandName, Command>> {
  const { globals } = readGlobals(['--lang', lang], {})
  const cli = openCli(makeIo(globals, new AbortController().signal), () => Promise.reject(new Error('no daemon is asked')))
  return new Map(await Promise.all(commandNames.map(async (name) => [name, await buildCommand(name, cli, () => {}, () => {})] as const)))
}
