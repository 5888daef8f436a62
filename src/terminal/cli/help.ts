import type { Argument, Command, Option } from 'commander'
import { usageWords } from '../../rules/words/cli.ts'
import { helpWords as w } from '../../rules/words/help.ts'
import { breakText } from './break-text.ts'
import { commands } from './commands.ts'
import type { Io } from './io.ts'
import type { Line } from './line.ts'
import { table } from './table.ts'

/** Every global option as it is written, with its word. */
export const globalOptions = [
  ['--profile NAME', 'profile'], ['--json', 'json'], ['--quiet', 'quiet'], ['--no-color', 'noColor'], ['--lang LANG', 'lang'],
  ['--timeout SECONDS', 'timeout'], ['--allow-file FILE', 'allowFile'],
] as const satisfies readonly (readonly [string, keyof typeof usageWords])[]

/** `pkuh help`, in so many columns. */
export function helpLines(io: Pick<Io, 'say'>, columns = 80): Line[] {
  return [
    io.say(usageWords.title), '', io.say(usageWords.usage), '', `${io.say(usageWords.commands)}:`,
    ...table(Object.entries(commands).map(([name, { summary }]) => [`  ${name}`, io.say(summary)])), '', `${io.say(usageWords.globals)}:`,
    ...table(globalOptions.map(([name, word]) => [`  ${name}`, io.say(usageWords[word])])),
    '', ...breakText(io.say(usageWords.placement), Math.max(20, Math.min(columns, 80))), '', io.say(w.more),
  ]
}

/** The help of one command or of a group, all of it in the person's language. */
export function commandHelp(command: Command, io: Pick<Io, 'say'>): Line[] {
  const taken = command.registeredArguments
  const options = command.options.map((option): [string, string] => [option.flags, withValues(option.description, option, io)])
  const usage = [
    pathOf(command), ...(command.options.length > 0 ? [io.say(w.someOptions)] : []), ...(command.commands.length > 0 ? [io.say(w.command)] : []), ...taken.map(written),
  ]
  return [
    io.say(w.usage) + usage.join(' '), '', command.description(), '',
    ...block(io.say(w.commands), command.commands.map((inner) => [[inner.name(), ...inner.registeredArguments.map(written)].join(' '), inner.description()])),
    ...block(io.say(w.arguments), taken.map((argument) => [written(argument), withValues(argument.description, argument, io)])),
    ...block(io.say(w.options), [...options, ['-h, --help', io.say(w.help)]]),
    io.say(w.globals),
  ]
}

const pathOf = (command: Command): string => (command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name())

function written(argument: Argument): string {
  const name = argument.name() + (argument.variadic ? '...' : '')
  return argument.required ? `<${name}>` : `[${name}]`
}

function withValues(description: string, { argChoices, defaultValue }: Pick<Option, 'argChoices' | 'defaultValue'>, io: Pick<Io, 'say'>): string {
  const more = [
    ...(argChoices ? [io.say(w.choices, { values: argChoices.join(', ') })] : []),
    ...(typeof defaultValue === 'string' ? [io.say(w.default, { value: defaultValue })] : []),
  ]
  return more.length > 0 ? `${description} (${more.join('; ')})` : description
}

const block = (title: string, rows: readonly (readonly string[])[]): Line[] =>
  (rows.length === 0 ? [] : [title, ...table(rows.map(([name = '', words = '']) => [`  ${name}`, words])), ''])
