import type { Approvals } from '../monitor/approvals/approvals.ts'
import { HarnessError } from '../rules/errors/index.ts'

export interface Lock {
  locked(): boolean
  /** Ends what runs as locked, denies what waits, and drops what memory holds of secrets. */
  lock(): Promise<void>
  unlock(): void
  /** Aborted with `CALL_LOCKED` at the next lock. */
  readonly signal: () => AbortSignal
}

export function createLock(approvals: Pick<Approvals, 'pending' | 'cancel'>, forget: () => Promise<void>): Lock {
  let current = new AbortController()
  let locked = false
  return {
    locked: () => locked,
    async lock() {
      locked = true
      current.abort(new HarnessError('CALL_LOCKED'))
      for (const { card } of approvals.pending()) approvals.cancel(card.plugin.id)
      await forget()
    },
    unlock() {
      if (locked) current = new AbortController()
      locked = false
    },
    signal: () => current.signal,
  }
}
