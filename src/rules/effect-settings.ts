import { z } from 'zod'
import { effects } from '../sdk/index.ts'
import type { Outcome, ToolFacts } from './call.ts'
import { guardedEffects } from './effect-defaults.ts'

const choices = z.partialRecord(z.enum(effects), z.enum(['allow', 'ask', 'deny']))

/** What the person set in place of R5's defaults. The more particular wins: tool, then plugin, then all. */
export const effectSettingsSchema = z.strictObject({
  all: choices,
  plugins: z.record(z.string(), choices),
  tools: z.record(z.string(), choices),
})
export type EffectSettings = Readonly<z.output<typeof effectSettingsSchema>>

export const noEffectSettings: EffectSettings = Object.freeze({ all: {}, plugins: {}, tools: {} })

/**
 * What the settings say of a tool, or undefined where they say nothing. An `allow` for money or public of a community
 * or remote plugin is not accepted (policy §3) and counts as `ask`, so that a hand-edited file opens nothing.
 */
export function effectSetting(tool: ToolFacts, settings: EffectSettings): Outcome | undefined {
  const said = own(settings.tools, tool.id)?.[tool.effect] ?? own(settings.plugins, tool.plugin)?.[tool.effect] ?? settings.all[tool.effect]
  if (said !== 'allow') return said
  const ours = tool.trust === 'bundled' || tool.trust === 'official'
  return ours || !guardedEffects.includes(tool.effect) ? 'allow' : 'ask'
}

const own = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined => (Object.hasOwn(record, key) ? record[key] : undefined)
