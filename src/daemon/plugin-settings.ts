import type { Store } from '../host/store/store.ts'
import { isObject, type Json, type JsonObject } from '../rules/json.ts'

/** What the person set for a plugin, as one row of the profile's settings. */
export const pluginSettingsKey = (plugin: string): string => `plugin.settings.${plugin}`

/** Whether the person switched a plugin off. */
export const pluginSwitchKey = (plugin: string): string => `plugin.off.${plugin}`

/** What is no map counts as nothing set; each value is checked by the plugin's own schema where it is read. */
export const storedSettings = (settings: Pick<Store['settings'], 'get'>) => (plugin: string): JsonObject => {
  const stored: Json | undefined = settings.get(pluginSettingsKey(plugin))
  return isObject(stored) ? stored : {}
}
