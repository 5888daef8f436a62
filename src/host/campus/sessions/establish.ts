import { CookieJar } from 'tough-cookie'
import { HarnessError } from '../../../rules/errors/index.ts'
import { passwordRef } from '../../keystore/password-ref.ts'
import { asksForLogin } from '../../net/asks-for-login.ts'
import type { CampusDeps } from '../deps.ts'
import type { SignInRequest } from '../campus.ts'
import type { FailedOutcome } from '../iaaa/outcomes.ts'
import type { IaaaMemories } from '../iaaa/memory.ts'
import type { Ask } from '../iaaa/second-factor.ts'
import { signInByQr } from '../iaaa/qr-sign-in.ts'
import { signIn } from '../iaaa/sign-in.ts'
import type { IaaaApp } from '../iaaa/exchange.ts'
import type { Pace } from '../request/pace.ts'
import type { SignedInService, Visit } from '../services/service.ts'
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
  /** By a QR code, with no password: who is shown it. */
  readonly byQr?: SignInRequest['byQr']
  readonly signal: AbortSignal
  /** Of the session that comes of it. */
  readonly version: number
  /** The session through which a service is entered that IAAA does not know. */
  readonly gate?: { readonly service: SignedInService; readonly session: Session }
}

export type Established = { readonly outcome: 'ok'; readonly session: Session; readonly skewMs: number | undefined } | FailedOutcome

/**
 * One act of signing in to a service, from IAAA (or the session of the service that it is entered through) to the service's
 * own proof, told to the audit at both ends. `gate-ended` where that other session turns out to have ended. Rejects when it is
 * cancelled (the act then ends as it was cancelled), when the keystore fails, or when the network does on a way that IAAA has no part in.
 */
export async function establish(means: Means, service: SignedInService, act: Act): Promise<Established | 'gate-ended'> {
  const { deps, pace } = means
  const { account, by, signal, ask, gate } = act
  const about = { account, service: service.id, by }
  const device = service.signedIn.knowsDevices ? await deviceId(deps.keystore, deps.chance, account) : ''
  const jar = new CookieJar()
  const visit = openVisit(deps, pace, service, { account, device, jar, signal, ask })
  const redeem = async (ticket: string, skewMs: number | undefined): Promise<Established> => {
    const redeemed = await service.signedIn.redeem(visit, ticket)
    if (!redeemed.ok) return refused(service, redeemed.code)
    const session: Session = {
      account, service: service.id, version: act.version, jar, device, token: redeemed.token, expiresAt: redeemed.expiresAt,
      provedAt: deps.clock.now(), crossings: new Map(), writing: Promise.resolve(),
    }
    return { outcome: 'ok', session, skewMs }
  }

  deps.onEvent({ kind: 'sign-in-attempted', ...about })
  let outcome: Established['outcome'] | 'stopped' = 'stopped'
  try {
    const ended = gate ? await throughGate(means, service, { ...act, gate }, redeem) : await atIaaa(means, service, act, visit, redeem)
    outcome = ended === 'gate-ended' ? 'upstream-error' : ended.outcome
    return ended
  } catch (error) {
    if (isNetwork(error)) outcome = 'network-before-send'
    throw error
  } finally {
    deps.onEvent({ kind: 'sign-in-ended', ...about, outcome })
  }
}

type Redeem = (ticket: string, skewMs: number | undefined) => Promise<Established>

async function atIaaa({ deps, memories }: Means, service: SignedInService, act: Act, visit: Visit, redeem: Redeem): Promise<Established> {
  const app = await appOf(service, visit)
  if ('outcome' in app) return app
  const { account, ask, trustDevice, byQr, signal } = act
  if (byQr) return signInByQr<Established>(deps, memories, { account, app, signal, show: byQr }, redeem)
  return signIn<Established>(deps, memories, { account, service: service.id, app, lendPassword: lender(deps, service.id, act), ask, trustDevice, signal }, redeem)
}

/** Of IAAA's act nothing has begun while a service is only seen, so a network that fails then has failed before it. */
async function appOf({ id, signedIn }: SignedInService, visit: Visit): Promise<IaaaApp | FailedOutcome> {
  if (!signedIn.app) throw new TypeError(`${id} is not entered by IAAA`)
  try {
    return await signedIn.app(visit.device, visit)
  } catch (error) {
    if (isNetwork(error) && !asksForLogin(error)) return { outcome: 'network-before-send', message: error.code }
    throw error
  }
}

async function throughGate({ deps, pace }: Means, service: SignedInService, act: Act & Required<Pick<Act, 'gate'>>, redeem: Redeem): Promise<Established | 'gate-ended'> {
  const { account, signal, gate } = act
  const { jar, device } = gate.session
  const asked = await service.signedIn.through?.ticket(openVisit(deps, pace, gate.service, { account, device, jar, signal, ask: undefined }))
  if (asked === 'signed-out') return 'gate-ended'
  return asked === undefined || asked === 'elsewhere' ? refused(service, 'NOT_PROVED') : redeem(asked.ticket, undefined)
}

const refused = ({ id }: SignedInService, code: string): FailedOutcome => ({ outcome: 'upstream-error', code, message: '', service: id })

const isNetwork = (error: unknown): error is HarnessError => error instanceof HarnessError && error.code.startsWith('NET_')

/** Lends the typed password, or the stored one for as long as the encryption takes. */
export function lender(deps: CampusDeps, service: string, { account, password }: Pick<Act, 'account' | 'password'>): <T>(fn: (password: Buffer) => T) => Promise<T> {
  if (password) return async (fn) => fn(password)
  return (fn) => {
    deps.onEvent({ kind: 'secret-used', account, service, secret: 'password', purpose: 'sign-in' })
    return deps.keystore.use(passwordRef(account), `sign in to ${service}`, fn)
  }
}
