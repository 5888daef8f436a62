import { z } from 'zod'
import { canonicalJson } from '../../rules/canonical.ts'
import { isMap, type Json, type JsonObject } from '../../rules/json.ts'
import { joinLabels, type Labels } from '../../rules/labels.ts'

/** How JSON and labels stand in a text column. Broken text never reads as an empty value or as no labels (law 4). */

/** Canonical JSON: one text a value, so that a digest over it means something. Throws `JSON_*` for what is not plain JSON. */
export const toText = (value: Json): string => canonicalJson(value)

/** Labels as they are kept: sorted, each once. */
export const labelsText = (labels: Labels): string => toText({ ...joinLabels(labels) })

const parsed = z.string().transform((text, context): Json => {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue({ code: 'custom', message: 'not JSON' })
    return z.NEVER
  }
})

export const jsonColumn = parsed
export const objectColumn = parsed.transform((value, context): JsonObject => {
  if (isMap(value)) return value
  context.addIssue({ code: 'custom', message: 'not an object' })
  return z.NEVER
})
export const labelsColumn = parsed.pipe(z.strictObject({ untrusted: z.array(z.string()), private: z.array(z.string()) }))
