import { HarnessError } from '../rules/errors/index.ts'

/** The steps of a call, in their one order. */
export const steps = ['resolve', 'validate', 'freeze', 'label', 'decide', 'ask', 'guard', 'intent', 'run', 'hygiene', 'absorb', 'record'] as const
export type Step = (typeof steps)[number]

/**
 * What one step leaves for the later ones. Reading it before that step has run throws, so that a step taken out of
 * `invoke` stops the call instead of letting it through.
 */
export interface Slot<T> {
  /** Throws `MONITOR_STEP_MISSING` when the step has not run. */
  readonly get: () => T
  /** Throws when the step has run already: no step happens twice. */
  readonly set: (value: T) => void
  /** For the record alone, which must be written however far a call came. */
  readonly peek: () => T | undefined
}

export function slot<T>(step: Step): Slot<T> {
  let held: { readonly value: T } | undefined
  return {
    get() {
      if (!held) throw new HarnessError('MONITOR_STEP_MISSING', { step })
      return held.value
    },
    set(value) {
      if (held) throw new HarnessError('MONITOR_STEP_MISSING', { step })
      held = { value }
    },
    peek: () => held?.value,
  }
}
