import { z } from 'zod'

const field = z.strictObject({ name: z.string().min(1).max(200), value: z.union([z.string(), z.number(), z.boolean()]) })
const file = z.strictObject({
  name: z.string().min(1).max(200),
  // A name, not a place: what a server makes of a path in it is not ours to find out.
  fileName: z.string().min(1).max(255).regex(/^[^/\\\p{C}]+$/u),
  type: z.string().max(100).regex(/^[\w.+-]+\/[\w.+-]+$/).default('application/octet-stream'),
  bytes: z.instanceof(Uint8Array),
})
export const parts = z.array(z.union([field, file])).min(1).max(200)

/** Bytes of all values and files together. */
export const mostMultipart = 8 * 1024 * 1024

/** The form with its values as they are now; undefined where it is more than `mostMultipart`. */
export function multipartOf(given: z.output<typeof parts>): FormData | undefined {
  const form = new FormData()
  let size = 0
  for (const part of given) {
    size += 'bytes' in part ? part.bytes.byteLength : Buffer.byteLength(String(part.value))
    if (size > mostMultipart) return undefined
    if ('bytes' in part) form.append(part.name, new File([Uint8Array.from(part.bytes)], part.fileName, { type: part.type }))
    else form.append(part.name, String(part.value))
  }
  return form
}

/**
 * The form as bytes, with the header that names its boundary: as Node's own fetch writes one (RFC 7578, and WHATWG's rules for quotes and
 * line breaks in names). The boundary is its own chance, so that no file can hold it.
 */
export async function encodeMultipart(form: FormData): Promise<{ readonly type: string; readonly body: Uint8Array }> {
  const whole = new Response(form)
  return { type: whole.headers.get('content-type') ?? '', body: new Uint8Array(await whole.arrayBuffer()) }
}
