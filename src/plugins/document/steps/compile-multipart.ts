import { z } from 'zod'
import type { Place } from '../manifest/place.ts'
import type { Reader } from './compile-steps.ts'
import type { PartTemplate } from './step.ts'

const text = z.string().max(20_000)
/** A file: its name, and what is in it as a text or as bytes in base64. */
export const fileSchema = z.strictObject({
  file: text.min(1), type: z.string().regex(/^[\w.+-]{1,60}\/[\w.+-]{1,60}$/).optional(), text: text.optional(), base64: text.optional(),
})

/** Reads the parts of a `multipart`, in the order they are written: a map with `file` is a file, anything else a field. */
export function compileMultipart(raw: Readonly<Record<string, unknown>>, place: Place, read: Reader): readonly PartTemplate[] {
  return Object.entries(raw).map(([name, value]): PartTemplate => {
    const at = place.child(name)
    if (typeof value !== 'object' || value === null) return { name, file: undefined, value: read.template(value, at) }
    const file = at.check(fileSchema, value)
    const content = file.text ?? file.base64
    if (content === undefined || (file.text !== undefined && file.base64 !== undefined)) throw at.error('DOC_FIELD_INVALID', { expected: 'file + (text | base64)' })
    const isBase64 = file.base64 !== undefined
    return { name, file: read.template(file.file, at.child('file')), type: file.type, base64: isBase64, value: read.template(content, at.child(isBase64 ? 'base64' : 'text')) }
  })
}
