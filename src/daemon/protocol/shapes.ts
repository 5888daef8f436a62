import { z } from 'zod'
import type { Json, JsonObject } from '../../rules/json.ts'

/** Shapes that several methods share. */
const plain = (value: unknown): boolean => value !== undefined && typeof value !== 'function'

/** Already parsed from JSON, or canonical: not walked again. */
export const json = z.custom<Json>(plain)
export const jsonObject = z.custom<JsonObject>((value) => typeof value === 'object' && value !== null && !Array.isArray(value))

export const id = z.string().min(1).max(200)
export const words = z.object({ zh: z.string(), en: z.string() })
/** The text of an allow-file, as `--allow-file` read it; the daemon checks its digest. */
export const allowFile = z.string().max(256 * 1024).optional()

export const errorReport = z.object({
  code: z.string(), exit: z.number().int(), message: z.string(), hint: z.string(), rules: z.array(z.string()).readonly(),
})
const labels = z.object({ untrusted: z.array(z.string()).readonly(), private: z.array(z.string()).readonly() })
/** One hop of a request, as `--trace` shows it: where, how and how it ended, without query values; milliseconds and bytes. */
const hop = z.object({
  to: z.string(), method: z.string(), host: z.string(), path: z.string(), status: z.number().int().optional(), bytes: z.number(), ms: z.number(), error: z.string().optional(),
})
const made = { callId: z.string(), tool: z.string(), trust: z.string(), untrusted: z.boolean(), labels, grant: z.string().optional(), trace: z.array(hop).optional() }

/** The monitor's `CallOutcome`. */
export const callOutcome = z.discriminatedUnion('ok', [
  z.object({ ...made, ok: z.literal(true), data: json }),
  z.object({ ...made, ok: z.literal(false), error: errorReport }),
])

export const turnEnd = z.object({
  conversation: z.string(),
  reason: z.enum(['done', 'refused', 'budget', 'cancelled', 'locked', 'provider-failed']),
  text: z.string(),
  links: z.array(z.object({ url: z.string(), host: z.string(), known: z.boolean() })).readonly().optional(),
  used: z.array(z.string()).readonly(),
  refused: z.array(z.object({
    callId: z.string(), tool: z.string(), code: z.string(), exit: z.number().int(), rules: z.array(z.string()).readonly(), message: z.string(), hint: z.string(),
  })).readonly(),
  granted: z.array(z.object({ callId: z.string(), tool: z.string(), grant: z.string() })).readonly().optional(),
  tainted: z.boolean(),
  failure: z.object({ code: z.string(), exit: z.number().int(), message: z.string(), hint: z.string() }).optional(),
})

/** Everything an approval shows (the monitor's `Card`), with the digest that an answer is bound to. */
export const card = z.object({
  id: z.string(), callId: z.string(), client: z.string(), principal: z.string(), startedBy: z.string().optional(), account: z.string().optional(),
  plugin: z.object({ id: z.string(), trust: z.string(), contentHash: z.string() }),
  tool: z.string(), definitionDigest: z.string(), effect: z.string(), goesTo: z.array(z.string()),
  args: z.string(), argsDigest: z.string(),
  provenance: z.array(z.object({ path: z.string(), from: z.string() })),
  tainted: z.boolean(),
  reasons: z.array(z.object({ rule: z.string(), code: z.string(), params: z.record(z.string(), z.string()).optional() })),
  answers: z.array(z.enum(['once', 'session', 'always', 'deny'])),
  /** A card of before there was any has none. */
  freeable: z.array(z.string()).default([]),
  confirm: words.optional(), typed: z.string().optional(),
  createdAt: z.number(), expiresAt: z.number(),
})
export type ShownCard = z.infer<typeof card>
