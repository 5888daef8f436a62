import { createHash } from 'node:crypto'
import { z } from 'zod'

/** An audit row as it stands in the file, `detail` as its text: `verify` looks at the bytes, not at their meaning. */
export const storedRow = z.object({
  seq: z.number(), at: z.number(), kind: z.string(), callId: z.string().nullable(), plugin: z.string().nullable(), detail: z.string(),
  prev: z.string(), hash: z.string(),
})
export type StoredRow = z.infer<typeof storedRow>
export const auditColumns = 'seq, at, kind, call_id AS callId, plugin, detail, prev, hash'

/**
 * SHA-256 in hex over the canonical JSON (RFC 8785) of everything in a row but the hash: its names stand in their order, and
 * `detail` is put in as the canonical text it must be. `seq` may be another than the row's own, to ask which place it was written for.
 */
export function hashOf({ at, kind, callId, plugin, detail, prev, ...row }: Omit<StoredRow, 'hash'>, seq = row.seq): string {
  const [text, name, by, before] = [kind, callId, plugin, prev].map((value) => JSON.stringify(value))
  return createHash('sha256').update(`{"at":${at},"callId":${name},"detail":${detail},"kind":${text},"plugin":${by},"prev":${before},"seq":${seq}}`, 'utf8').digest('hex')
}
