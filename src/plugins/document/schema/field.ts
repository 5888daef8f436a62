import { z } from 'zod'
import { HarnessError } from '../../../rules/errors/index.ts'
import type { Json } from '../../../rules/json.ts'
import type { Words } from '../../../sdk/index.ts'
import { type Template, parseTemplate } from '../expression/template.ts'
import { fieldOutline } from '../manifest/faults.ts'
import type { Place } from '../manifest/place.ts'
import { compileLinear, type LinearRegex } from '../regex/linear-regex.ts'
import { titleSchema } from './words-schema.ts'

/** The subset of JSON Schema that documents may use, read and checked. */
export interface Field {
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object'
  /** `type: [integer, "null"]` */
  readonly nullable: boolean
  readonly enum: readonly (string | number | boolean)[] | undefined
  readonly properties: Readonly<Record<string, Field>>
  readonly required: readonly string[]
  readonly items: Field | undefined
  /** May hold expressions over `settings`. */
  readonly default: Template | undefined
  readonly minimum: number | undefined
  readonly maximum: number | undefined
  readonly minLength: number | undefined
  readonly maxLength: number | undefined
  readonly pattern: LinearRegex | undefined
  readonly format: Format | undefined
  readonly title: string | Words | undefined
  readonly description: string | Words | undefined
}

/** `id` is ours: 1 to 32 ASCII letters, digits, `.`, `_`, `:`, `-`. */
export const formats = ['date', 'date-time', 'id'] as const
export type Format = (typeof formats)[number]

const types = ['string', 'integer', 'number', 'boolean', 'array', 'object'] as const
const scalar = z.union([z.string().max(200), z.number(), z.boolean()], { error: 'string | number | boolean' })
const length = z.int().min(0).max(1_000_000).optional()

export const rawField = z.strictObject({
  type: z.union([z.enum(types), z.tuple([z.enum(types), z.literal('null')])], { error: `${types.join(' | ')} | [type, "null"]` }),
  enum: z.array(scalar).min(1).max(200).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).max(100).optional(),
  items: z.unknown().optional(),
  default: z.unknown().optional(),
  minimum: z.number().optional(), maximum: z.number().optional(),
  minLength: length, maxLength: length,
  pattern: z.string().max(500).optional(),
  format: z.enum(formats).optional(),
  title: titleSchema.optional(),
  description: titleSchema.optional(),
})

const keyForm = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/
const deepest = 8
/** Keywords by the types they belong to; elsewhere they would say nothing, so they are refused. */
const belongs: Readonly<Record<string, readonly Field['type'][]>> = {
  properties: ['object'], required: ['object'], items: ['array'], minimum: ['integer', 'number'], maximum: ['integer', 'number'],
  minLength: ['string'], maxLength: ['string'], pattern: ['string'], format: ['string'], enum: ['string', 'integer', 'number', 'boolean'],
}

/** Reads one schema. Throws `DOC_KEY_UNKNOWN`, `DOC_FIELD_INVALID`, `DOC_PATTERN_INVALID`, each with its place. */
export function parseField(value: unknown, place: Place, depth = 0): Field {
  if (depth > deepest) throw place.error('DOC_NESTING_EXCEEDED', { limit: deepest })
  const raw = place.check(rawField, value)
  const type = typeof raw.type === 'string' ? raw.type : raw.type[0]
  for (const [key, homes] of Object.entries(belongs)) {
    if (Reflect.get(raw, key) !== undefined && !homes.includes(type)) throw place.child(key).error('DOC_FIELD_INVALID', { expected: homes.join(' | ') })
  }
  if (type === 'array' && raw.items === undefined) throw place.error('DOC_FIELD_INVALID', { expected: 'items' })
  const properties = parseProperties(raw.properties ?? {}, place.child('properties'), depth)
  const stray = (raw.required ?? []).find((name) => !Object.hasOwn(properties, name))
  if (stray !== undefined) throw place.child('required').error('DOC_FIELD_INVALID', { expected: Object.keys(properties).join(' | ') })
  const wrongMember = raw.enum?.findIndex((member) => !isOfType(member, type)) ?? -1
  if (wrongMember !== -1) throw place.child('enum').child(wrongMember).error('DOC_FIELD_INVALID', { expected: type })
  const { pattern, default: fallback } = raw
  return {
    type, nullable: typeof raw.type !== 'string', enum: raw.enum, properties, required: raw.required ?? [],
    items: raw.items === undefined ? undefined : parseField(raw.items, place.child('items'), depth + 1),
    default: fallback === undefined ? undefined : place.child('default').reading(() => parseTemplate(toPlain(fallback))),
    minimum: raw.minimum, maximum: raw.maximum, minLength: raw.minLength, maxLength: raw.maxLength,
    pattern: pattern === undefined ? undefined : place.child('pattern').reading(() => compileLinear(pattern)),
    format: raw.format, title: raw.title, description: raw.description,
  }
}

/** The fields of an input or of the settings: a map of names. */
export function parseProperties(value: Readonly<Record<string, unknown>>, place: Place, depth = 0): Readonly<Record<string, Field>> {
  return Object.fromEntries(Object.entries(value).map(([name, field]) => {
    if (!keyForm.test(name)) place.child(name).refuse('DOC_FIELD_INVALID', { expected: keyForm.source })
    return [name, place.attempt(() => parseField(field, place.child(name), depth + 1), () => fieldOutline)]
  }))
}

const isOfType = (value: string | number | boolean, type: Field['type']): boolean =>
  type === 'integer' ? Number.isSafeInteger(value) : typeof value === type

const jsonSchema: z.ZodType<Json> = z.json()
/** A value that has to be JSON, as a part of a schema: the fault is told by one word, wherever in it. */
export const jsonValue = z.custom<Json>((value) => jsonSchema.safeParse(value).success, 'JSON')
/** YAML data as JSON; what JSON does not have (NaN, Infinity) is a fault. */
export function toPlain(value: unknown): Json {
  const result = jsonSchema.safeParse(value)
  if (!result.success) throw new HarnessError('DOC_FIELD_INVALID', { expected: 'JSON' })
  return result.data
}
