import { z } from 'zod'
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

/** A guard's answer as words to refuse with, or nothing. Throws when it is neither. */
export function readSay(answer: unknown): Words | undefined {
  return answer === undefined ? undefined : say.parse(answer).deny
}
const say = z.strictObject({ deny: z.strictObject({ zh: z.string().min(1), en: z.string().min(1) }) })
