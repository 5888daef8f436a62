import { z } from 'zod'
import { method } from '../method.ts'
import { card, id, jsonObject } from '../shapes.ts'

const approval = z.object({ card, digest: z.string() })
const terms = { free: z.array(z.string().max(100)).max(100).optional(), expires: z.int().optional(), uses: z.int().min(1).max(10_000).optional() }
const auditRow = z.object({
  seq: z.number(), at: z.number(), kind: z.string(), callId: z.string().optional(), plugin: z.string().optional(), detail: jsonObject, hash: z.string(),
})

export const ruleMethods = {
  /** Below `approve` only those of this connection's own calls: `scope` says so, and `others` how many more wait for a person. */
  'approvals.list': method({
    capability: 'call',
    params: z.strictObject({}),
    result: z.object({ pending: z.array(approval), scope: z.enum(['all', 'own']), others: z.number() }),
  }),
  /** `id` may be the beginning of one, where it begins only that. */
  'approvals.show': method({ capability: 'call', params: z.strictObject({ id }), result: approval.extend({ state: z.string(), answeredBy: z.string().optional() }) }),
  /**
   * `digest` is the one of the card that was shown: an answer to anything else is not taken. With `session` and `always`:
   * `free`, arguments that may have any value from then on; `expires` in milliseconds since the epoch; `uses`, how often.
   */
  'approvals.answer': method({
    capability: 'approve',
    params: z.strictObject({ id, digest: id, answer: z.enum(['once', 'session', 'always', 'deny']), note: z.string().max(500).optional(), ...terms }),
    result: z.object({ won: z.boolean(), why: z.string().optional() }),
  }),
  /**
   * From now on this connection sees cards as `approval` notifications, those that wait first, and counts as someone to ask.
   * With `only` it sees how that one ends, and counts as nobody.
   */
  'approvals.watch': method({ capability: 'approve', params: z.strictObject({ only: id.optional() }), result: z.object({ pending: z.array(approval) }) }),
  'consents.list': method({
    capability: 'call',
    params: z.strictObject({}),
    result: z.object({
      consents: z.array(z.object({ plugin: z.string(), destination: z.string(), agreed: z.boolean(), acceptedAt: z.number().optional(), disclosure: z.array(z.string()) })),
    }),
  }),
  /** Takes back what was agreed for a plugin: for one place as `consents.list` names it, or for all. */
  'consents.revoke': method({ capability: 'approve', params: z.strictObject({ plugin: id, destination: z.string().max(300).optional() }), result: z.object({ revoked: z.array(z.string()) }) }),
  /** Agrees for one plugin, or for all bundled and official ones. */
  'consents.accept': method({
    capability: 'approve',
    params: z.strictObject({ plugin: id.optional() }),
    result: z.object({ accepted: z.array(z.object({ plugin: z.string(), destination: z.string() })) }),
  }),
  /** Below `approve` without the ids of conversations and of other connections: with them a script could go on with what is not its own. */
  'audit.show': method({
    capability: 'call',
    params: z.strictObject({ plugin: id.optional(), call: id.optional(), limit: z.number().int().min(1).max(500) }),
    result: z.object({
      rows: z.array(auditRow),
      /** Effects whose outcome nobody saw: cut off by a crash, and never repeated. */
      unknown: z.array(z.object({ callId: z.string(), tool: z.string(), effect: z.string(), startedAt: z.number() })),
    }),
  }),
  /**
   * Rows as they can be given to others, a page at a time: those after `after` up to `upTo`, which the first answer names. What is the
   * person's own stands as an HMAC; `chain` is the row's hash in the database, as one too.
   */
  'audit.export': method({
    capability: 'call',
    params: z.strictObject({ after: z.number().int().min(0), upTo: z.number().int().min(0).optional(), since: z.number().min(0).optional(), plugin: id.optional() }),
    result: z.object({ rows: z.array(auditRow.omit({ hash: true }).extend({ chain: z.string() })), upTo: z.number(), more: z.boolean() }),
  }),
  'audit.verify': method({
    capability: 'call',
    params: z.strictObject({}),
    result: z.object({ ok: z.boolean(), count: z.number(), hash: z.string().optional(), seq: z.number().optional(), fault: z.string().optional(), sealed: z.number().optional() }),
  }),
}
