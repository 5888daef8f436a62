import { z } from 'zod'
import { method } from '../method.ts'
import { id, words } from '../shapes.ts'

const entry = z.object({
  id: z.string(), form: z.enum(['document', 'remote']), link: z.string(), hash: z.string(), publisher: z.string(), verified: z.boolean(), name: words, summary: words,
  /** The index it stands in; null for the one that ships. */
  index: z.string().nullable(), installed: z.boolean(),
})
const index = z.object({ url: z.string().nullable(), entries: z.number(), fetchedAt: z.number().nullable() })
const url = z.string().max(2_000)

export const marketMethods = {
  'market.list': method({ capability: 'call', params: z.strictObject({}), result: z.object({ indexes: z.array(index) }) }),
  /** Fetches an index, or one that is there anew. */
  'market.add': method({ capability: 'admin', params: z.strictObject({ url }), result: index }),
  'market.drop': method({ capability: 'admin', params: z.strictObject({ url }), result: z.object({ url: z.string() }) }),
  /** The first of what was found, as many as an answer holds. */
  'market.search': method({ capability: 'call', params: z.strictObject({ words: z.string().max(200) }), result: z.object({ plugins: z.array(entry), found: z.number() }) }),
  'market.show': method({ capability: 'call', params: z.strictObject({ plugin: id }), result: z.object({ plugins: z.array(entry) }) }),
}
