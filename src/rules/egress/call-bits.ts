import { sameJson } from '../canonical.ts'
import { isList, isMap, type Json, type JsonObject } from '../json.ts'
import { bits } from './bits.ts'
import { type OwnWords, ownWordsCost } from './own-words.ts'
import type { Range } from './private-values.ts'

export interface CalledTool {
  /** JSON Schema (draft 2020-12) that the arguments fit. */
  readonly inputSchema: JsonObject
  /** How many tools the model could have called that go to the same place. */
  readonly tools: number
}

/** Bits that the model chose, and the stretches of the person's words it used. */
export interface Cost { readonly bits: number; readonly used: readonly Range[] }

/**
 * What the model chose by itself in a call (policy §3, R7): that it called this tool and not another or none, and of its
 * arguments all but the schema's constants and defaults and the person's own words of this turn. What the schema does not
 * bound costs every byte it is written with, and so does what this table does not know.
 */
export function callBits(args: Json, { inputSchema, tools }: CalledTool, words: OwnWords): Cost {
  const counted = { root: inputSchema, words, used: [...words.used] }
  const chosen = bits.oneOf(tools + 1) + valueBits(args, inputSchema, counted, 0)
  return { bits: chosen, used: counted.used.slice(words.used.length) }
}

interface Counted { readonly root: JsonObject; readonly words: OwnWords; used: Range[] }

/** Deeper than any tool's arguments; a schema that goes round in a circle ends here. */
const deepest = 32

function valueBits(value: Json, given: Json | undefined, counted: Counted, depth: number): number {
  const schema = resolved(given, counted.root)
  if (!schema || depth > deepest || unknownKeywords.some((keyword) => Object.hasOwn(schema, keyword))) return ownOr(value, bits.value(value), counted)
  if ('const' in schema) return same(schema['const'], value) ? bits.none : bits.value(value)
  if ('default' in schema && same(schema['default'], value)) return bits.none
  const { enum: members, anyOf, oneOf } = schema
  if (members !== undefined) return isList(members) && hasMember(members, value) ? ownOr(value, bits.oneOf(members.length), counted) : bits.value(value)
  const branches = anyOf ?? oneOf
  if (branches !== undefined) return branchBits(value, branches, counted, depth)
  return typeBits(value, schema, counted, depth)
}

/** Keywords that change what may be there in ways this table does not follow. */
const unknownKeywords = ['allOf', 'not', 'if', 'dependentSchemas', 'dependentRequired', 'patternProperties', 'unevaluatedProperties', 'unevaluatedItems', 'contains', '$dynamicRef'] as const

function typeBits(value: Json, schema: JsonObject, counted: Counted, depth: number): number {
  const { type } = schema
  const shape = ['properties', 'items', 'prefixItems'].some((keyword) => Object.hasOwn(schema, keyword))
  if (type === undefined && !(shape && typeof value === 'object' && value !== null)) return ownOr(value, bits.value(value), counted)
  const own = bits.oneOf(type !== undefined && isList(type) ? type.length : 1)
  if (value === null) return own
  if (typeof value === 'boolean') return own + bits.either
  if (typeof value === 'string') return own + (value === '' ? bits.text(value) : ownOr(value, bits.text(value), counted))
  if (typeof value === 'number') return own + ownOr(value, numberBits(value, schema), counted)
  if (isList(value)) return own + listBits(value, schema, counted, depth)
  return isMap(value) ? own + objectBits(value, schema, counted, depth) : bits.value(value)
}

/** A whole number between bounds that hold it; any other costs its digits. */
function numberBits(value: number, schema: JsonObject): number {
  const least = wholeBound(schema['minimum'], schema['exclusiveMinimum'], 1)
  const most = wholeBound(schema['maximum'], schema['exclusiveMaximum'], -1)
  const bounded = schema['type'] === 'integer' && least !== undefined && most !== undefined && least <= value && value <= most
  return bounded ? bits.between(least, most) : bits.value(value)
}

function wholeBound(inclusive: Json | undefined, exclusive: Json | undefined, step: 1 | -1): number | undefined {
  const bounds = [...(typeof inclusive === 'number' ? [inclusive] : []), ...(typeof exclusive === 'number' ? [exclusive + step] : [])]
  if (bounds.length === 0) return undefined
  return step === 1 ? Math.max(...bounds) : Math.min(...bounds)
}

function listBits(value: readonly Json[], schema: JsonObject, counted: Counted, depth: number): number {
  const { minItems, maxItems, items, prefixItems } = schema
  const first = prefixItems !== undefined && isList(prefixItems) ? prefixItems : []
  const least = typeof minItems === 'number' ? minItems : 0
  const most = typeof maxItems === 'number' ? maxItems : items === false ? first.length : undefined
  const length = most !== undefined && value.length <= most ? bits.between(least, most) : bits.length(value.length)
  return value.reduce<number>((sum, item, at) => sum + valueBits(item, first[at] ?? items, counted, depth + 1), length)
}

