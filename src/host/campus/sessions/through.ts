import type { FailedOutcome } from '../iaaa/outcomes.ts'
import { services } from '../services/all-services.ts'
import { isSignedIn, type SignedInService } from '../services/service.ts'
import { type Act, establish, type Established, type Means } from './establish.ts'
import type { Session } from './session.ts'

/** What signing in through another service asks of the sessions. */
export interface Gates {
  /** The live session of that service; signs in by itself where there is none. Rejects with the typed error of what stands in the way. */
  open(account: string, service: SignedInService, signal: AbortSignal): Promise<Session>
  /** The one there is, without signing in. */
  standing(account: string, service: SignedInService): Promise<Session | undefined>
  end(session: Session): Promise<void>
}

/** The service through whose session this one is entered; undefined for one that IAAA knows. */
export function gateOf({ signedIn }: SignedInService): SignedInService | undefined {
  const gate = signedIn.through && services.get(signedIn.through.service)
  return gate && isSignedIn(gate) ? gate : undefined
}

/**
 * Signs in to a service through the session of another. One that turns out to have ended is renewed once, where
 * `mayRenew`: not within a person's act that has signed in there already, so that no act costs two oauthlogin.do.
 */
export async function signInThrough(means: Means, gates: Gates, gate: SignedInService, service: SignedInService, act: Act, mayRenew: boolean): Promise<Established> {
  const before = await gates.standing(act.account, gate)
  const session = await gates.open(act.account, gate, act.signal)
  const first = await establish(means, service, { ...act, gate: { service: gate, session } })
  if (first !== 'gate-ended') return first
  await gates.end(session)
  if (!mayRenew || session !== before) return notProved(service)
  const renewed = await gates.open(act.account, gate, act.signal)
  const second = await establish(means, service, { ...act, gate: { service: gate, session: renewed } })
  return second === 'gate-ended' ? notProved(service) : second
}

const notProved = ({ id }: SignedInService): FailedOutcome => ({ outcome: 'upstream-error', code: 'NOT_PROVED', message: '', service: id })
