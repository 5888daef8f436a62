import type { ResultOf } from '../../daemon/protocol/methods.ts'
import { type Json, isObject } from '../../rules/json.ts'
import { formatExample } from '../../rules/format-example.ts'
import { cardWords } from '../../rules/words/card.ts'
import { toolStateWords } from '../../rules/words/lists.ts'
import { typeWords } from '../../rules/words/monitor.ts'
import { showWords as w } from '../../rules/words/show.ts'
import { halfOf } from './half-of.ts'
import { typesOf } from './arguments.ts'
import { destination } from './card.ts'
import type { Io } from './io.ts'
import type { Line } from './line.ts'
import { shellWord } from './shell-word.ts'
import { table } from './table.ts'
import { wordIn } from './word-in.ts'

export type ShownTool = ResultOf<'tools.list'>['tools'][number]
type Look = Pick<Io, 'say' | 'globals'>

/** A tool with everything that a person must know to call it: what it does to the world, its arguments, an example line. */
export function toolLines(tool: ShownTool, io: Look): Line[] {
  const { lang } = io.globals
  const args = argumentsOf(tool)
  const flags = (['untrusted', 'private', 'durable', 'irreversible', 'userOnly'] as const).filter((flag) => tool[flag])
  return [
    ...table([[tool.id, effectWord(tool.effect, lang), io.say(w.pluginOf, { trust: trustWord(tool.trust, lang), plugin: tool.plugin })]]),
    tool.description[lang],
    ...(tool.state === 'ready' ? [] : [`! ${io.say(w.notReady, { state: wordIn(toolStateWords, tool.state, io) })}`]),
    io.say(w.goesTo, { places: tool.destinations.map((place) => destination(place, lang)).join(', ') }),
    ...flags.map((flag) => `· ${io.say(w[flag])}`),
    '',
    ...(args.length === 0 ? [io.say(w.noArguments)] : [`${io.say(w.arguments)}:`, ...table(args.map((arg) => [`  --${arg.name}`, valuesOf(arg, io), presence(arg, io), titleOf(arg, lang)]))]),
    '', io.say(w.example, { line: exampleOf(tool.id, args, io) }),
  ]
}

/** An effect as people call it; one that is not known is shown as it is. */
export const effectWord = (effect: string, lang: 'zh' | 'en'): string =>
  (effect === 'read' || effect === 'write' || effect === 'money' || effect === 'public' ? cardWords[effect][lang] : effect)

/** How far a plugin is trusted, as people call it; an unknown word is shown as it is. */
export const trustWord = (trust: string, lang: 'zh' | 'en'): string =>
  (trust === 'bundled' || trust === 'official' || trust === 'community' || trust === 'remote' ? cardWords[trust][lang] : trust)

/** One argument, as its JSON Schema has it. */
export interface Argument {
  readonly name: string
  readonly schema: Readonly<Record<string, unknown>>
  readonly required: boolean
}

export function argumentsOf({ inputSchema }: Pick<ShownTool, 'inputSchema'>): Argument[] {
  const properties = isObject(inputSchema['properties']) ? inputSchema['properties'] : {}
  const required = Array.isArray(inputSchema['required']) ? inputSchema['required'] : []
  return Object.entries(properties).map(([name, schema]) => ({
    name, schema: isObject(schema) ? schema : {}, required: required.includes(name) && !(isObject(schema) && schema['default'] !== undefined),
  }))
}

/** The values that an argument is limited to, as they are typed; none where any value of its type will do. */
export function allowedValues({ schema }: Pick<Argument, 'schema'>): readonly string[] {
  const inner = isObject(schema['items']) ? schema['items'] : schema
  if (Array.isArray(inner['enum'])) return inner['enum'].map(String)
  return typesOf(inner).includes('boolean') ? ['true', 'false'] : []
}

function valuesOf(arg: Argument, io: Look): string {
  const allowed = allowedValues(arg)
  if (allowed.length > 0) return allowed.join('|')
  const types = [...new Set(typesOf(arg.schema).map((type) => typeWord(type, io)))].join('|') || io.say(typeWords.other)
  const text = typesOf(arg.schema).includes('string')
  const range = rangeOf(arg.schema, text)
  const example = formatExample(arg.schema)
  return [types, ...(range === '' ? [] : [range]), ...(example === undefined ? [] : [io.say(w.such, { example })])].join(' ')
}

/** `1–12`, `≥1`, `≤20`; of a text the number of characters, in brackets. A bound that is only that of the number's format is none. */
function rangeOf(schema: Argument['schema'], text: boolean): string {
  const bound = (name: string): number | undefined => {
    const value = schema[name]
    return typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined
  }
  const [low, high] = text ? [bound('minLength'), bound('maxLength')] : [bound('minimum'), bound('maximum')]
  const range = low !== undefined && high !== undefined ? `${low}–${high}` : low !== undefined ? `≥${low}` : high !== undefined ? `≤${high}` : ''
  return text && range !== '' ? `(${range})` : range
}

function presence({ schema, required }: Argument, io: Look): string {
  if (required) return io.say(w.required)
  const value = schema['default']
  if (value === undefined) return io.say(w.optional)
  return io.say(w.default, { value: value === '' ? io.say(w.emptyText) : plain(value as Json) })
}

const titleOf = ({ schema }: Argument, lang: 'zh' | 'en'): string =>
  [schema['title'], schema['description']].filter((part): part is string => typeof part === 'string').map((part) => halfOf(part, lang)).join(' ')

/** Every required argument, and the first few others, each with a value that its schema allows. */
function exampleOf(id: string, args: readonly Argument[], io: Look): string {
  const some = [...args.filter(({ required }) => required), ...args.filter(({ required }) => !required)].slice(0, Math.max(2, args.filter(({ required }) => required).length))
  return [id, ...some.flatMap((arg) => { const value = sampleOf(arg, io); return value === '' ? [] : [`--${arg.name} ${value}`] })].join(' ')
}

function sampleOf({ schema, required }: Argument, io: Look): string {
  const [first] = allowedValues({ schema })
  const known = schema['default'] ?? first ?? schema['minimum'] ?? (required ? formatExample(schema) : undefined)
  const value = known === undefined || known === '' ? (required ? (typesOf(schema).some((type) => type === 'integer' || type === 'number') ? '1' : io.say(w.text)) : '') : plain(known as Json)
  return value === '' ? '' : shellWord(value)
}

const plain = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))
/** `integer` is a whole number to people. */
const typeWord = (type: string, io: Look): string => wordIn(typeWords, type === 'integer' ? 'int' : type, io)
