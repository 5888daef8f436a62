import { z } from 'zod'
import { budgets } from '../budgets.ts'
import type { Json } from '../../../rules/json.ts'
import type { Template } from '../expression/template.ts'
import type { Field, Format } from './field.ts'

/** Gives a default's value when it is needed; expressions in it see the settings. */
export type Fill = (template: Template) => Json

/** A day that the calendar has: 29 February only in a leap year (RFC 3339 appendix C). */
const day = String.raw`(\d{4}-((0[13578]|1[02])-(0[1-9]|[12]\d|3[01])|(0[469]|11)-(0[1-9]|[12]\d|30)|02-(0[1-9]|1\d|2[0-8]))`
  + String.raw`|(\d\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)`
const forms: Readonly<Record<Format, RegExp>> = {
  date: new RegExp(`^${day}$`),
  'date-time': new RegExp(String.raw`^${day}T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$`),
  id: /^[A-Za-z0-9._:-]{1,32}$/,
}
/** The form of a format as a pattern, for JSON Schema. */
export const formatPattern = (format: Format): string => forms[format].source

/** A strict zod schema: an unknown key is an error at every level. */
export function toZod(field: Field, fill: Fill): z.ZodType<Json> {
  const bare = bareZod(field, fill)
  return field.nullable ? bare.nullable() : bare
}

export function objectZod(properties: Readonly<Record<string, Field>>, required: readonly string[], fill: Fill): z.ZodType<Json> {
  const shape = Object.fromEntries(Object.entries(properties).map(([name, field]) => {
    const inner = toZod(field, fill)
    const { default: fallback } = field
    // `prefault`: a default goes through the same checks as an argument, since a setting may be out of date.
    if (fallback) return [name, inner.prefault(() => fill(fallback))]
    return [name, required.includes(name) ? inner : z.exactOptional(inner)]
  }))
  return z.strictObject(shape)
}

function bareZod(field: Field, fill: Fill): z.ZodType<Json> {
  if (field.enum) return enumZod(field.enum)
  switch (field.type) {
    case 'boolean': return z.boolean()
    case 'integer': return bounded(z.int(), field)
    case 'number': return bounded(z.number(), field)
    case 'string': return stringZod(field)
    case 'array': return z.array(field.items ? toZod(field.items, fill) : z.never())
    case 'object': return objectZod(field.properties, field.required, fill)
  }
}

function enumZod(members: readonly (string | number | boolean)[]): z.ZodType<Json> {
  return z.literal([...members])
}

function bounded(schema: z.ZodNumber, { minimum, maximum }: Field): z.ZodType<Json> {
  const low = minimum === undefined ? schema : schema.min(minimum)
  return maximum === undefined ? low : low.max(maximum)
}

/** Lengths are in characters, as JSON Schema has them, and patterns run in linear time. */
function stringZod(field: Field): z.ZodType<Json> {
  const { minLength, maxLength, pattern, format } = field
  return z.string().check((context) => {
    const { value: input, issues } = context
    const size = [...input].length
    if (minLength !== undefined && size < minLength) issues.push({ code: 'too_small', origin: 'string', minimum: minLength, inclusive: true, input })
    if (maxLength !== undefined && size > maxLength) issues.push({ code: 'too_big', origin: 'string', maximum: maxLength, inclusive: true, input })
    if (pattern) {
      if (Buffer.byteLength(input) > budgets.regexInput.limit) issues.push({ code: 'too_big', origin: 'string', maximum: budgets.regexInput.limit, inclusive: true, input })
      else if (!pattern.first(input)) issues.push({ code: 'invalid_format', format: 'regex', pattern: pattern.pattern, input })
    }
    if (format && !forms[format].test(input)) issues.push({ code: 'invalid_format', format, pattern: forms[format].source, input })
  })
}
