import { HarnessError } from '../../../rules/errors/index.ts'
import { budgets } from '../budgets.ts'

/** The fuel of one run: one unit an operation, one a byte of text made, one an item of a list made, one for sixteen UTF-16 units of text that are only read. Exact, so a run repeats exactly. */
export interface Meter {
  readonly left: number
  /** Throws `DOC_FUEL_EXHAUSTED` when fewer than `units` are left; call it before the work is done. */
  spend(units: number, step: string): void
}

export function createMeter(limit: number = budgets.fuel.limit): Meter {
  let left = limit
  return {
    get left() { return left },
    spend(units, step) {
      const whole = Math.ceil(units)
      if (whole > left) throw new HarnessError('DOC_FUEL_EXHAUSTED', { step, limit })
      left -= whole
    },
  }
}
