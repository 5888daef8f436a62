import { CommanderError } from 'commander'
import { HarnessError } from '../../rules/errors/index.ts'
import { usageWords } from '../../rules/words/cli.ts'
import { problemWords } from '../../rules/words/usage.ts'
import { buildCommand } from './build-command.ts'
import type { Cli } from './cli.ts'
import { type CommandName, commands, isCommand } from './commands.ts'
import { helpLines } from './help.ts'
import type { Done } from './print.ts'
import { type Line, textOf } from './line.ts'

/** Loads the one group that the line names and runs it. Throws `USAGE` in the person's language. */
export async function runProgram(rest: readonly string[], cli: Cli): Promise<Done> {
  const [name, ...words] = rest
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    const asked = name === 'help' ? words : []
    return asked.length === 0 ? help(cli) : runProgram([...asked, '--help'], cli)
  }
  if (name === '--version' || name === '-V') return runGroup('version', words, cli)
  if (!isCommand(name)) throw new HarnessError('USAGE', { problem: unknownCommand(name, cli), about: '' })
  return runGroup(name, words, cli)
}

async function runGroup(name: CommandName, words: readonly string[], cli: Cli): Promise<Done> {
  let done: Done | undefined
  let helpText: readonly Line[] = []
  const command = await buildCommand(name, cli, (ended) => { done = ended }, (lines) => { helpText = lines })
  const subcommands = command.commands.map((inner) => inner.name())
  try {
    await command.parseAsync([...words], { from: 'user' })
  } catch (error) {
    if (error instanceof HarnessError && error.code === 'USAGE') throw new HarnessError('USAGE', { ...error.params, about: about(name, words, subcommands) }, { cause: error.cause })
    if (!(error instanceof CommanderError)) throw error
    if (error.code === 'commander.helpDisplayed') return { data: { help: `${helpText.map(textOf).join('\n')}\n` }, lines: helpText }
    if (error.code === 'commander.help') throw new HarnessError('SUBCOMMAND_NEEDED', { group: name, names: subcommands.join(', ') })
    const [first = '-'] = words
    const isNoSubcommand = subcommands.length > 0 && !first.startsWith('-') && !subcommands.includes(first)
    if (error.code === 'commander.unknownCommand' || isNoSubcommand) throw usage(cli.io.say(usageWords.unknownSubcommand, { group: name, name: isNoSubcommand ? first.slice(0, 40) : quotedIn(error), names: subcommands.join(', ') }), ` ${name}`)
    throw usage(problemOf(error, cli), about(name, words, subcommands))
  }
  if (!done) throw new HarnessError('SUBCOMMAND_NEEDED', { group: name, names: subcommands.join(', ') })
  return done
}

function help({ io }: Cli): Done {
  const lines = helpLines(io, io.stdout.columns)
  return { data: { commands: Object.keys(commands) }, lines }
}

function unknownCommand(name: string, { io }: Cli): string {
  const shown = name.slice(0, 40)
  const near = Object.keys(commands).find((known) => known.startsWith(name.slice(0, 3)) || name.startsWith(known))
  return near ? io.say(usageWords.near, { name: shown, near }) : io.say(usageWords.unknownCommand, { name: shown })
}

const usage = (problem: string, about: string): HarnessError => new HarnessError('USAGE', { problem, about })

/** What `pkuh help` is asked about where a line of this command is wrong. */
const about = (name: CommandName, words: readonly string[], subcommands: readonly string[]): string =>
  [name, ...words.slice(0, 1).filter((word) => subcommands.includes(word))].map((word) => ` ${word}`).join('')

/** The name that commander's message quotes. */
const quotedIn = (error: CommanderError): string => /'([^']{1,60})'/.exec(error.message)?.[1] ?? ''

/** Commander's mistakes, in both languages. What was typed is repeated only where it is a name. */
function problemOf(error: CommanderError, { io }: Cli): string {
  const name = quotedIn(error)
  switch (error.code) {
    case 'commander.missingArgument': return io.say(usageWords.missingArgument, { name })
    case 'commander.unknownOption': return io.say(usageWords.unknownOption, { name })
    case 'commander.optionMissingArgument': case 'commander.missingMandatoryOptionValue': return io.say(usageWords.missingValue, { name })
    case 'commander.excessArguments': return io.say(problemWords.excess, { name })
    case 'commander.invalidArgument': return choiceProblem(error.message, io) ?? error.message
    default: return error.message.replace(/^error: /, '')
  }
}

/** What commander says of a value that is none of the choices: `option '--as <principal>' argument 'x' is invalid. Allowed choices are …`. */
function choiceProblem(message: string, { say }: Cli['io']): string | undefined {
  const [, choices] = /Allowed choices are (.{1,200})\.$/.exec(message) ?? []
  const [, option, argument] = /option '(--[\w-]+)|for argument '([\w-]+)'/.exec(message.replace(/'-\w, /, "'")) ?? []
  return choices === undefined ? undefined : say(problemWords.choice, { name: option ?? argument ?? '', choices })
}
