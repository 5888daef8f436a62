import { z } from 'zod'
import { screenSchema } from '../../../rules/screen/screen-schema.ts'
import { method } from '../method.ts'
import { callOutcome, id, json, jsonObject, words } from '../shapes.ts'

/** A plugin's settings as they hold: each with whether the person set it. */
/** `unfit`: the person set a value that this version of the plugin does not take, so the default holds. */
const settings = z.object({ plugin: z.string(), schema: jsonObject, settings: z.array(z.object({ name: z.string(), value: json, set: z.boolean(), unfit: z.boolean() })) })

/** What belongs to a plugin beside its tools: settings, widgets and pages, shortcuts. */
export const pluginPartMethods = {
  'plugins.settings': method({ capability: 'call', params: z.strictObject({ plugin: id }), result: settings }),
  'plugins.set': method({ capability: 'admin', params: z.strictObject({ plugin: id, key: id, value: json }), result: settings }),
  /** Takes one setting out, or all of them; the defaults hold again. */
  'plugins.reset': method({ capability: 'admin', params: z.strictObject({ plugin: id, key: id.optional() }), result: settings }),
  'plugins.screens': method({
    capability: 'call', params: z.strictObject({ plugin: id }),
    result: z.object({ widgets: z.array(z.string()), pages: z.array(z.string()), shortcuts: z.array(z.object({ title: words, tool: z.string(), args: jsonObject })) }),
  }),
  /** A widget or a page with the result of its tool, which is called in the plugin's name; without one where it has no tool. */
  'plugins.widget': method({ capability: 'call', params: z.strictObject({ plugin: id, name: id }), result: z.object({ screen: screenSchema, outcome: callOutcome.optional() }) }),
  /** One tap: the tool of a shortcut, by the shortcut's title or its number from 1, called in the plugin's name. `args` give what it leaves open, and nothing else. */
  'plugins.shortcut': method({ capability: 'call', params: z.strictObject({ plugin: id, name: id, args: jsonObject }), result: z.object({ tool: z.string(), args: jsonObject, outcome: callOutcome }) }),
}
