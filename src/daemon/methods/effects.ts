import { effectSettings, effectSettingsKey } from '../../monitor/standing/effect-settings.ts'
import { trusts } from '../../rules/call.ts'
import { effectDefaults } from '../../rules/effect-defaults.ts'
import { type EffectScope, type EffectSettings, isGuarded, listChoices, mayAllow, noEffectSettings, withChoice, withoutChoices } from '../../rules/effect-settings.ts'
import { HarnessError, nearWords } from '../../rules/errors/index.ts'
import type { Json } from '../../rules/json.ts'
import { cardWords } from '../../rules/words/card.ts'
import type { Effect } from '../../sdk/index.ts'
import type { CheckedParams } from '../protocol/methods.ts'
import type { Running } from '../running.ts'
import type { Handlers } from '../server/peer.ts'
import { pluginUnknown } from '../../plugins/registry/plugin-unknown.ts'

type Own = Pick<Handlers, 'effects.show' | 'effects.set' | 'effects.reset'>
type House = Pick<Running, 'registry' | 'store' | 'approvals' | 'pinGate'>
type Scoped = Pick<CheckedParams<'effects.reset'>, 'plugin' | 'tool'>

/**
 * The person's own say on effects (policy §3, R5), in place of the defaults. It answers R5 alone, and each change is on record
 * and asks for the PIN where there is one. What waits at a card that a change is about is cancelled: it was asked under other rules.
 */
export function effectHandlers(house: House): Own {
  const { store, pinGate, registry } = house

  const change = (make: () => EffectSettings, scope: EffectScope | undefined, detail: Readonly<Record<string, Json>>): EffectSettings => store.transaction(() => {
    const made = make()
    store.settings.put(effectSettingsKey, made)
    store.audit.append({ kind: 'setting', plugin: scope === undefined || scope.kind === 'all' ? undefined : scope.id.split('.')[0], detail: { setting: 'effects', ...detail } })
    return made
  })
  const read = (): EffectSettings => effectSettings(store.settings)

  return {
    'effects.show': () => ({ defaults: trusts.map((trust) => ({ trust, ...effectDefaults[trust] })), settings: listChoices(read()) }),
    async 'effects.set'({ effect, choice, ...named }, { peer }) {
      const scope = scopeOf(named)
      check(scope, effect, choice, registry)
      await pinGate.pass(peer)
      const settings = change(() => withChoice(read(), scope, effect, choice), scope, { ...told(scope), effect, choice, by: peer.id })
      cancelWaiting(house, scope, effect)
      return { settings: listChoices(settings) }
    },
    async 'effects.reset'({ effect, ...named }, { peer }) {
      const scope = named.plugin === undefined && named.tool === undefined ? undefined : scopeOf(named)
      await pinGate.pass(peer)
      // One that cannot be read has no rows to count, and goes whole.
      const whole = scope === undefined && effect === undefined
      const before = whole ? countIn(store) : listChoices(read()).length
      const settings = change(() => (whole ? noEffectSettings : withoutChoices(read(), scope, effect)), scope, { ...(whole ? { scope: 'every' } : scope ? told(scope) : { scope: 'any' }), effect: effect ?? null, choice: null, by: peer.id })
      cancelWaiting(house, scope ?? { kind: 'all' }, effect)
      return { settings: listChoices(settings), removed: before - listChoices(settings).length }
    },
  }
}

function countIn(store: House['store']): number {
  try {
    return listChoices(effectSettings(store.settings)).length
  } catch (error) {
    if (error instanceof HarnessError && error.code === 'EFFECTS_UNREADABLE') return 0
    throw error
  }
}

function scopeOf({ plugin, tool }: Scoped): EffectScope {
  if (plugin !== undefined && tool !== undefined) throw new HarnessError('EFFECTS_SCOPE')
  if (tool !== undefined) return { kind: 'tool', id: tool }
  return plugin === undefined ? { kind: 'all' } : { kind: 'plugin', id: plugin }
}
const told = (scope: EffectScope): Readonly<Record<string, Json>> => ({ scope: scope.kind, ...(scope.kind === 'all' ? {} : { id: scope.id }) })

/** A setting is about a plugin or tool that is there, and about what the tool does. Throws `PLUGIN_UNKNOWN`, `PLUGIN_TOOL_UNKNOWN`, `EFFECTS_OTHER`, `EFFECTS_NEVER_ALLOWED`. */
function check(scope: EffectScope, effect: Effect, choice: 'allow' | 'ask' | 'deny', registry: House['registry']): void {
  if (scope.kind === 'all') return
  const tool = scope.kind === 'tool' ? registry.tool(scope.id)?.facts : undefined
  if (scope.kind === 'tool' && !tool) throw new HarnessError('PLUGIN_TOOL_UNKNOWN', { tool: scope.id.slice(0, 80), ...nearWords(registry.similar(scope.id)) })
  const plugin = registry.plugin(tool?.plugin ?? scope.id)
  if (!plugin) throw pluginUnknown(scope.id, registry)
  if (tool && tool.effect !== effect) throw new HarnessError('EFFECTS_OTHER', { tool: tool.id, effect: tool.effect, ...effectWords(tool.effect) })
  if (choice === 'allow' && isGuarded(effect) && !mayAllow(effect, plugin.trust)) throw new HarnessError('EFFECTS_NEVER_ALLOWED', { plugin: plugin.id, ...effectWords(effect) })
}

const effectWords = (effect: Effect) => ({ effectZh: cardWords[effect].zh, effectEn: cardWords[effect].en })

function cancelWaiting({ approvals }: House, scope: EffectScope, effect: Effect | undefined): void {
  approvals.cancel((card) => (effect === undefined || card.effect === effect)
    && (scope.kind === 'all' || scope.id === (scope.kind === 'tool' ? card.tool : card.plugin.id)), 'changed')
}
