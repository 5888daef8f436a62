import { z } from 'zod'
import { effects } from '../../../sdk/index.ts'
import { method } from '../method.ts'
import { id } from '../shapes.ts'

const effect = z.enum(effects)
const choice = z.enum(['allow', 'ask', 'deny'])
/** For one plugin or one tool; for every plugin where neither is named. */
const scope = { plugin: id.optional(), tool: id.optional() }
const row = z.object({ scope: z.enum(['all', 'plugin', 'tool']), id: z.string().optional(), effect, choice })

export const effectMethods = {
  /** What holds where nothing is set, by the plugin's trust (policy R5), and what the person set in its place. */
  'effects.show': method({
    capability: 'call',
    params: z.strictObject({}),
    result: z.object({
      defaults: z.array(z.object({ trust: z.string(), read: choice, writeLocal: choice, writeElsewhere: choice, money: choice, public: choice })),
      settings: z.array(row),
    }),
  }),
  'effects.set': method({ capability: 'admin', params: z.strictObject({ effect, choice, ...scope }), result: z.object({ settings: z.array(row) }) }),
  /** Takes settings out: of the scope and the effect that are named, else all there are. */
  'effects.reset': method({ capability: 'admin', params: z.strictObject({ effect: effect.optional(), ...scope }), result: z.object({ settings: z.array(row), removed: z.number() }) }),
}
