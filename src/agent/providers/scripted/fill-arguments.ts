import { isObject, type Json, type JsonObject } from '../../../rules/json.ts'

/**
 * Arguments for a tool out of a person's words, led by the tool's schema alone: a choice that the words name, and what is quoted for a
 * search. What is not found is left out, for the tool's default or the monitor's complaint.
 * @param today `2026-11-30`, by which 明天 is a date; undefined where the request tells no time
 */
export function fillArguments(schema: JsonObject, words: string, today?: string): JsonObject {
  const found: Record<string, Json> = {}
  for (const [name, property] of properties(schema)) {
    const value = choices(property).length > 0 ? chosen(choices(property), words) : searchNames.includes(name) ? keywordIn(words) : writtenOut(name, property, words, today) ?? periodOf(name, property, words)
    if (value !== undefined) found[name] = value
  }
  return found
}

/** A day, a time of day or the number of a route as the words have it. */
function writtenOut(name: string, property: JsonObject, words: string, today: string | undefined): Json | undefined {
  if (property['format'] === 'date') return /\b\d{4}-\d{2}-\d{2}\b/.exec(words)?.[0] ?? (today === undefined ? undefined : dayNamed(words, today))
  if (name === 'time') return /(?<!\d)\d{1,2}:\d{2}(?!\d)/.exec(words)?.[0].padStart(5, '0')
  const route = name === 'route' ? /(\d{1,4})\s*号线|\broute\s+(\d{1,4})\b/i.exec(words) : null
  return route ? Number(route[1] ?? route[2]) : undefined
}

function dayNamed(words: string, today: string): string | undefined {
  const after = days.findIndex(([day = '']) => namesOf(day).some((name) => words.toLowerCase().includes(name)))
  return after < 0 ? undefined : new Date(Date.parse(today) + (days.length - 1 - after) * 86_400_000).toISOString().slice(0, 10)
}

/** The first and last of the day's 12 class periods, as the words number them or by a part of the day, for arguments called `from` and `to`. */
function periodOf(name: string, property: JsonObject, words: string): number | undefined {
  if (property['type'] !== 'integer') return undefined
  const [, han, hanTo, first = han, last = hanTo] = numbered.exec(words) ?? []
  const [from, to] = first === undefined ? partsOfDay.find(([part]) => part.test(words))?.slice(1) ?? [] : [first, last ?? first]
  const value = name === 'from' ? from : name === 'to' ? to : undefined
  return value === undefined ? undefined : Number(value)
}
const numbered = /(\d{1,2})\s?(?:[到至~–-]\s?(\d{1,2})\s?)?节|\bperiods?\s(\d{1,2})(?:\s?(?:to|–|-)\s?(\d{1,2}))?/i
const partsOfDay: readonly (readonly [RegExp, number, number])[] = [[/上午|早上|morning/i, 1, 4], [/下午|afternoon/i, 5, 9], [/晚上|evening|tonight/i, 10, 12]]

const searchNames: readonly string[] = ['keyword', 'query', 'q']

/** The argument that holds a text: the first required one of type string, else the first of type string, else `text`. */
export function textArgument(schema: JsonObject): string {
  const strings = properties(schema).filter(([, property]) => property['type'] === 'string' && choices(property).length === 0).map(([name]) => name)
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  return strings.find((name) => required.includes(name)) ?? strings[0] ?? 'text'
}

/** What is searched for: in quotation marks, or after a word for searching. */
export function keywordIn(words: string): string | undefined {
  const quoted = /[「『“"']([^」』”"']{1,50})[」』”"']/.exec(words)?.[1]
  const named = /(?:搜索?|查找|关于|about|search(?: treehole)? for)\s*([\p{L}\p{N}]{1,20}?)(?=的|吗|呢|相关|[\s，。？！,.?!]|$)/iu.exec(words)?.[1]
  return quoted ?? named
}

const properties = (schema: JsonObject): readonly (readonly [string, JsonObject])[] =>
  isObject(schema['properties']) ? Object.entries(schema['properties']).flatMap(([name, property]) => (isObject(property) ? [[name, property as JsonObject] as const] : [])) : []

const choices = (property: JsonObject): readonly string[] =>
  Array.isArray(property['enum']) ? property['enum'].filter((choice) => typeof choice === 'string') : []

/** The choice that the words name, a day also by its other names; of several the one named at most length. */
function chosen(list: readonly string[], words: string): string | undefined {
  const named = list.flatMap((choice) => namesOf(choice).filter((name) => words.toLowerCase().includes(name)).map((name) => ({ choice, length: name.length })))
  return named.sort((a, b) => b.length - a.length)[0]?.choice
}

/** The last first, since its name holds that of the one before. */
const days: readonly (readonly string[])[] = [['后天', 'day after tomorrow', 'after'], ['明天', 'tomorrow'], ['今天', 'today']]
const namesOf = (choice: string): readonly string[] => {
  const lower = choice.toLowerCase()
  return (days.find((names) => names.includes(lower)) ?? [lower]).filter((name) => name !== 'after')
}
