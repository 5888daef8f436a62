import { isList, isMap, type Json, type JsonObject } from '../json.ts'

/** Words of a schema: they are told, and limit nothing. */
const told: readonly string[] = ['title', 'description', 'default', 'examples', '$comment', 'deprecated', 'readOnly', 'writeOnly']
/** Keywords under which schemas stand by names, and those under which one or a list of them stands. */
const named: readonly string[] = ['properties', 'patternProperties', '$defs']
const nested: readonly string[] = ['items', 'prefixItems', 'anyOf', 'oneOf', 'allOf', 'not', 'additionalProperties', 'propertyNames', 'contains', 'if', 'then', 'else']

/** A schema less its words, all through. A property that is called `title` stays. */
export function withoutWords(schema: Json): Json {
  if (isList(schema)) return schema.map(withoutWords)
  if (!isMap(schema)) return schema
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !told.includes(key)).map(([key, value]) => {
    if (named.includes(key) && isMap(value)) return [key, Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutWords(inner)]))]
    return [key, nested.includes(key) ? withoutWords(value) : value]
  }))
}

/**
 * What a schema tells whoever reads it, by the place of each part, also of one without a word: words that go away are a
 * change, words that go with their argument are not. A pattern is text of the author's too.
 */
export function schemaWords(schema: Json, at = ''): readonly (readonly [string, JsonObject])[] {
  if (isList(schema)) return schema.flatMap((item, index) => schemaWords(item, `${at}/${index}`))
  if (!isMap(schema)) return []
  const words = Object.fromEntries(Object.entries(schema).filter(([key]) => told.includes(key) || key === 'pattern'))
  return [[at, words], ...Object.entries(schema).flatMap(([key, value]) => {
    if (named.includes(key) && isMap(value)) return Object.entries(value).flatMap(([name, inner]) => schemaWords(inner, `${at}/${name}`))
    return nested.includes(key) ? schemaWords(value, `${at}/${key}`) : []
  })]
}

/**
 * Every text that a schema writes out as a name or a value: the names of properties, the members of an enum. They limit, and whoever
 * reads the schema reads them too.
 */
export function schemaTexts(schema: Json): readonly string[] {
  if (isList(schema)) return schema.flatMap(schemaTexts)
  if (!isMap(schema)) return []
  return Object.entries(schema).flatMap(([key, value]) => {
    if (named.includes(key) && isMap(value)) return [...Object.keys(value), ...Object.values(value).flatMap(schemaTexts)]
    if (key === 'enum' || key === 'const') return (isList(value) ? value : [value]).filter((member) => typeof member === 'string')
    return nested.includes(key) ? schemaTexts(value) : []
  })
}
