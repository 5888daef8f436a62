import type { z } from 'zod'
import { HarnessError } from '../../../rules/errors/index.ts'
import type { Json } from '../../../rules/json.ts'
import { dropNulls } from '../schema/drop-nulls.ts'
import type { Field } from '../schema/field.ts'

/** What a tool's result must be. */
export interface ResultRule {
  readonly field: Field
  readonly schema: z.ZodType<Json>
  /** Of JSON, in UTF-8. */
  readonly bytes: number
}

/** Throws `DOC_RESULT_EXCEEDED`, or `DOC_RESULT_INVALID` with the place of the field, never its value. */
export function checkResult(value: Json, step: string, rule: ResultRule): Json {
  const result = rule.schema.safeParse(dropNulls(value, rule.field))
  if (!result.success) {
    throw new HarnessError('DOC_RESULT_INVALID', { step, place: placeText(result.error.issues[0]?.path ?? []) })
  }
  if (Buffer.byteLength(JSON.stringify(result.data)) > rule.bytes) throw new HarnessError('DOC_RESULT_EXCEEDED', { step, limit: rule.bytes })
  return result.data
}

/** Where in a value something stands: `$.rows[2].room`. */
export const placeText = (path: readonly PropertyKey[]): string => path.reduce<string>((text, key) => (typeof key === 'number' ? `${text}[${key}]` : `${text}.${String(key)}`), '$')
