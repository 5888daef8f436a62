import type { Effect } from '../sdk/index.ts'
import type { Outcome, Trust } from './call.ts'

/** The columns of R5's table: a write is told apart by whether it stays on this machine. */
export type EffectColumn = 'read' | 'writeLocal' | 'writeElsewhere' | 'money' | 'public'

const ours = { read: 'allow', writeLocal: 'allow', writeElsewhere: 'ask', money: 'ask', public: 'ask' } as const
const others = { read: 'allow', writeLocal: 'ask', writeElsewhere: 'ask', money: 'ask', public: 'ask' } as const

/** R5 where no setting says otherwise (policy §3). `overwrites` and `irreversible` make an allowed write ask; see R5. */
export const effectDefaults: Readonly<Record<Trust, Readonly<Record<EffectColumn, Outcome>>>> = {
  bundled: ours, official: ours, community: others, remote: others,
}

/**
 * What differs where the person typed the call themselves: reversible writes of our own plugins run, and whatever
 * is not here is as above.
 */
export const effectDefaultsForUser: Readonly<Record<Trust, Partial<Readonly<Record<EffectColumn, Outcome>>>>> = {
  bundled: { writeElsewhere: 'allow' }, official: { writeElsewhere: 'allow' }, community: {}, remote: {},
}

/** Effects for which a setting of `allow` is accepted only for bundled and official plugins. */
export const guardedEffects: readonly Effect[] = ['money', 'public']
