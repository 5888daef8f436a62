import type { z } from 'zod'
import type { Capability } from './capability.ts'

/** One row of the method table. A row without a capability does not type, and `createDispatcher` refuses it too. */
export interface Method<P extends z.ZodType = z.ZodType, R extends z.ZodType = z.ZodType> {
  readonly capability: Capability
  /** A `z.strictObject`: an unknown parameter is an error. */
  readonly params: P
  /** What leaves: a field that is not named here is dropped, so nothing slips out with an object. */
  readonly result: R
}

/** Gives a row its types. It does nothing else. */
export const method = <P extends z.ZodType, R extends z.ZodType>(row: Method<P, R>): Method<P, R> => row
