import type { Store } from '../host/store/store.ts'
import type { Approvals } from '../monitor/approvals/approvals.ts'
import { effectSettings, effectSettingsKey } from '../monitor/standing/effect-settings.ts'
import type { SessionGrants } from '../monitor/standing/session-grants.ts'
import type { Kept } from '../plugins/market/market-house.ts'
import { type EffectSettings, listChoices, withoutChoices } from '../rules/effect-settings.ts'
import { pluginSettingsKey, pluginSwitchKey } from './plugin-settings.ts'
import { acceptConsents, revokeConsents } from './consents.ts'

export interface RightsHouse {
  readonly store: Store
  readonly approvals: Approvals
  readonly sessionGrants: SessionGrants
}

/** All that was given to a plugin begins with its sheet and ends with it: consents, grants, those of conversations, settings of its effects and its own, its switch, its storage. */
export function pluginRights({ store, approvals, sessionGrants }: RightsHouse): Kept {
  const forget = (plugin: string): void => { store.values.forget(plugin); store.records.forget(plugin) }
  return {
    // The sheet names each place. One that was taken back stays so when a version that was there before is followed.
    agreed: (plugin, anew, by) => { acceptConsents(store, [plugin], by, anew ? 'any' : []) },
    removed(plugin, data, by) {
      revokeConsents(store, plugin, undefined, by)
      endGrants(store, sessionGrants, plugin, by)
      endEffects(store, plugin, by)
      for (const key of [pluginSettingsKey(plugin), pluginSwitchKey(plugin)]) store.settings.delete(key)
      if (data) forget(plugin)
    },
    otherOwner: forget,
    changed: (plugin) => { approvals.cancel((card) => card.plugin.id === plugin, 'changed') },
  }
}

const isOf = (plugin: string, tool: unknown): boolean => typeof tool === 'string' && tool.startsWith(`${plugin}.`)

function endGrants(store: Store, sessionGrants: SessionGrants, plugin: string, by: string): void {
  const revoked = (grant: string): void => { store.audit.append({ kind: 'grant.revoked', plugin, detail: { grant, by } }) }
  for (const { id, grant, revokedAt } of store.grants.list()) if (revokedAt === undefined && isOf(plugin, grant['tool']) && store.grants.revoke(id)) revoked(id)
  for (const { grant } of sessionGrants.list()) if (isOf(plugin, grant.tool) && sessionGrants.revoke(grant.id)) revoked(grant.id)
}

/** Settings that cannot be read are left: they refuse all, and are the person's to reset. */
function endEffects(store: Store, plugin: string, by: string): void {
  let before: EffectSettings
  try { before = effectSettings(store.settings) } catch { return }
  const its = listChoices(before).filter(({ scope, id }) => (scope === 'plugin' && id === plugin) || (scope === 'tool' && isOf(plugin, id)))
  if (its.length === 0) return
  const after = its.reduce((settings, { scope, id = '' }) => withoutChoices(settings, { kind: scope === 'plugin' ? 'plugin' : 'tool', id }, undefined), before)
  store.settings.put(effectSettingsKey, after)
  store.audit.append({ kind: 'setting', plugin, detail: { setting: 'effects', scope: 'plugin', id: plugin, effect: null, choice: null, by } })
}
