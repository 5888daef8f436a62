import type { z } from 'zod'
import { formatExample } from '../rules/format-example.ts'
import { isObject, type JsonObject } from '../rules/json.ts'
import { argumentWords, typeWords } from '../rules/words/monitor.ts'
import { say } from '../rules/words/say.ts'
import type { Lang, Words } from '../sdk/index.ts'

/** Longer values are told by their type: a long text is no misspelt choice, and it could be private. */
const shownLength = 40
const mostIssues = 4

/** What is wrong with a call's arguments, in both languages. Values are shown only where a choice was misspelt; they and names are scrubbed and cut. */
export function describeIssues(issues: readonly z.core.$ZodIssue[], given: unknown, schema: JsonObject, scrub: (text: string) => string): Words {
  if (!isObject(given)) return argumentWords.notObject
  const told = issues.slice(0, mostIssues).map((issue) => describe(issue, given, schema, scrub))
  return { zh: told.map(({ zh }) => zh).join('；'), en: told.map(({ en }) => en).join('; ') }
}

function describe(issue: z.core.$ZodIssue, given: unknown, schema: JsonObject, scrub: (text: string) => string): Words {
  const argument = scrub(cut(issue.path.map(String).join('.'))) || '-'
  const found = valueAt(given, issue.path)
  const both = (words: Words, allowed: Words, shown: Words = same('')): Words => {
    const fillIn = (lang: Lang) => say(words, lang, { argument, allowed: allowed[lang], found: shown[lang] })
    return { zh: fillIn('zh'), en: fillIn('en') }
  }
  switch (issue.code) {
    case 'unrecognized_keys': {
      const names = [...issue.keys.slice(0, mostIssues).map((key) => scrub(cut(key))), ...(issue.keys.length > mostIssues ? ['…'] : [])].join(', ')
      const fillIn = (lang: Lang) => say(argumentWords.unknown, lang, { argument: names, allowed: known(schema) })
      return { zh: fillIn('zh'), en: fillIn('en') }
    }
    case 'invalid_value': {
      const allowed = same(issue.values.map(String).join(', '))
      return found === undefined ? both(argumentWords.missing, allowed) : both(argumentWords.value, allowed, show(found, scrub))
    }
    case 'invalid_type': {
      // zod says `number` of a text where a whole number is wanted.
      const wanted = typeIn(issue.expected === 'number' && propertyOf(schema, issue.path)?.['type'] === 'integer' ? 'int' : issue.expected)
      return found === undefined ? both(argumentWords.missing, wanted) : both(argumentWords.type, wanted, typeIn(typeOf(found)))
    }
    case 'too_small': return both(argumentWords.tooSmall, same(String(issue.minimum)))
    case 'too_big': return both(argumentWords.tooBig, same(String(issue.maximum)))
    case 'invalid_format': {
      const example = formatExample(propertyOf(schema, issue.path), issue.format)
      return example === undefined ? both(argumentWords.form, same(issue.pattern ?? issue.format)) : both(argumentWords.example, same(example))
    }
    case 'not_multiple_of': return both(argumentWords.form, same(String(issue.divisor)))
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'custom': return both(argumentWords.form, same(issue.message))
  }
}

/** What the schema says of an argument; nothing of what lies inside one. */
function propertyOf(schema: JsonObject, [name, ...inner]: readonly PropertyKey[]): Record<string, unknown> | undefined {
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const property = inner.length === 0 && Object.hasOwn(properties, String(name)) ? properties[String(name)] : undefined
  return isObject(property) ? property : undefined
}

/** A key can be anybody's text, and of any length. */
const cut = (text: string): string => (text.length <= shownLength ? text : `${text.slice(0, shownLength)}…`)
const same = (text: string): Words => ({ zh: text, en: text })

const known = (schema: JsonObject): string => {
  const names = isObject(schema['properties']) ? Object.keys(schema['properties']) : []
  return names.join(', ') || '-'
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined), given)
}

function show(value: unknown, scrub: (text: string) => string): Words {
  if (typeof value === 'string' && value.length <= shownLength) return same(scrub(value))
  return typeof value === 'number' || typeof value === 'boolean' ? same(String(value)) : typeIn(typeOf(value))
}

const typeIn = (name: string): Words => (Object.hasOwn(typeWords, name) ? typeWords[name as keyof typeof typeWords] : typeWords.other)
const typeOf = (value: unknown): string => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value)
