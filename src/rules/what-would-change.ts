import type { Decision, ToolFacts } from './call.ts'
import { type EffectSettings, mayAllow } from './effect-settings.ts'
import type { ChangeCode } from './words/explain.ts'
import type { ReasonCode } from './words/policy.ts'

/** One thing that would have to change, with the parameters of its words. */
export interface Change { readonly code: ChangeCode; readonly params: Readonly<Record<string, string>> }

/**
 * What a person could do so that a call runs which the rules ask about or deny: for each reason that keeps it what answers
 * just that, each once. Nothing for one that is allowed. Total, and it opens nothing: whether it would then run is decided anew.
 */
export function whatWouldChange({ outcome, reasons }: Decision, tool: ToolFacts, settings: EffectSettings): readonly Change[] {
  if (outcome === 'allow') return []
  const codes = reasons.flatMap(({ code }) => (isKnown(code) ? answers[code] : ['nothing' as const]))
  // A setting answers R5 alone and a new conversation R6 alone: where another rule asks too, neither would do by itself.
  const possible = codes.filter((code) => (code !== 'setAllow' || (reasons.length === 1 && !tool.irreversible && mayAllow(tool.effect, tool.trust))) && (code !== 'freshConversation' || reasons.length === 1))
  const eachTime = possible.includes('approveEachTime') || possible.includes('seeBytes')
  const params = { tool: tool.id, plugin: tool.plugin, effect: tool.effect, scope: scopeOf(tool, settings) }
  return [...new Set(possible)].filter((code) => code !== 'approve' || !eachTime).map((code) => ({ code, params }))
}

const answers: Readonly<Record<ReasonCode, readonly ChangeCode[]>> = {
  userOnly: ['typeYourself'], scheduleEffect: ['askYourself'], schedulePrivate: ['askYourself'],
  disabled: ['enable'], unavailable: ['available'], unreviewed: ['review'], changed: ['review'],
  consentMissing: ['approve', 'agree'], effectAsks: ['approve', 'setAllow'], overwrites: ['approve', 'setAllow'], irreversible: ['approveEachTime'],
  settingAsks: ['approve', 'resetSetting'], settingDenies: ['resetSetting'], bridgePrivate: ['bridgeGrant'],
  tainted: ['approve', 'freshConversation'], egressOver: ['seeBytes'], egressUnknown: ['seeBytes'], budget: ['speak'], denials: ['speak'], unknownCase: ['nothing'],
  // These only ever allow.
  consentShown: [], effectAllowed: [], settingAllows: [], grant: [], taintedAsked: [], taintedMarked: [], taintedPending: [], egressWithin: [],
}
const isKnown = (code: string): code is ReasonCode => Object.hasOwn(answers, code)

/** The option that names the setting which counts, as `pkuh effects reset` takes it. */
function scopeOf({ id, plugin, effect }: ToolFacts, { tools, plugins }: EffectSettings): string {
  if (Object.hasOwn(tools, id) && tools[id]?.[effect] !== undefined) return ` --tool ${id}`
  return Object.hasOwn(plugins, plugin) && plugins[plugin]?.[effect] !== undefined ? ` --plugin ${plugin}` : ''
}
