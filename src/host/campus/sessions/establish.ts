import { CookieJar } from 'tough-cookie'
import type { CampusDeps } from '../deps.ts'
import type { FailedOutcome } from '../iaaa/outcomes.ts'
import type { IaaaMemories } from '../iaaa/memory.ts'
import type { Ask } from '../iaaa/second-factor.ts'
import { signIn } from '../iaaa/sign-in.ts'
import type { Pace } from '../request/pace.ts'
import type { SignedInService } from '../services/service.ts'
import { deviceId } from './device-id.ts'
import type { Session } from './session.ts'
import { openVisit } from './visit.ts'

export interface Means {
  readonly deps: CampusDeps
  readonly pace: Pace
  readonly memories: IaaaMemories
}

export interface Act {
  readonly account: string
  readonly by: 'person' | 'host'
  /** Undefined: the stored one is lent by the keystore. */
  readonly password: Buffer | undefined
  readonly ask: Ask | undefined
  readonly trustDevice: boolean
  readonly signal: AbortSignal
  /** Of the session that comes of it. */
  readonly version: number
}

export type Established = { readonly outcome: 'ok'; readonly session: Session; readonly skewMs: number | undefined } | FailedOutcome

/**
 * One act of signing in to a service, from IAAA to the service's own proof, told to the audit at both ends. Rejects
 * when it is cancelled (the act then ends as it was cancelled) or when the keystore fails.
 */
export async function establish({ deps, pace, memories }: Means, service: SignedInService, act: Act): Promise<Established> {
  const { account, by, signal } = act
  const about = { account, service: service.id, by }
  const device = service.signedIn.knowsDevices ? await deviceId(deps.keystore, deps.chance, account) : ''
  deps.onEvent({ kind: 'sign-in-attempted', ...about })
  const attempt = {
    account, service: service.id, app: service.signedIn.app(device), lendPassword: lender(deps, service.id, act),
    ask: act.ask, trustDevice: act.trustDevice, signal,
  }
  let outcome: Established['outcome'] | 'stopped' = 'stopped'
  try {
    const ended = await signIn<Established>(deps, memories, attempt, async (token, skewMs) => {
      const jar = new CookieJar()
      const redeemed = await service.signedIn.redeem(openVisit(deps, pace, service, { account, device, jar, signal }), token)
      if (!redeemed.ok) return { outcome: 'upstream-error', code: redeemed.code, message: '' }
      const session: Session = {
        account, service: service.id, version: act.version, jar, device, token: redeemed.token, expiresAt: redeemed.expiresAt,
        provedAt: deps.clock.now(), crossings: new Map(),
      }
      return { outcome: 'ok', session, skewMs }
    })
    outcome = ended.outcome
    return ended
  } finally {
    deps.onEvent({ kind: 'sign-in-ended', ...about, outcome })
  }
}

/** Lends the typed password, or the stored one for as long as the encryption takes. */
function lender(deps: CampusDeps, service: string, { account, password }: Act): <T>(fn: (password: Buffer) => T) => Promise<T> {
  if (password) return async (fn) => fn(password)
  return (fn) => {
    deps.onEvent({ kind: 'secret-used', account, service, secret: 'password', purpose: 'sign-in' })
    return deps.keystore.use({ account, kind: 'password', name: '' }, `sign in to ${service}`, fn)
  }
}
