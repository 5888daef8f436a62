import { z } from 'zod'
import { askKinds, effects } from '../../sdk/index.ts'
import { trusts } from '../call.ts'
import type { Json, JsonObject } from '../json.ts'
import { requestSchema } from './request.ts'

const digest = z.string().regex(/^[0-9a-f]{64}$/)
/** Texts by name, each as its SHA-256. */
const digests = z.record(z.string(), digest)
const names = z.array(z.string())
const json: z.ZodType<Json> = z.json()
const jsonObject: z.ZodType<JsonObject> = z.record(z.string(), json)

/** What one tool may do. Its name is its key in the plugin's permissions. */
export const toolPermissionsSchema = z.strictObject({
  effect: z.enum(effects),
  untrusted: z.boolean(),
  userOnly: z.boolean(),
  durable: z.boolean(),
  whenTainted: z.enum(['ask', 'pending']),
  private: z.boolean(),
  irreversible: z.boolean(),
  overwrites: z.boolean(),
  asks: z.enum(askKinds).nullable(),
  /** Places beyond this machine, as `nameDestination` writes them. */
  destinations: names,
  /**
   * What the host itself reads from the requests and the result's schema, whatever the author says; null where nothing can be
   * read from (code, a server). A declaration that was only as strict as this may go down with it.
   */
  implied: z.strictObject({ effect: z.enum(effects), untrusted: z.boolean(), private: z.boolean(), irreversible: z.boolean() }).nullable(),
  /** `closed`: every text of a result is an enum, a date or a short id, so nobody's prose is in it. */
  results: z.enum(['closed', 'open']),
  /** JSON Schema of the arguments without its words. */
  arguments: jsonObject,
  requests: z.array(requestSchema),
  /** What it does beside requests: `store put`, `use memory.save`. */
  acts: names,
  budgets: z.strictObject({ resultBytes: z.int() }),
  /** What the model reads of the tool, and a person on a card. */
  guidance: digests,
})
export type ToolPermissions = Readonly<z.output<typeof toolPermissionsSchema>>

/**
 * The authority that a plugin declares, of any of the three forms, as plain JSON (policy §6). Lists that stand for sets are
 * sorted. `compare` says what of it widens; what is not in here is on a list of cosmetic fields.
 */
export const permissionsSchema = z.strictObject({
  plugin: z.string(),
  form: z.enum(['document', 'bundled', 'remote']),
  trust: z.enum(trusts),
  /** Origin of a remote plugin's server; null for the other forms. */
  server: z.string().nullable(),
  /** A core plugin cannot be switched off. */
  core: z.boolean(),
  services: names,
  websites: names,
  /** Host abilities that it needs. */
  abilities: names,
  /** Targets of the step `use`. */
  uses: names,
  /** Old plugin ids that it takes over. */
  legacy: names,
  /** What leaves, and to whom, in the author's words: each line as canonical JSON. */
  disclosure: names,
  /** JSON Schema of the settings without its words. */
  settings: jsonObject,
  /** Calls that a tap starts: each as canonical JSON. */
  shortcuts: names,
  /** Widgets and pages by name, each as its SHA-256. */
  screens: digests,
  /** What the model reads of the plugin, and a person before it is installed. */
  guidance: digests,
  tools: z.record(z.string(), toolPermissionsSchema),
})
export type Permissions = Readonly<z.output<typeof permissionsSchema>>
