import type { FailedOutcome } from '../iaaa/outcomes.ts'

/**
 * What keeps the host from signing in by itself: an answer that another try cannot better and that may count towards a
 * lock (protocols §1.6). A person's own sign-in is never held (one without a person there is), and lifts the hold when it succeeds.
 */
export interface Holds {
  /** The outcome that stands in the way, or undefined. `now` in milliseconds since the epoch. */
  standing(account: string, service: string, now: number): FailedOutcome | undefined
  note(account: string, service: string, outcome: FailedOutcome, now: number): void
  lift(account: string): void
}

/**
 * After an unsure end the host leaves IAAA alone for this long, so that many callers are not many attempts (bug-log 181).
 * It doubles with each such end in a row.
 */
export const coolDownMs = 60_000

interface Hold { readonly outcome: FailedOutcome; readonly until: number; readonly inARow: number }

export function openHolds(): Holds {
  const held = new Map<string, Map<string, Hold>>()
  return {
    standing(account, service, now) {
      const of = held.get(account)
      return [of?.get('*'), of?.get(service)].find((hold) => hold !== undefined && now < hold.until)?.outcome
    },
    note(account, service, outcome, now) {
      const reach = reachOf(outcome)
      if (reach === undefined) return
      const of = held.get(account) ?? new Map<string, Hold>()
      const name = reach.everywhere ? '*' : service
      const inARow = (of.get(name)?.inARow ?? 0) + 1
      of.set(name, { outcome, inARow, until: reach.until ?? now + coolDownMs * 2 ** Math.min(inARow - 1, 10) })
      held.set(account, of)
    },
    lift: (account) => { held.delete(account) },
  }
}

/** `everywhere`: it is about the account, so every service waits. Without `until` the hold is a cool-down. */
function reachOf(outcome: FailedOutcome): { everywhere: boolean; until?: number } | undefined {
  switch (outcome.outcome) {
    case 'bad-credentials': case 'not-activated': case 'weak-password': case 'bind-otp-first': return { everywhere: true, until: Infinity }
    case 'locked-until': return { everywhere: true, until: outcome.until }
    case 'captcha-needed': case 'sms-needed': case 'otp-needed': case 'network-after-send': return { everywhere: true }
    case 'bad-redirect': case 'upstream-error': return { everywhere: false }
    case 'network-before-send': return undefined
  }
}
