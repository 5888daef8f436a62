import { z } from 'zod'
import { method } from '../method.ts'
import { allowFile, callOutcome, id, json, jsonObject, turnEnd, words } from '../shapes.ts'

export const toolView = z.object({
  id: z.string(), plugin: z.string(), trust: z.string(), effect: z.string(), description: words,
  untrusted: z.boolean(), userOnly: z.boolean(), durable: z.boolean(), private: z.boolean(), irreversible: z.boolean(),
  state: z.string(), destinations: z.array(z.string()), inputSchema: jsonObject,
  /** The plugin's own words where a call finds nothing; `{name}` stands for an argument. */
  empty: words.optional(),
})

export const toolMethods = {
  'tools.list': method({ capability: 'call', params: z.strictObject({ plugin: id.optional() }), result: z.object({ tools: z.array(toolView) }) }),
  /** One tool, or the nearest names when there is none of that id. */
  'tools.show': method({
    capability: 'call',
    params: z.strictObject({ tool: id }),
    result: z.object({ tool: toolView.optional(), similar: z.array(z.string()) }),
  }),
  /**
   * Runs a tool through the monitor; a refusal is a result, not a fault. `shown`: the destinations nobody agreed to yet that
   * an interactive client drew for the person before it asked. `trace`: the hops of the call's own requests come with its result.
   */
  'call': method({ capability: 'call', params: z.strictObject({ tool: id, args: json, allowFile, shown: z.array(z.string().max(300)).max(100).optional(), trace: z.boolean().optional() }), result: callOutcome }),
  /** One turn; its events come as `turn` notifications. */
  'ask': method({
    capability: 'call',
    params: z.strictObject({ text: z.string().min(1).max(64 * 1024), conversation: id.optional(), allowFile }),
    result: turnEnd,
  }),
  /** Cancels a `call`, `ask` or `login` of this connection. */
  'cancel': method({ capability: 'call', params: z.strictObject({ request: z.number().int() }), result: z.object({ cancelled: z.boolean() }) }),
  'policy.explain': method({
    capability: 'call',
    params: z.strictObject({ tool: id, args: json, principal: z.enum(['user', 'agent', 'script', 'schedule', 'bridge']), tainted: z.boolean(), private: z.boolean().optional() }),
    result: z.object({
      tool: z.string(), principal: z.string(), effect: z.string(), trust: z.string(), tainted: z.boolean(), private: z.boolean(),
      outcome: z.enum(['allow', 'ask', 'deny']), grant: z.string().optional(),
      reasons: z.array(z.object({ rule: z.string(), outcome: z.string(), code: z.string(), message: z.string() })),
      /** What a person could do so that it runs; none for a call that is allowed. */
      changes: z.array(z.object({ code: z.string(), message: z.string() })),
      /** What was looked at for it: the settings about the tool, the grants for it and whether each covers this call, and where it sends. */
      weighed: z.object({
        settings: z.array(z.object({ scope: z.enum(['all', 'plugin', 'tool']), id: z.string().optional(), effect: z.string(), choice: z.enum(['allow', 'ask', 'deny']) })),
        grants: z.array(z.object({ id: z.string(), covers: z.boolean() })),
        consents: z.array(z.object({ destination: z.string(), agreed: z.boolean() })),
      }),
    }),
  }),
}
