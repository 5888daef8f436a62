import type { Approvals } from '../monitor/approvals/approvals.ts'
import { HarnessError } from '../rules/errors/index.ts'

/** Who locked: a person, or nobody being there for long enough. */
export type LockedBy = 'person' | 'idle'

export interface Lock {
  locked(): boolean
  /** undefined while it is not locked. */
  by(): LockedBy | undefined
  /** Ends what runs as locked, denies what waits, and drops what memory holds of secrets. A person's lock stays a person's. */
  lock(by?: LockedBy): Promise<void>
  unlock(): void
  /** Throws `CALL_LOCKED` while locked. */
  check(): void
  /** Drops what a sign-in while locked has brought into memory and did not lift the lock. */
  forget(): Promise<void>
  /** Aborted with `CALL_LOCKED` at the next lock. */
  readonly signal: () => AbortSignal
}

export function createLock(approvals: Pick<Approvals, 'cancel'>, forget: () => Promise<void>): Lock {
  let current = new AbortController()
  let locked: LockedBy | undefined
  return {
    locked: () => locked !== undefined,
    by: () => locked,
    async lock(by = 'person') {
      if (locked !== 'person') locked = by
      const ending = current
      // What comes later is refused by `locked`, with its own words, and not as cancelled.
      current = new AbortController()
      ending.abort(new HarnessError('CALL_LOCKED'))
      approvals.cancel(() => true, 'locked')
      await forget()
    },
    unlock() { locked = undefined },
    check() { if (locked) throw new HarnessError('CALL_LOCKED') },
    forget,
    signal: () => current.signal,
  }
}
