import { z } from 'zod'
import { effects } from '../../sdk/index.ts'
import { trusts } from '../call.ts'
import { changeSchema } from './change.ts'

const words = z.strictObject({ zh: z.string(), en: z.string() })
const hash = z.string().regex(/^[0-9a-f]{64}$/)

export const flagNames = ['untrusted', 'userOnly', 'durable', 'pending', 'private', 'irreversible', 'overwrites'] as const

const toolSheet = z.strictObject({
  id: z.string(),
  effect: z.enum(effects),
  flags: z.array(z.enum(flagNames)),
  /** `declared`: nothing shows that its effect is true. `checked`: the host read it from the requests, or raised it to them. */
  proof: z.enum(['declared', 'checked']),
  /** What the host set higher than the author said, and for which request. */
  raised: z.array(z.strictObject({ field: z.string(), declared: z.string(), raised: z.string(), because: z.string() })),
  /** One line each, as `shownRequest` writes it. */
  requests: z.array(z.string()),
  /** Bytes of JSON. */
  resultBytes: z.int(),
  description: words,
  confirm: words.nullable(),
})

const sheetParts = {
  /** `installed` is what stands now and asks nothing; `changed` is a remote plugin whose definition is another than the pinned one. */
  kind: z.enum(['installed', 'install', 'update', 'changed']),
  plugin: z.string(),
  form: z.enum(['document', 'bundled', 'remote']),
  trust: z.enum(trusts),
  /** Registry id and origin both match; it changes no rule. */
  verified: z.boolean(),
  version: z.string(),
  name: words,
  summary: words,
  /** Where it came from, the final URL; null for what ships with the harness. */
  source: z.string().nullable(),
  /** SHA-256 of exactly the bytes that would be stored. */
  contentHash: hash,
  services: z.array(z.strictObject({ service: z.string(), hosts: z.array(z.string()) })),
  websites: z.array(z.string()),
  abilities: z.array(z.string()),
  /** What can leave, and to whom: for each place the tools that send there, and whether what they read of the person may go along. */
  leaves: z.array(z.strictObject({ to: z.string(), hosts: z.array(z.string()), tools: z.array(z.string()), carries: z.enum(['arguments', 'private', 'account']) })),
  budgets: z.array(z.strictObject({ name: z.string(), limit: z.number(), unit: z.string() })),
  tools: z.array(toolSheet),
  instructions: words,
  disclosure: z.array(words),
  /** What an update adds, takes away and changes; null where there is no version before. */
  changes: z.array(changeSchema).nullable(),
}

/**
 * What a person sees before an install, a wider update or a changed remote definition (policy §7). `digest` is that of all
 * the rest, so that an answer names the sheet it was given to.
 */
export const reviewSheetSchema = z.strictObject({ ...sheetParts, digest: hash })
export type ReviewSheet = Readonly<z.output<typeof reviewSheetSchema>>
export const undigestedSheetSchema = z.strictObject(sheetParts)
export type UndigestedSheet = Readonly<z.output<typeof undigestedSheetSchema>>
