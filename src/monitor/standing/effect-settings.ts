import type { Store } from '../../host/store/store.ts'
import { type EffectSettings, effectSettingsSchema, noEffectSettings } from '../../rules/effect-settings.ts'
import { HarnessError } from '../../rules/errors/index.ts'

/** Where the person's own choices for effects stand in `store.settings`. */
export const effectSettingsKey = 'effects'

/**
 * Throws `EFFECTS_UNREADABLE` for anything that does not read as settings: what was meant as a refusal must not turn into a
 * default. What else keeps the store from answering, it tells itself.
 */
export function effectSettings(settings: Store['settings']): EffectSettings {
  try {
    const stored = settings.get(effectSettingsKey)
    return stored === undefined ? noEffectSettings : effectSettingsSchema.parse(stored)
  } catch (cause) {
    if (cause instanceof HarnessError && cause.code !== 'STORE_UNREADABLE') throw cause
    throw new HarnessError('EFFECTS_UNREADABLE', {}, { cause })
  }
}
