import { z } from 'zod'
import { permissionsSchema } from '../../../rules/lattice/permissions.ts'
import { reviewSheetSchema } from '../../../rules/lattice/review-sheet.ts'
import { method } from '../method.ts'
import { id, words } from '../shapes.ts'
import { toolView } from './tools.ts'

const plugin = z.object({
  id: z.string(), form: z.string(), trust: z.string(), version: z.string(), name: words, summary: words, core: z.boolean(),
  state: z.string(), stateReason: words.optional(), tools: z.number(),
  /** The link that updates come from; null for what is part of pkuh. `waiting`: the version of an update that waits for a review. */
  source: z.string().nullable(), waiting: z.string().nullable(),
})

export const pluginMethods = {
  'plugins.list': method({ capability: 'call', params: z.strictObject({}), result: z.object({
    plugins: z.array(plugin),
    /** Links that the assistant proposed and nobody has looked at. */
    proposed: z.array(z.object({ link: z.string(), at: z.number() })),
  }) }),
  'plugins.show': method({
    capability: 'call',
    params: z.strictObject({ plugin: id }),
    result: plugin.extend({
      scopes: z.array(z.string()), websites: z.array(z.string()), disclosure: z.array(words), contentHash: z.string(),
      instructions: words, tools: z.array(toolView),
      /** It came with the host, and was not installed by a person: it cannot be removed. */
      ships: z.boolean(),
      /** It keeps something of its own on this disk. */
      stored: z.boolean(),
    }),
  }),
  'plugins.permissions': method({
    capability: 'call',
    params: z.strictObject({ plugin: id }),
    result: z.object({ permissions: permissionsSchema, sheet: reviewSheetSchema }),
  }),
  'plugins.enable': method({ capability: 'admin', params: z.strictObject({ plugin: id, on: z.boolean() }), result: z.object({ plugin: z.string(), state: z.string() }) }),
}
