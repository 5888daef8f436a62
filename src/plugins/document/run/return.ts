import type { z } from 'zod'
import { HarnessError } from '../../../rules/errors/index.ts'
import { type Json, own } from '../../../rules/json.ts'
import { expectation } from '../manifest/place.ts'
import { dropNulls } from '../schema/drop-nulls.ts'
import type { Field } from '../schema/field.ts'

/** What a tool's result must be. */
export interface ResultRule {
  readonly field: Field
  readonly schema: z.ZodType<Json>
  /** Of JSON, in UTF-8. */
  readonly bytes: number
}

/** Throws `DOC_RESULT_EXCEEDED`, or `DOC_RESULT_INVALID` with the place of the field and what output says of it, never its value. */
export function checkResult(value: Json, step: string, rule: ResultRule): Json {
  const result = rule.schema.safeParse(dropNulls(value, rule.field))
  if (!result.success) {
    const [issue] = result.error.issues
    const path = issue?.path ?? []
    throw new HarnessError('DOC_RESULT_INVALID', { step, place: placeText(path), expected: issue?.code === 'unrecognized_keys' ? `{ ${Object.keys(fieldAt(rule.field, path)?.properties ?? {}).join(', ')} }` : expectation(issue) })
  }
  if (Buffer.byteLength(JSON.stringify(result.data)) > rule.bytes) throw new HarnessError('DOC_RESULT_EXCEEDED', { step, limit: rule.bytes })
  return result.data
}

/** The field that describes what stands there. */
const fieldAt = (field: Field, path: readonly PropertyKey[]): Field | undefined =>
  path.reduce<Field | undefined>((at, key) => (typeof key === 'number' ? at?.items : at && own(at.properties, String(key))), field)

/** Where in a value something stands: `$.rows[2].room`. */
export const placeText = (path: readonly PropertyKey[]): string => path.reduce<string>((text, key) => (typeof key === 'number' ? `${text}[${key}]` : `${text}.${String(key)}`), '$')
