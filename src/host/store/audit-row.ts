import { z } from 'zod'
import { digest } from '../../rules/canonical.ts'

/** An audit row as it stands in the file, `detail` as its text: `verify` looks at the bytes, not at their meaning. */
export const storedRow = z.object({
  seq: z.number(), at: z.number(), kind: z.string(), callId: z.string().nullable(), plugin: z.string().nullable(), detail: z.string(),
  prev: z.string(), hash: z.string(),
})
export type StoredRow = z.infer<typeof storedRow>
export const auditColumns = 'seq, at, kind, call_id AS callId, plugin, detail, prev, hash'

/**
 * SHA-256 over the canonical JSON (RFC 8785) of everything in a row but the hash, in hex. `seq` may be another than
 * the row's own, to ask which place it was written for. Throws for a `detail` that is not JSON.
 */
export function hashOf(row: Omit<StoredRow, 'hash'>, seq = row.seq): string {
  const { at, kind, callId, plugin, prev } = row
  return digest({ seq, at, kind, callId, plugin, detail: JSON.parse(row.detail), prev })
}
