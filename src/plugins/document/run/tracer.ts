import type { Json } from '../../../rules/json.ts'
import type { Step } from '../steps/step.ts'

/** What one step did, told when it has ended; those inside it come before it. */
export interface StepTrace {
  readonly at: string
  readonly kind: Step['kind']
  /** What it named or returned; undefined where it did neither, or failed. */
  readonly value: Json | undefined
  readonly failed: boolean
  readonly ms: number
  readonly fuelLeft: number
}

/** Hears of each step of a run, for its author. */
export interface Tracer { step(trace: StepTrace): void }
