import { readFileSync } from 'node:fs'
import { HarnessError } from '../../rules/errors/index.ts'
import { type Json, type JsonObject, isObject } from '../../rules/json.ts'
import { problemWords as w } from '../../rules/words/usage.ts'
import type { Io } from './io.ts'

/**
 * A tool's arguments from the words of the line: `--key value`, `--key=value`, `--flag` for a boolean, `--input JSON`
 * (`-` reads standard input). Each value becomes what the tool's own schema says; the monitor checks it again, and what
 * stands here decides nothing. Throws `USAGE`.
 * @param schema the tool's `inputSchema`
 */
export function readArguments(words: readonly string[], schema: JsonObject, stdin: () => string, { say }: Speaker): JsonObject {
  const properties = propertiesOf(schema)
  const schemaOf = (name: string): unknown => (Object.hasOwn(properties, name) ? properties[name] : undefined)
  const args = new Map<string, Json>()
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (!word.startsWith('--') || word === '--') throw usage(noOption(word, Object.keys(properties), say))
    const equals = word.indexOf('=')
    const name = nameOf(word.slice(2, equals === -1 ? undefined : equals), properties)
    const next = words[at + 1]
    const text = equals !== -1 ? word.slice(equals + 1) : next !== undefined && !isOption(next) ? (at++, next) : undefined
    const given = name === 'input' && !Object.hasOwn(properties, name)
      ? Object.entries(wholeInput(text, stdin, say))
      : [[name, add(name, args.get(name), coerce(name, text, schemaOf(name), say), schemaOf(name), say)] as const]
    for (const [key, value] of given) args.set(key, value)
  }
  return Object.fromEntries(args)
}

/** Whether `--name` is an argument of the tool. */
export const hasArgument = (name: string, schema: JsonObject): boolean => Object.hasOwn(propertiesOf(schema), nameOf(name, propertiesOf(schema)))

const propertiesOf = (schema: JsonObject): Record<string, unknown> => (isObject(schema['properties']) ? schema['properties'] : {})

/** `--term-id` may stand for `termId` or `term_id`, where the schema has no `term-id`. */
function nameOf(written: string, properties: Record<string, unknown>): string {
  if (Object.hasOwn(properties, written)) return written
  const flat = (name: string) => name.replace(/[-_]/g, '').toLowerCase()
  return Object.keys(properties).find((name) => flat(name) === flat(written)) ?? written
}

const noOption = (word: string, names: readonly string[], say: Io['say']): string =>
  (names.length === 0 ? say(w.noOptions, { word: shown(word) }) : say(w.noOption, { word: shown(word), names: names.map((name) => `--${name}`).join(', ') }))

/** A word may be anyone's text. */
const shown = (word: string): string => (word.length <= 40 ? word : `${[...word].slice(0, 40).join('')}…`)

/** A negative number is a value, not an option. */
const isOption = (word: string): boolean => word.startsWith('--') && word.length > 2

function coerce(name: string, text: string | undefined, schema: unknown, say: Io['say']): Json {
  const types = typesOf(schema)
  if (text === undefined) {
    if (types.includes('boolean') || types.length === 0) return true
    throw usage(say(w.noValue, { name: `--${shown(name)}` }))
  }
  if (types.includes('array')) {
    return text.trimStart().startsWith('[') ? parse(name, text, say) : [coerce(name, text, isObject(schema) ? schema['items'] : undefined, say)]
  }
  if (types.includes('object')) return parse(name, text, say)
  if ((types.includes('integer') || types.includes('number')) && /^-?\d+(?:\.\d+)?$/.test(text) && String(Number(text)) === text) return Number(text)
  if (types.includes('boolean') && /^(?:true|false|yes|no)$/.test(text)) return text === 'true' || text === 'yes'
  if (types.includes('null') && text === 'null') return null
  return text
}

/** The JSON types that a schema lets through, those of its alternatives too. */
export function typesOf(schema: unknown): readonly string[] {
  if (!isObject(schema)) return []
  const own = Array.isArray(schema['type']) ? schema['type'].map(String) : typeof schema['type'] === 'string' ? [schema['type']] : []
  const alternatives = [schema['anyOf'], schema['oneOf']].flatMap((part) => (Array.isArray(part) ? part : []))
  const choices = Array.isArray(schema['enum']) ? schema['enum'].map((value) => (Number.isInteger(value) ? 'integer' : typeof value)) : []
  return [...own, ...alternatives.flatMap(typesOf), ...choices]
}

/** Given twice, an array grows; anything else is a mistake. */
function add(name: string, before: Json | undefined, value: Json, schema: unknown, say: Io['say']): Json {
  if (before === undefined) return value
  if (Array.isArray(before) && Array.isArray(value) && typesOf(schema).includes('array')) return [...before, ...value]
  throw usage(say(w.twice, { name: `--${shown(name)}` }))
}

function wholeInput(text: string | undefined, stdin: () => string, say: Io['say']): JsonObject {
  if (text === undefined) throw usage(say(w.inputForm))
  const value = parse('input', text === '-' ? stdin() : text, say)
  if (!isObject(value)) throw usage(say(w.inputForm))
  return value as JsonObject
}

function parse(name: string, text: string, say: Io['say']): Json {
  try { return JSON.parse(text) as Json } catch (cause) { throw new HarnessError('USAGE', { problem: say(w.notJson, { name: `--${shown(name)}` }) }, { cause }) }
}

type Speaker = Pick<Io, 'say'>
const usage = (problem: string): HarnessError => new HarnessError('USAGE', { problem })

/** All of standard input, as text. */
export const readStdin = (): string => readFileSync(0, 'utf8')
