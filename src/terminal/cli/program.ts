import { Command, CommanderError } from 'commander'
import { HarnessError } from '../../rules/errors/index.ts'
import { usageWords } from '../../rules/words/cli.ts'
import type { Cli } from './cli.ts'
import { type CommandName, commands, isCommand } from './commands.ts'
import { helpLines } from './help.ts'
import type { Done } from './print.ts'

/** How a group adds its commands: each action's result is the run's. */
export interface Group {
  readonly command: Command
  readonly cli: Cli
  /** Wraps an action, so that its result is what the run ends with. */
  does<A extends unknown[]>(action: (...args: A) => Promise<Done>): (...args: A) => Promise<void>
}

/** Loads the one group that the line names and runs it. Throws `USAGE` in the person's language. */
export async function runProgram(rest: readonly string[], cli: Cli): Promise<Done> {
  const [name, ...words] = rest
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    const about = name === 'help' ? words[0] : undefined
    if (about === undefined) return help(cli)
    return runProgram([about, '--help'], cli)
  }
  if (name === '--version' || name === '-V') return runGroup('version', words, cli)
  if (!isCommand(name)) throw new HarnessError('USAGE', { problem: unknownCommand(name, cli) })
  return runGroup(name, words, cli)
}

async function runGroup(name: CommandName, words: readonly string[], cli: Cli): Promise<Done> {
  const { summary, load } = commands[name]
  let done: Done | undefined
  let helpText = ''
  const command = new Command(`pkuh ${name}`).description(cli.io.say(summary)).exitOverride().enablePositionalOptions()
    .configureOutput({ writeOut: (text) => { helpText += text }, writeErr: () => {} })
    .helpOption('-h, --help', cli.io.globals.lang === 'zh' ? '显示用法' : 'show usage').helpCommand(false)
  const group: Group = { command, cli, does: (action) => async (...args) => { done = await action(...args) } }
  const build = await load()
  build(group)
  inherit(command)
  try {
    await command.parseAsync([...words], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.code === 'commander.helpDisplayed' || error.code === 'commander.help') {
      if (helpText === '' || error.exitCode !== 0) throw usage(command.helpInformation().split('\n')[0] ?? '')
      return { data: { help: helpText }, lines: helpText.trimEnd().split('\n') }
    }
    throw usage(problemOf(error, cli))
  }
  if (!done) throw usage(command.helpInformation().split('\n')[0] ?? '')
  return done
}

/** Every subcommand throws and writes like its parent. */
function inherit(command: Command): void {
  for (const inner of command.commands) { inner.copyInheritedSettings(command); inherit(inner) }
}

function help({ io }: Cli): Done {
  const lines = helpLines(io.globals.lang)
  return { data: { commands: Object.keys(commands) }, lines }
}

function unknownCommand(name: string, { io }: Cli): string {
  const shown = name.slice(0, 40)
  const near = Object.keys(commands).find((known) => known.startsWith(name.slice(0, 3)) || name.startsWith(known))
  return near ? io.say(usageWords.near, { name: shown, near }) : io.say(usageWords.unknownCommand, { name: shown })
}

const usage = (problem: string): HarnessError => new HarnessError('USAGE', { problem })

/** Commander's mistakes, in both languages. What was typed is repeated only where it is a name. */
function problemOf(error: CommanderError, { io }: Cli): string {
  const name = /'([^']{1,60})'/.exec(error.message)?.[1] ?? ''
  switch (error.code) {
    case 'commander.missingArgument': return io.say(usageWords.missingArgument, { name })
    case 'commander.unknownOption': return io.say(usageWords.unknownOption, { name })
    case 'commander.optionMissingArgument': case 'commander.missingMandatoryOptionValue': return io.say(usageWords.missingValue, { name })
    case 'commander.excessArguments': return io.say(usageWords.excess)
    case 'commander.unknownCommand': return io.say(usageWords.unknownCommand, { name })
    default: return error.message.replace(/^error: /, '')
  }
}
