import { z } from 'zod'
import { method } from '../method.ts'
import { id, json, jsonObject } from '../shapes.ts'

const text = z.string().max(256 * 1024)
const place = z.object({ plugin: z.string(), destination: z.string() })
const row = z.object({
  id: z.string(),
  /** By an answer and kept, a line of an allow-file, or for a conversation. */
  kind: z.enum(['stored', 'file', 'session']),
  /** `stands`, or why it speaks for no call any more; `changed`: its tool is gone or is not the version it was given for; `unreadable`: what is stored reads as no grant. */
  state: z.enum(['stands', 'revoked', 'expired', 'used-up', 'changed', 'unreadable']),
  grant: jsonObject, createdAt: z.number(), revokedAt: z.number().optional(), uses: z.number(),
})

export const grantMethods = {
  'grants.list': method({ capability: 'call', params: z.strictObject({}), result: z.object({ grants: z.array(row) }) }),
  /** `id` may be the beginning of one. */
  'grants.show': method({ capability: 'call', params: z.strictObject({ id }), result: z.object({ grant: row }) }),
  /** What importing a file would do; nothing is kept. */
  'grants.preview': method({
    capability: 'admin',
    params: z.strictObject({ text }),
    result: z.object({
      digest: z.string(),
      allow: z.array(z.object({ tool: z.string(), args: z.record(z.string(), json), schema: z.record(z.string(), jsonObject).optional(), uses: z.number(), expires: z.string(), contentHash: z.string().optional(), ceiling: z.string() })),
      consents: z.array(place),
      /** Of those, what the person took back. */
      again: z.array(place),
      missing: z.array(z.string()),
    }),
  }),
  /** `again`: of what the preview showed as taken back, what is agreed to anew; any other such place stays as it is. `consents`: places that were agreed to with it; `missing`: tools of it that are not installed. */
  'grants.import': method({
    capability: 'admin',
    params: z.strictObject({ text, again: z.array(z.strictObject(place.shape)).max(200).optional() }),
    result: z.object({ digest: z.string(), tools: z.array(z.string()), consents: z.array(z.string()), missing: z.array(z.string()) }),
  }),
  /** `id` may be the beginning of one; the whole one comes back. */
  'grants.revoke': method({ capability: 'approve', params: z.strictObject({ id }), result: z.object({ revoked: z.boolean(), id: z.string() }) }),
}
