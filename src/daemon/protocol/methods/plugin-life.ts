import { z } from 'zod'
import { changeSchema } from '../../../rules/lattice/change.ts'
import { reviewSheetSchema } from '../../../rules/lattice/review-sheet.ts'
import { method } from '../method.ts'
import { allowFile, errorReport, id } from '../shapes.ts'

/** A link, an absolute path of a folder, or the id of a marketplace entry. */
const source = z.union([z.strictObject({ link: z.string().max(2_000) }), z.strictObject({ path: z.string().max(4_000) }), z.strictObject({ entry: id })])
const stored = z.object({ plugin: z.string(), version: z.string(), contentHash: z.string(), state: z.string() })

export const pluginLifeMethods = {
  /** Fetches a plugin and opens its sheet. `sheet` is null where exactly this version runs already. Nothing is stored. */
  'plugins.open': method({ capability: 'admin', params: z.strictObject({ source }), result: z.object({ sheet: reviewSheetSchema.nullable() }) }),
  /** Opens the sheet of an update that waits. */
  'plugins.review': method({ capability: 'admin', params: z.strictObject({ plugin: id }), result: z.object({ sheet: reviewSheetSchema }) }),
  /** Stores exactly the bytes of the sheet with this digest. */
  'plugins.install': method({ capability: 'admin', params: z.strictObject({ plugin: id, digest: id }), result: stored }),
  /** From a folder on this machine, without a sheet: only what an imported allow-file names by its content hash. */
  'plugins.installNamed': method({ capability: 'call', params: z.strictObject({ path: z.string().max(4_000), allowFile }), result: stored }),
  /** Looks at the link of one plugin, or of every one that has one. */
  'plugins.update': method({
    capability: 'call',
    params: z.strictObject({ plugin: id.optional() }),
    result: z.object({
      outcomes: z.array(z.object({ plugin: z.string(), outcome: z.enum(['same', 'applied', 'waits', 'failed']), version: z.string(), changes: z.array(changeSchema), error: errorReport.omit({ rules: true }).nullable() })),
    }),
  }),
  /** `data`: what it stored goes too. */
  'plugins.remove': method({ capability: 'admin', params: z.strictObject({ plugin: id, data: z.boolean() }), result: z.object({ plugin: z.string(), data: z.boolean() }) }),
}
