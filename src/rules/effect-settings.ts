import { z } from 'zod'
import { type Effect, effects } from '../sdk/index.ts'
import type { Outcome, ToolFacts, Trust } from './call.ts'
import { guardedEffects } from './effect-defaults.ts'
import { own } from './json.ts'

const choices = z.partialRecord(z.enum(effects), z.enum(['allow', 'ask', 'deny']))

/** What the person set in place of R5's defaults. The more particular wins: tool, then plugin, then all. */
export const effectSettingsSchema = z.strictObject({
  all: choices,
  plugins: z.record(z.string(), choices),
  tools: z.record(z.string(), choices),
})
export type EffectSettings = Readonly<z.output<typeof effectSettingsSchema>>

export const noEffectSettings: EffectSettings = Object.freeze({ all: {}, plugins: {}, tools: {} })

/** What a setting is for: every plugin, one of them, or one tool. */
export type EffectScope = { readonly kind: 'all' } | { readonly kind: 'plugin' | 'tool'; readonly id: string }

/** One setting as it is listed. */
export interface EffectChoice { readonly scope: EffectScope['kind']; readonly id: string | undefined; readonly effect: Effect; readonly choice: Outcome }

/**
 * What the settings say of a tool, or undefined where they say nothing. An `allow` for money or public of a community
 * or remote plugin is not accepted (policy §3) and counts as `ask`, so that a hand-edited file opens nothing.
 */
export function effectSetting(tool: ToolFacts, settings: EffectSettings): Outcome | undefined {
  const said = own(settings.tools, tool.id)?.[tool.effect] ?? own(settings.plugins, tool.plugin)?.[tool.effect] ?? settings.all[tool.effect]
  return said === 'allow' && !mayAllow(tool.effect, tool.trust) ? 'ask' : said
}

/** Whether `allow` can be set at all for an effect of a plugin of this trust (policy §3). */
export const mayAllow = (effect: Effect, trust: Trust): boolean => trust === 'bundled' || trust === 'official' || !isGuarded(effect)

/** Effects for which an `allow` opens what costs or is seen by others. */
export const isGuarded = (effect: Effect): boolean => guardedEffects.includes(effect)

/** The settings with one of them made or changed. Whether it may be made is for the caller to ask. */
export function withChoice(settings: EffectSettings, scope: EffectScope, effect: Effect, choice: Outcome): EffectSettings {
  if (scope.kind === 'all') return { ...settings, all: { ...settings.all, [effect]: choice } }
  const table = tableOf(scope.kind)
  return { ...settings, [table]: { ...settings[table], [scope.id]: { ...own(settings[table], scope.id), [effect]: choice } } }
}

/**
 * The settings without some: those of one scope, or of every one where none is named; of one effect, or of each. The defaults
 * of policy §3 hold in their place.
 */
export function withoutChoices(settings: EffectSettings, scope: EffectScope | undefined, effect: Effect | undefined): EffectSettings {
  const left = (choice: EffectChoice): boolean => !((scope === undefined || (scope.kind === choice.scope && (scope.kind === 'all' || scope.id === choice.id))) && (effect === undefined || effect === choice.effect))
  return listChoices(settings).filter(left).reduce<EffectSettings>((made, { effect: of, choice, ...at }) => withChoice(made, scopeOf(at), of, choice), noEffectSettings)
}

/** Every setting, those for all plugins first. */
export function listChoices({ all, plugins, tools }: EffectSettings): EffectChoice[] {
  const rows = (scope: EffectScope['kind'], id: string | undefined, said: EffectSettings['all']) =>
    effects.flatMap((effect) => { const choice = said[effect]; return choice === undefined ? [] : [{ scope, id, effect, choice }] })
  const named = (scope: 'plugin' | 'tool', table: EffectSettings['plugins']) => Object.entries(table).sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([id, said]) => rows(scope, id, said))
  return [...rows('all', undefined, all), ...named('plugin', plugins), ...named('tool', tools)]
}

const scopeOf = ({ scope, id }: Pick<EffectChoice, 'scope' | 'id'>): EffectScope => (scope === 'all' || id === undefined ? { kind: 'all' } : { kind: scope, id })
const tableOf = (kind: 'plugin' | 'tool') => (kind === 'plugin' ? 'plugins' : 'tools')
