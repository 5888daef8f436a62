import { sameJson } from '../canonical.ts'
import { isList, isMap, type Json, type JsonObject } from '../json.ts'

/** Keywords that are compared here. A schema with any other is within none but its equal. */
const compared: readonly string[] = [
  'type', 'enum', 'const', 'properties', 'required', 'additionalProperties', 'items', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum',
  'minLength', 'maxLength', 'minItems', 'maxItems', 'pattern', 'format',
]
const lower = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'] as const
const upper = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'] as const

/**
 * Whether every value that `narrow` takes is one that `wide` takes, both without words. Decided for the part of JSON Schema
 * that documents may use; whatever else differs, also two patterns, counts as wider.
 */
export function schemaWithin(narrow: Json, wide: Json): boolean {
  if (sameJson(narrow, wide)) return true
  if (!isMap(narrow) || !isMap(wide)) return false
  if (![...Object.keys(narrow), ...Object.keys(wide)].every((key) => compared.includes(key))) return false
  const members = membersOf(narrow)
  if (members) return members.every((member) => takes(wide, member))
  if (membersOf(wide)) return false
  return typesOf(narrow).every((type) => typesOf(wide).some((other) => other === type || (other === 'number' && type === 'integer')))
    && lower.every((key) => bounded(wide[key], narrow[key], (outer, inner) => inner >= outer))
    && upper.every((key) => bounded(wide[key], narrow[key], (outer, inner) => inner <= outer))
    && (['pattern', 'format'] as const).every((key) => wide[key] === undefined || wide[key] === narrow[key])
    && (wide['items'] === undefined || (narrow['items'] !== undefined && schemaWithin(narrow['items'], wide['items'])))
    && objectWithin(narrow, wide)
}

const bounded = (outer: Json | undefined, inner: Json | undefined, holds: (outer: number, inner: number) => boolean): boolean =>
  outer === undefined || (typeof outer === 'number' && typeof inner === 'number' && holds(outer, inner))

function objectWithin(narrow: JsonObject, wide: JsonObject): boolean {
  if (!typesOf(narrow).includes('object')) return true
  const [inner, outer] = [propertiesOf(narrow), propertiesOf(wide)]
  const closed = wide['additionalProperties'] === false
  if (!closed && wide['additionalProperties'] !== undefined && wide['additionalProperties'] !== true) return false
  if (closed && narrow['additionalProperties'] !== false) return false
  // An open `narrow` may hold anything under a name that only `wide` limits.
  if (narrow['additionalProperties'] !== false && !Object.keys(outer).every((name) => Object.hasOwn(inner, name))) return false
  return Object.entries(inner).every(([name, schema]) => (Object.hasOwn(outer, name) ? schemaWithin(schema, outer[name] ?? null) : !closed))
    && requiredOf(wide).every((name) => requiredOf(narrow).includes(name))
}

/** Whether a schema takes one plain value. Values that are lists or objects, and patterns and formats, are not looked into. */
function takes(schema: JsonObject, value: Json): boolean {
  const members = membersOf(schema)
  if (members && !members.some((member) => sameJson(member, value))) return false
  if (schema['pattern'] !== undefined || schema['format'] !== undefined || isMap(value) || isList(value)) return false
  const type = value === null ? 'null' : typeof value
  if (!typesOf(schema).some((one) => one === type || (one === 'integer' && Number.isInteger(value)))) return false
  if (typeof value === 'number') return schema['exclusiveMinimum'] === undefined && schema['exclusiveMaximum'] === undefined && sizeWithin(schema, 'minimum', 'maximum', value)
  return typeof value !== 'string' || sizeWithin(schema, 'minLength', 'maxLength', [...value].length)
}

const sizeWithin = (schema: JsonObject, low: string, high: string, size: number): boolean =>
  bounded(schema[low], size, (outer, inner) => inner >= outer) && bounded(schema[high], size, (outer, inner) => inner <= outer)

function membersOf(schema: JsonObject): readonly Json[] | undefined {
  if (schema['const'] !== undefined) return [schema['const']]
  const members = schema['enum']
  return members !== undefined && isList(members) ? members : undefined
}

const everyType: readonly Json[] = ['string', 'number', 'boolean', 'array', 'object', 'null']
function typesOf(schema: JsonObject): readonly Json[] {
  const type = schema['type']
  if (type === undefined) return everyType
  return isList(type) ? type : [type]
}

const propertiesOf = (schema: JsonObject): JsonObject => { const found = schema['properties']; return isMap(found) ? found : {} }
const requiredOf = (schema: JsonObject): readonly Json[] => { const found = schema['required']; return found !== undefined && isList(found) ? found : [] }
