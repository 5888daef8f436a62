import type { Store } from '../../host/store/store.ts'
import { type EffectSettings, effectSettingsSchema, noEffectSettings } from '../../rules/effect-settings.ts'

/** Where the person's own choices for effects stand in `store.settings`. */
export const effectSettingsKey = 'effects'

/** Throws on anything that does not read as settings: what was meant as a refusal must not turn into a default. */
export function effectSettings(settings: Store['settings']): EffectSettings {
  const stored = settings.get(effectSettingsKey)
  return stored === undefined ? noEffectSettings : effectSettingsSchema.parse(stored)
}
