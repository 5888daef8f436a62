import type { Argument, Command, Option } from 'commander'
import { profiles, type Profile, isProfile } from '../../../daemon/protocol/places.ts'
import { buildCommand } from '../build-command.ts'
import type { Cli } from '../cli.ts'
import { type CommandName, commands, isCommand } from '../commands.ts'
import { principals } from '../commands/policy.ts'
import { globalOptions } from '../help.ts'
import { allowedValues, argumentsOf } from '../show-tool.ts'
import { usageWords } from '../../../rules/words/cli.ts'
import type { Names } from './live.ts'

/** What may stand at the cursor. */
export interface Candidates {
  /** Whether a file's name may too, which the shell lists itself. */
  readonly files: boolean
  readonly words: readonly Candidate[]
}
export interface Candidate { readonly word: string; readonly about: string }

const nothing: Candidates = { files: false, words: [] }
const anyFile: Candidates = { files: true, words: [] }
const plain = (words: readonly string[]): Candidates => ({ files: false, words: words.map((word) => ({ word, about: '' })) })

/**
 * What may stand behind these words, whole: the shell takes of it what begins like the word that is being typed.
 * Reads names from `names(profile)` alone, the profile being the line's.
 * @param before whole words behind `pkuh`
 */
export async function candidates(before: readonly string[], current: string, cli: Cli, names: (profile: Profile) => Names): Promise<Candidates> {
  const line = readGlobalsSoFar(before)
  if (line === undefined) return nothing
  const { rest, profile, waiting } = line
  const value = valueOf(waiting, current)
  const named = globalFlags.find(([flag]) => flag === value.option)
  if (named) return prefixed(globalValues(named[0]), value.prefix)
  const [name, ...words] = rest
  if (name === undefined) return current.startsWith('-') ? globals(cli) : { files: false, words: groups(cli) }
  if (name === 'help') return words.length === 0 ? { files: false, words: groups(cli) } : isCommand(words[0] ?? '') && words.length === 1 ? subcommands(await tree(words[0] as CommandName, cli)) : nothing
  if (!isCommand(name)) return nothing
  const group = await tree(name, cli)
  const inner = group.commands.find((one) => one.name() === words[0])
  if (group.commands.length > 0 && !inner) return words.length === 0 ? (current.startsWith('-') ? globals(cli) : subcommands(group)) : nothing
  return behindCommand(inner ?? group, inner ? words.slice(1) : words, current, cli, names(profile))
}

const tree = (name: CommandName, cli: Cli): Promise<Command> => buildCommand(name, cli, () => {}, () => {})
const groups = ({ io }: Cli): Candidate[] => [...Object.entries(commands).map(([word, { summary }]) => ({ word, about: io.say(summary) })), { word: 'help', about: '' }]
const subcommands = (group: Command): Candidates => ({ files: false, words: group.commands.map((one) => ({ word: one.name(), about: one.description() })) })

const globalFlags: readonly (readonly [flag: string, takesValue: boolean, about: keyof typeof usageWords])[] =
  globalOptions.map(([written, about]) => { const [flag = '', value] = written.split(' '); return [flag, value !== undefined, about] })
const globals = ({ io }: Cli): Candidates => ({ files: false, words: globalFlags.map(([word, , about]) => ({ word, about: io.say(usageWords[about]) })) })

function globalValues(flag: string): Candidates {
  switch (flag) {
    case '--profile': return plain(profiles)
    case '--lang': return plain(['zh', 'en'])
    case '--allow-file': return anyFile
    default: return nothing
  }
}

interface SoFar { readonly rest: readonly string[]; readonly profile: Profile; readonly waiting: string | undefined }

/** The line without its global options; they may stand anywhere here, since completing decides nothing. Undefined behind `--`. */
function readGlobalsSoFar(before: readonly string[]): SoFar | undefined {
  const rest: string[] = []
  let profile: Profile = 'default'
  let waiting: string | undefined
  for (const word of before) {
    if (word === '--') return undefined
    if (waiting !== undefined) {
      if (waiting === '--profile' && isProfile(word)) profile = word
      waiting = undefined
      continue
    }
    const [flag = '', given] = word.split(/=(.*)/s)
    const known = globalFlags.find(([name]) => name === flag)
    if (!known) { rest.push(word); continue }
    if (known[0] === '--profile' && given !== undefined && isProfile(given)) profile = given
    if (known[1] && given === undefined) waiting = flag
  }
  return { rest, profile, waiting }
}

/** The option whose value is being typed, behind it or in one word with it. */
function valueOf(waiting: string | undefined, current: string): { readonly option: string | undefined; readonly prefix: string } {
  if (waiting !== undefined) return { option: waiting, prefix: '' }
  const equals = current.startsWith('--') ? current.indexOf('=') : -1
  return equals === -1 ? { option: undefined, prefix: '' } : { option: current.slice(0, equals), prefix: current.slice(0, equals + 1) }
}
const prefixed = ({ files, words }: Candidates, prefix: string): Candidates => ({ files, words: words.map(({ word, about }) => ({ word: prefix + word, about })) })

