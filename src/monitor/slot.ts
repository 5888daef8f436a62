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
  get(): T
  /** Throws when the step has run already: no step happens twice. */
  set(value: T): void
  /** For the record alone, which must be written however far a call came. */
  peek(): T | undefined
}

/** A class for its speed: each call makes a dozen. */
class Held<T> implements Slot<T> {
  private held: { readonly value: T } | undefined
  constructor(private readonly step: Step) {}

  get(): T {
    if (!this.held) throw new HarnessError('MONITOR_STEP_MISSING', { step: this.step })
    return this.held.value
  }

  set(value: T): void {
    if (this.held) throw new HarnessError('MONITOR_STEP_MISSING', { step: this.step })
    this.held = { value }
  }

  peek(): T | undefined { return this.held?.value }
}

export const slot = <T>(step: Step): Slot<T> => new Held(step)
