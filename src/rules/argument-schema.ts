import { z } from 'zod'
import { sameJson } from './canonical.ts'

const scalar = z.union([z.string(), z.number(), z.boolean()])
const bound = z.number()
const length = z.int().min(0)

/**
 * What the values of one argument may be: a part of JSON Schema that is decided at once, whatever the value. No pattern, which
 * could take long, and nothing inside lists or objects: those are given exactly.
 */
export const argumentSchema = z.strictObject({
  type: z.enum(['string', 'integer', 'number', 'boolean']).exactOptional(),
  enum: z.array(scalar).min(1).max(100).exactOptional(),
  minimum: bound.exactOptional(), maximum: bound.exactOptional(),
  /** In code points, as JSON Schema counts them. */
  minLength: length.exactOptional(), maxLength: length.exactOptional(),
  /** It may be left out; without this it has to be there. */
  optional: z.boolean().exactOptional(),
}).refine((schema) => schema.type !== undefined || schema.enum !== undefined, 'a type or the values')
  .refine(({ type, minimum, maximum }) => (minimum === undefined && maximum === undefined) || type === 'integer' || type === 'number', 'minimum and maximum are of numbers')
  .refine(({ type, minLength, maxLength }) => (minLength === undefined && maxLength === undefined) || type === 'string', 'lengths are of texts')
export type ArgumentSchema = Readonly<z.output<typeof argumentSchema>>

/** Whether a value fits. `undefined` is an argument that was left out. */
export function fitsSchema(value: unknown, { type, enum: values, minimum, maximum, minLength, maxLength, optional }: ArgumentSchema): boolean {
  if (value === undefined) return optional === true
  if (type !== undefined && !isOf(value, type)) return false
  if (values !== undefined && !values.some((one) => typeof one === typeof value && sameJson(one, value))) return false
  if (typeof value === 'number') return Number.isFinite(value) && value >= (minimum ?? -Infinity) && value <= (maximum ?? Infinity)
  if (typeof value === 'string') { const long = [...value].length; return long >= (minLength ?? 0) && long <= (maxLength ?? Infinity) }
  return typeof value === 'boolean'
}

const isOf = (value: unknown, type: NonNullable<ArgumentSchema['type']>): boolean => (type === 'integer' ? Number.isInteger(value) : typeof value === type)
