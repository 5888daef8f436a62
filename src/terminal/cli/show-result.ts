import { fill } from '../../rules/errors/index.ts'
import { type Json, type JsonObject, isList, isObject } from '../../rules/json.ts'
import { stateWords } from '../../rules/words/cli.ts'
import { showWords as w } from '../../rules/words/show.ts'
import type { Words } from '../../sdk/index.ts'
import type { Io } from './io.ts'
import type { Line } from './line.ts'
import { showJson } from './show-json.ts'

/** What was asked, for the words of a result that is empty. */
export interface AskedTool {
  readonly id: string
  /** The plugin's own words for nothing found. */
  readonly empty?: Words | undefined
  readonly inputSchema: JsonObject
}

/**
 * A call's result for a person. One that holds nothing is said in words: what was asked, and what to try next, in the
 * plugin's own words where it has any. What stands beside an empty list is shown all the same.
 */
export function showResult(data: Json, tool: AskedTool, args: JsonObject, io: Pick<Io, 'say' | 'globals'>): Line[] {
  const none = io.say(stateWords.none)
  if (!holdsNothing(data)) return showJson(data, none)
  const asked = { ...defaultsOf(tool.inputSchema), ...args }
  const line = Object.entries(asked).filter(([, value]) => value !== '').map(([name, value]) => `--${name} ${shown(value)}`).join(' ')
  const params = Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, shown(value)]))
  const beside = isObject(data) ? Object.fromEntries(Object.entries(data).filter(([, value]) => !(isList(value) && value.length === 0))) : {}
  return [
    line === '' ? io.say(w.nothingBare, { tool: tool.id }) : io.say(w.nothing, { tool: tool.id, asked: line }),
    tool.empty ? fill(tool.empty[io.globals.lang], params) : io.say(w.tryOther, { tool: tool.id }),
    ...(Object.keys(beside).length > 0 ? showJson(beside, none) : []),
  ]
}

/** No value, no item, no field; or only lists without items, with single values beside them. */
function holdsNothing(data: Json): boolean {
  if (data === null || data === '') return true
  if (typeof data !== 'object') return false
  if (isList(data)) return data.length === 0
  const values = Object.values(data)
  const lists = values.filter((value) => typeof value === 'object' && value !== null)
  return values.length === 0 || (lists.length > 0 && lists.every((value) => isList(value) && value.length === 0))
}

/** The defaults that the schema names; one that depends on the plugin's settings is not in it. */
function defaultsOf(schema: JsonObject): JsonObject {
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  return Object.fromEntries(Object.entries(properties).flatMap(([name, property]) =>
    (isObject(property) && property['default'] !== undefined ? [[name, property['default'] as Json]] : [])))
}

const shown = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))
