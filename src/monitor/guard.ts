import type { Call } from '../rules/call.ts'
import type { Labels } from '../rules/labels.ts'
import type { Words } from '../sdk/index.ts'

/**
 * A last check before a call runs. It may say why not, or nothing: there is no way to say yes, so adding a guard can
 * only make the house stricter. A throw, a hang or any other answer is a denial (law 4).
 */
export interface Guard {
  /** Shown to people and in the audit chain. */
  readonly name: string
  readonly check: (call: GuardedCall) => GuardSay | Promise<GuardSay>
}
export type GuardSay = undefined | { readonly deny: Words }

/** Frozen: a guard looks, and changes nothing. */
export interface GuardedCall extends Call {
  readonly labels: Labels
  /** True when a person approved exactly this call at its card. */
  readonly approved: boolean
}