/**
 * Each optional argument without a default is a choice, there or not. Of those with one, going by it is free; which of them
 * departs from it is a choice besides what it then is.
 */
function objectBits(value: JsonObject, schema: JsonObject, counted: Counted, depth: number): number {
  const { properties, required, additionalProperties } = schema
  const known = properties !== undefined && isMap(properties) ? properties : {}
  const needed = required !== undefined && isList(required) ? required : []
  const withDefault = Object.values(known).filter((part) => isMap(part) && Object.hasOwn(part, 'default')).length
  let sum = 0
  for (const [name, part] of Object.entries(known)) {
    const there = Object.hasOwn(value, name)
    const hasDefault = isMap(part) && Object.hasOwn(part, 'default')
    if (!there || (!hasDefault && !needed.includes(name))) sum += bits.either
    if (!there) continue
    const chosen = valueBits(value[name] ?? null, part, counted, depth + 1)
    sum += hasDefault && chosen > 0 ? chosen + bits.oneOf(withDefault) : chosen
  }
  const others = Object.keys(value).filter((name) => !Object.hasOwn(known, name))
  // Where a schema speaks of others, how many there are is a choice too, also none.
  if (additionalProperties === undefined ? others.length > 0 : additionalProperties !== false) sum += bits.length(others.length)
  for (const name of others) sum += ownOr(name, bits.text(name), counted) + valueBits(value[name] ?? null, additionalProperties, counted, depth + 1)
  return sum
}

/** Which of the alternatives it is, and the most that it costs under any it fits. */
function branchBits(value: Json, branches: Json, counted: Counted, depth: number): number {
  const fitting = isList(branches) ? branches.filter((branch) => fits(value, resolved(branch, counted.root))) : []
  if (!isList(branches) || fitting.length === 0) return bits.value(value)
  const before = counted.used
  let [most, used] = [0, before]
  for (const branch of fitting) {
    counted.used = [...before]
    const cost = valueBits(value, branch, counted, depth + 1)
    if (cost >= most) [most, used] = [cost, counted.used]
  }
  counted.used = used
  return bits.oneOf(branches.length) + most
}

/** Whether a value may be of this alternative, by what is seen of it at once. Too much is no harm: the most of all counts. */
function fits(value: Json, schema: JsonObject | undefined): boolean {
  if (!schema) return true
  const { type, const: only, enum: members, properties } = schema
  if (only !== undefined && !same(only, value)) return false
  if (members !== undefined && !(isList(members) && hasMember(members, value))) return false
  const types = type === undefined ? [] : isList(type) ? type : [type]
  if (types.length > 0 && !types.some((one) => isOfType(value, one))) return false
  if (!isMap(value) || properties === undefined || !isMap(properties)) return true
  return Object.entries(properties).every(([name, part]) => !isMap(part) || part['const'] === undefined || same(part['const'], value[name] ?? null))
}

function isOfType(value: Json, type: Json): boolean {
  switch (type) {
    case 'null': return value === null
    case 'array': return isList(value)
    case 'object': return isMap(value)
    case 'integer': case 'number': return typeof value === 'number'
    default: return typeof value === type
  }
}

/** The person's own words where the value is whole of them, and that costs less. */
function ownOr(value: Json, otherwise: number, counted: Counted): number {
  if (typeof value !== 'string' && typeof value !== 'number') return otherwise
  const own = ownWordsCost(String(value), counted.words, counted.used)
  if (!own || own.bits > otherwise) return otherwise
  counted.used.push(...own.used)
  return own.bits
}

/** A schema, through its reference into the same document; undefined for `true`, `false` and whatever else tells nothing. */
function resolved(schema: Json | undefined, root: JsonObject): JsonObject | undefined {
  if (schema === undefined || !isMap(schema)) return undefined
  const { $ref } = schema
  if ($ref === undefined) return schema
  const [, name] = typeof $ref === 'string' ? /^#\/\$defs\/([^/~%]+)$/.exec($ref) ?? [] : []
  const defs = root['$defs']
  const found = name !== undefined && defs !== undefined && isMap(defs) && Object.hasOwn(defs, name) ? defs[name] : undefined
  return found !== undefined && isMap(found) && found['$ref'] === undefined ? found : undefined
}

const hasMember = (members: readonly Json[], value: Json): boolean => members.some((member) => same(member, value))
const same = (a: Json | undefined, b: Json): boolean => a !== undefined && sameJson(a, b)
