import { HarnessError } from '../../rules/errors/index.ts'
import { own } from '../../rules/json.ts'

/**
 * Old plugin ids by the bundled plugin that takes them over (seed 002). Closed: a plugin that could name any id here would
 * get another one's settings.
 */
export const legacyIds: Readonly<Record<string, readonly string[]>> = { wallet: ['campus-card', 'netfee', 'utilities'] }

/** Throws `PLUGIN_LEGACY_FORBIDDEN` for an old id that is not this plugin's to take over. */
export function checkLegacy(plugin: string, legacy: readonly string[]): void {
  const its = own(legacyIds, plugin)
  const stray = legacy.find((id) => !its?.includes(id))
  if (stray !== undefined) throw new HarnessError('PLUGIN_LEGACY_FORBIDDEN', { plugin, id: stray })
}
