import { z } from 'zod'
import { method } from '../method.ts'
import { callOutcome, id, json, jsonObject } from '../shapes.ts'

/** For authors of plugins. */
export const trialMethods = {
  /**
   * Calls a tool of a plugin's folder, which is registered for this call alone. `recording` is what the sites answered, redacted; `withheld`
   * says why there is none. `shown`: destinations that the client drew for the person before it asked.
   */
  'plugins.try': method({
    capability: 'admin',
    params: z.strictObject({ path: z.string().max(4_000), tool: id, args: jsonObject, shown: z.array(z.string().max(300)).max(100).optional() }),
    result: z.object({ outcome: callOutcome, recording: json.nullable(), withheld: z.enum(['secret', 'size']).nullable() }),
  }),
}
