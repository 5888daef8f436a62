import { z } from 'zod'
import { HarnessError } from '../../rules/errors/index.ts'
import { pluginIdPattern } from '../registry/ids.ts'

const words = z.strictObject({ zh: z.string().min(1).max(200), en: z.string().min(1).max(200) })
const link = z.url({ protocol: /^https$/ }).max(500)

const entrySchema = z.strictObject({
  /** The plugin's own id. */
  id: z.string().regex(pluginIdPattern),
  form: z.enum(['document', 'remote']),
  /** What `pkuh plugin install` takes for a document; the server's address for a remote plugin. */
  link,
  /** SHA-256 in hex of what the link held when the entry was written: nothing else is installed through it. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  publisher: z.string().min(1).max(120),
  /** The registry's maintainers read its source. It is shown, and changes no rule. */
  verified: z.boolean().default(false),
  name: words,
  summary: words,
})

/** A marketplace index: `plugins/registry.json` and whatever else a person adds. No two entries have one id. */
export const registryFileSchema = z.strictObject({
  $schema: z.string().max(500).optional(),
  version: z.literal(1),
  plugins: z.array(entrySchema).max(2_000),
}).refine(({ plugins }) => new Set(plugins.map(({ id }) => id)).size === plugins.length, { path: ['plugins'], error: 'an id twice' })
export type RegistryEntry = Readonly<z.output<typeof entrySchema>>

/** Throws `MARKET_INDEX` with the first place that is wrong. */
export function readRegistryFile(text: string, url: string): readonly RegistryEntry[] {
  const read = registryFileSchema.safeParse(parse(text))
  if (!read.success) throw new HarnessError('MARKET_INDEX', { url: url.slice(0, 200), at: read.error.issues[0]?.path.map(String).join('.').slice(0, 80) || '.' })
  return read.data.plugins
}

function parse(text: string): unknown {
  try { return JSON.parse(text) } catch { return undefined }
}
