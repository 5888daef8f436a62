import type { FailedOutcome } from '../iaaa/outcomes.ts'

/**
 * What keeps the host from signing in by itself: an answer that another try cannot better and that may count towards a
 * lock (protocols §1.6). A person's own sign-in is never held (one without a person there is), and lifts the hold when it succeeds.
 */
export interface Holds {
  /** The outcome that stands in the way, or undefined. `now` in milliseconds since the epoch. */
  standing(account: string, service: string, now: number): FailedOutcome | undefined
  /** Whether one stands in anyone's way. */
  any(now: number): boolean
  note(account: string, service: string, outcome: FailedOutcome, now: number): void
  /** Lifts all of an account's after a sign-in to `service`, but for the choices that other services wait for; really all without one. */
  lift(account: string, service?: string): void
}

/**
 * After an unsure end the host leaves IAAA alone for this long, so that many callers are not many attempts (bug-log 181).
 * It doubles with each such end in a row.
 */
export const coolDownMs = 60_000

interface Hold { readonly outcome: FailedOutcome; readonly until: number; readonly inARow: number }

/** An account's holds stand beside each other, so that one that is soon over takes none away that lasts. */
export function openHolds(): Holds {
  const held = new Map<string, Map<string, Hold>>()
  return {
    standing(account, service, now) {
      const of = held.get(account)
      return reaches.map((reach) => of?.get(nameOf(reach, service))).find((hold) => hold !== undefined && now < hold.until)?.outcome
    },
    any: (now) => [...held.values()].some((of) => [...of.values()].some(({ until }) => now < until)),
    note(account, service, outcome, now) {
      const reach = reachOf(outcome)
      if (reach === undefined) return
      const of = held.get(account) ?? new Map<string, Hold>()
      const name = nameOf(reach, service)
      const inARow = (of.get(name)?.inARow ?? 0) + 1
      const pauseEnds = now + coolDownMs * 2 ** Math.min(inARow - 1, 10)
      of.set(name, { outcome, inARow, until: outcome.outcome === 'locked-until' ? outcome.until : reach === 'final' || reach === 'choice' ? Infinity : pauseEnds })
      held.set(account, of)
    },
    lift(account, service) {
      const choices = [...held.get(account) ?? []].filter(([name]) => service !== undefined && name.startsWith('choice ') && name !== nameOf('choice', service))
      if (choices.length === 0) held.delete(account)
      else held.set(account, new Map(choices))
    },
  }
}

/** All but `choice` and `service` are about the account, so every service waits. In the order in which they are told. */
const reaches = ['lock', 'final', 'pause', 'choice', 'service'] as const
type Reach = (typeof reaches)[number]

const nameOf = (reach: Reach, service: string): string => (reach === 'service' || reach === 'choice' ? `${reach} ${service}` : reach)

function reachOf(outcome: FailedOutcome): Reach | undefined {
  switch (outcome.outcome) {
    case 'locked-until': return 'lock'
    case 'bad-credentials': case 'not-activated': case 'weak-password': case 'bind-otp-first': return 'final'
    case 'captcha-needed': case 'sms-needed': case 'otp-needed': case 'network-after-send': return 'pause'
    // A service that wants the person to choose gets no other answer from another try.
    case 'upstream-error': return outcome.code === 'CHOICE_NEEDED' ? 'choice' : 'service'
    case 'bad-redirect': return 'service'
    case 'network-before-send': return undefined
  }
}
