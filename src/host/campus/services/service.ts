import type { CookieJar } from 'tough-cookie'
import type { ErrorCode } from '../../../rules/errors/index.ts'
import type { DoorRequest, DoorResponse } from '../../net/door.ts'
import type { Endpoint } from '../campus.ts'
import type { IaaaApp } from '../iaaa/talk.ts'

/** Everything this program knows of one campus service. One file a service; nothing about a service stands elsewhere. */
export interface Service {
  readonly id: string
  /** `https://` and the first host: what a request's path is put behind. */
  readonly origin: string
  readonly hosts: readonly string[]
  readonly endpoints: readonly Endpoint[]
  /** The only part of the host it may ask at all; '/' for all of it. */
  readonly within: string
  /** Requests a second, over all accounts. */
  readonly pace: number
  /** Redirects a data request may follow, on its own hosts. */
  readonly redirects: number
  /** Undefined for a service without sign-in: its requests carry no cookie and keep none. */
  readonly signedIn: SignedIn | undefined
}

/** A service with sign-in. */
export type SignedInService = Service & { readonly signedIn: SignedIn }

export const isSignedIn = (service: Service): service is SignedInService => service.signedIn !== undefined

export interface SignedIn {
  /** Whether it knows devices by an id of ours; `device` is '' where it does not. */
  readonly knowsDevices: boolean
  /** Which application it is to IAAA. */
  app(device: string): IaaaApp
  /** From the one-use token to a proved session. Each hop is one `visit.go`; a refusal names why. */
  redeem(visit: Visit, token: string): Promise<Redeemed>
  /** Headers that make a request the session's, beside its cookies. */
  sign(session: Signature): Readonly<Record<string, string>>
  /** Whether this answer shows the session alive, ended, or in want of a further check. */
  judge(answer: Answer): Verdict
  /** Sends a code of the person's mobile token to clear `CAMPUS_STEP_UP_DEVICE`; true when the service took it. */
  readonly clearStepUp: ((visit: Visit, signature: Signature, code: string) => Promise<boolean>) | undefined
  /** Jumps to make once a session before paths under `prefix` answer. */
  readonly bridges: readonly Bridge[]
  /** Names of cookies that hold no credential, so that a student number in a page is not taken for a leak. */
  readonly plainCookies: readonly string[]
}

export interface Bridge {
  readonly prefix: string
  /** Path and query of the jump. */
  readonly jump: string
  /** Where the jump came out: in the application, at a sign-in page, or somewhere nobody knows. */
  landed(at: URL, status: number): 'arrived' | 'signed-out' | 'elsewhere'
}

export interface Signature {
  readonly token: string | undefined
  readonly device: string
}

/** The hops of a sign-in: requests on the service's own hosts with the session's jar. */
export interface Visit {
  readonly account: string
  readonly device: string
  readonly jar: CookieJar
  /** A `_rand` value. */
  random(): string
  /** `at` is a path with its query. Redirects are followed on the service's own hosts unless `onRedirect` stops them. */
  go(at: string, options?: Pick<DoorRequest, 'method' | 'headers' | 'body' | 'onRedirect'>): Promise<DoorResponse>
}

export type Redeemed =
  /** `expiresAt` in milliseconds since the epoch, undefined where the service does not say. */
  | { readonly ok: true; readonly token: string | undefined; readonly expiresAt: number | undefined }
  | { readonly ok: false; readonly code: 'NOT_PROVED' | 'COOKIE_REFUSED' | 'WRONG_ACCOUNT' }

/** What a judge looks at: the answer before it is cleaned. */
export interface Answer {
  readonly path: string
  readonly status: number
  readonly location: URL | undefined
  readonly json: unknown
  readonly text: string
}

export type Verdict =
  /** A positive fact; never status 200 alone. */
  | { readonly kind: 'alive' }
  | { readonly kind: 'unclear' }
  /** `taken: 'no'` when the service refused before it did anything, so that repeating is safe for any effect. */
  | { readonly kind: 'ended'; readonly taken: 'no' | 'unknown' }
  | { readonly kind: 'step-up'; readonly code: Extract<ErrorCode, `CAMPUS_STEP_UP_${string}`> }