/** Behind a whole command: the value of an option, an option, or the next argument. */
async function behindCommand(command: Command, words: readonly string[], current: string, cli: Cli, names: Names): Promise<Candidates> {
  const takesTool = command.registeredArguments[0]?.name() === 'tool' && command.registeredArguments[1]?.name() === 'arguments'
  const places: string[] = []
  let waiting: Option | undefined
  for (const [at, word] of words.entries()) {
    if (waiting) { waiting = undefined; continue }
    const option = command.options.find(({ long }) => long === word)
    if (takesTool && places.length > 0) return behindTool(places[0] ?? '', words.slice(at), current, command, cli, names)
    if (option) waiting = option.required || option.optional ? option : undefined
    else if (!word.startsWith('-')) places.push(word)
  }
  if (takesTool && places.length > 0) return behindTool(places[0] ?? '', [], current, command, cli, names)
  const value = valueOf(waiting?.long, current)
  const valued = command.options.find(({ long }) => long === value.option)
  if (valued) return prefixed(await valuesFor(valued.argChoices, valueName(valued), names), value.prefix)
  if (current.startsWith('-')) return optionsOf(command, cli)
  const argument = command.registeredArguments[places.length]
  if (!argument) return nothing
  return command.registeredArguments[0]?.name() === 'plugin' && places[0] !== undefined && !argument.argChoices ? partOf(places[0], command.name(), places.slice(1), cli, names) : valuesFor(argument.argChoices, argument.name(), names)
}

/** What belongs to a plugin, behind its name: a widget, the number of a shortcut, a setting and what it may be. */
async function partOf(plugin: string, command: string, behind: readonly string[], { io }: Cli, names: Names): Promise<Candidates> {
  const [first, key] = behind
  if (command === 'settings' && (first === 'set' || first === 'reset')) {
    const found = await names.settings(plugin)
    if (key === undefined) return plain(found?.settings.map(({ name }) => name) ?? [])
    const known = first === 'set' && found ? argumentsOf({ inputSchema: found.schema }).find(({ name }) => name === key) : undefined
    return plain(known ? allowedValues(known) : [])
  }
  if (first !== undefined) return nothing
  if (command === 'widget') return plain(await names.screens(plugin).then((found) => [...found?.widgets ?? [], ...found?.pages ?? []]))
  if (command === 'shortcut') return { files: false, words: (await names.screens(plugin))?.shortcuts.map(({ title }, at) => ({ word: String(at + 1), about: io.say(title) })) ?? [] }
  return nothing
}

const valueName = ({ flags }: Option): string => /[<[]([\w-]+)/.exec(flags)?.[1] ?? ''

function optionsOf(command: Command, cli: Cli): Candidates {
  const own = command.options.map(({ long, flags, description }) => ({ word: long ?? flags, about: description }))
  return { files: false, words: [...own, { word: '--help', about: '' }, ...globals(cli).words] }
}

/** By what an option or argument is called: `<file>`, `<plugin>`, … */
async function valuesFor(choices: Argument['argChoices'], name: string, names: Names): Promise<Candidates> {
  if (choices) return plain(choices)
  switch (name) {
    case 'file': case 'path': case 'folder': case 'source': return anyFile
    case 'tool': return plain(await names.tools())
    case 'plugin': return plain(await names.plugins())
    case 'tool-or-plugin': return plain([...await names.plugins(), ...await names.tools()])
    case 'account': return plain(await names.accounts())
    case 'approval': return plain(await names.approvals())
    case 'grant': return plain(await names.grants())
    case 'principal': return plain(principals)
    default: return nothing
  }
}

/** A tool's own arguments, by its schema, and the options that its command takes there too. */
async function behindTool(id: string, words: readonly string[], current: string, command: Command, cli: Cli, names: Names): Promise<Candidates> {
  const tool = await names.tool(id)
  const known = tool ? argumentsOf(tool) : []
  const last = words.at(-1)
  // `policy explain` reads its own options there; `call` leaves all that stands there to the tool.
  const taken = command.name() === 'explain' ? command.options : []
  const waits = known.some(({ name, schema }) => last === `--${name}` && schema['type'] !== 'boolean') || taken.some(({ long, required }) => last === long && required)
  const value = valueOf(waits ? last : undefined, current)
  if (value.option === '--input' || last === '--input') return prefixed(anyFile, value.prefix)
  const valued = known.find(({ name }) => `--${name}` === value.option)
  if (valued) return prefixed(plain(allowedValues(valued)), value.prefix)
  const option = taken.find(({ long }) => long === value.option)
  if (option) return prefixed(await valuesFor(option.argChoices, valueName(option), names), value.prefix)
  const given = new Set(words.map((word) => word.replace(/=.*/s, '')))
  const own = known.filter(({ name, schema }) => schema['type'] === 'array' || !given.has(`--${name}`)).map(({ name, schema }) => ({ word: `--${name}`, about: String(schema['title'] ?? schema['description'] ?? '') }))
  const others = taken.map(({ long, flags, description }) => ({ word: long ?? flags, about: description }))
  return { files: false, words: [...own, ...others, { word: '--input', about: '' }, { word: '--help', about: '' }, ...(current.startsWith('-') ? globals(cli).words : [])] }
}
