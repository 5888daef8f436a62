import type { CookieJar } from 'tough-cookie'
import type { ErrorCode } from '../../../rules/errors/index.ts'
import type { DoorRequest, DoorResponse } from '../../net/door.ts'
import type { ChoiceId, Endpoint } from '../campus.ts'
import type { IaaaApp } from '../iaaa/exchange.ts'

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
  /** How many may go at once before the spacing begins; 5 where it is left out. */
  readonly burst?: number
  /** How long nothing is sent, in milliseconds, once it has cut a connection off: a service that shuts out an address does so by that. */
  readonly restAfterResetMs?: number
  /** Redirects a data request may follow, on its own hosts. */
  readonly redirects: number
  /** What the person does on the service's own page alone: every path under `path`, which the table reserves. */
  readonly officialPage?: { readonly path: string; readonly page: string }
  /** Undefined for a service without sign-in: its requests carry no cookie and keep none. */
  readonly signedIn: SignedIn | undefined
}

/** A service with sign-in. */
export type SignedInService = Service & { readonly signedIn: SignedIn }

export const isSignedIn = (service: Service): service is SignedInService => service.signedIn !== undefined

/** The ticket that `redeem` gets comes of IAAA, or of another service's session. */
export type SignedIn = SessionRules & (FromIaaa | FromService)

interface FromIaaa {
  /** Which application it is to IAAA. `visit` is for a service that has to be seen before it says so; its jar goes on to `redeem`. */
  app(device: string, visit: Visit): IaaaApp | Promise<IaaaApp>
  readonly through?: undefined
}

/** A service of which IAAA knows nothing: it costs no oauthlogin.do where the other one's session is alive. */
interface FromService {
  readonly app?: undefined
  readonly through: {
    /** The id of the service whose session opens this one; that one signs in at IAAA. */
    readonly service: string
    /** Asks with the other one's session; `signed-out` where it turns out to have ended, `elsewhere` where nobody knows the way it sends us. */
    ticket(visit: Visit): Promise<{ readonly ticket: string } | 'signed-out' | 'elsewhere'>
  }
}

interface SessionRules {
  /** Whether it knows devices by an id of ours; `device` is '' where it does not. */
  readonly knowsDevices: boolean
  /** Its proof names the account, so that a QR code may sign in to it, which the phone of anybody may scan. */
  readonly provesAccount?: true
  /** From the one-use token (or the other service's ticket) to a proved session. Each hop is one `visit.go`; a refusal names why. */
  redeem(visit: Visit, ticket: string): Promise<Redeemed>
  /** Headers that make a request for `path` the session's, beside its cookies. */
  sign(session: Signature, path: string): Readonly<Record<string, string>>
  /** Query values that the host fills in at `path`; a plugin's own of the same name gives way. None where it is left out. */
  fill?(session: Signature, path: string): Readonly<Record<string, string>>
  /** Requests whose body the host writes. None where it is left out. */
  readonly written?: readonly Written[]
  /** Redirects that are not followed, so that `judge` sees where they lead: those to a sign-in page. None where it is left out. */
  stops?(location: URL): boolean
  /** Whether this answer shows the session alive, ended, or in want of a further check. */
  judge(answer: Answer): Verdict
  /** How each further check that `judge` may find is passed. */
  readonly stepUps: Readonly<Partial<Record<StepUpCode, StepUp>>>
  /** Jumps to make once a session before paths under `prefix` answer. */
  readonly bridges: readonly Bridge[]
  /** Names of cookies that hold no credential, so that a student number in a page is not taken for a leak. */
  readonly plainCookies: readonly string[]
}

/**
 * A request that the host writes itself, of the few values that a plugin says: where a body names what is to be done, or whose
 * it is, no row of the table could hold for one that a plugin wrote.
 */
export interface Written {
  /** Of a row that is a POST. */
  readonly path: string
  /** The names of the values, for whoever gave others. */
  readonly takes: string
  /** What a plugin's form asks for; undefined where it is nothing that may be asked here. */
  wish(form: Readonly<Record<string, string>>): Wish | undefined
  /** The value of an answer that is no JSON as it stands, which goes beside its text; undefined where it cannot be read. */
  read(text: string): unknown
}

/** Tells the service what it has to be told before each such request, and then what to send it; nothing else of the kind comes between. */
export type Wish = (visit: Visit) => Promise<Ready>

/** `failed`: the HTTP status of an answer that is none of the session's end. */
export type Ready = { readonly body: string } | 'signed-out' | { readonly failed: number }

export type StepUpCode = Extract<ErrorCode, `CAMPUS_STEP_UP_${string}`>

/**
 * How a further check is passed. Only at the person's own act: with a code of their mobile token, or with one that the
 * service sends them by text message once they want it. Each function is one request.
 */
export interface StepUp {
  /** Whether the service wants it of this session; asked when the person signs in to this very service. Never where it is left out. */
  wanted?(visit: Visit, session: Signature): Promise<boolean>
  byToken?(visit: Visit, session: Signature, code: string): Promise<Passed>
  readonly bySms?: {
    /** `still-valid`: the last code may still be typed, and none was sent. */
    send(visit: Visit, session: Signature): Promise<{ readonly sent: 'sent' | 'still-valid' | 'refused'; readonly mask: string | undefined }>
    verify(visit: Visit, session: Signature, code: string): Promise<Passed>
  }
}

/** `renewed` where the service gives another token with its yes. */
export type Passed =
  | { readonly passed: false }
  | { readonly passed: true; readonly renewed: Pick<Extract<Redeemed, { readonly ok: true }>, 'token' | 'expiresAt'> | undefined }

export interface Bridge {
  readonly prefix: string
  /** Path and query of the jump; or what makes it, of the session's account. */
  readonly jump: string | ((account: string) => string)
  /** Where the jump came out: in the application, at a sign-in page, or somewhere nobody knows. */
  landed(at: URL, status: number, text: string): 'arrived' | 'signed-out' | 'elsewhere'
}

export interface Signature {
  readonly account: string
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
  /** So many letters, for a salt. */
  letters(count: number): string
  /** Milliseconds since the epoch. */
  now(): number
  /**
   * `at` is a path with its query, or an absolute URL on one of the service's hosts, of which http (port 80 too) is upgraded at
   * once. Redirects are followed on the service's own hosts unless `onRedirect` stops them.
   */
  go(at: string, options?: Pick<DoorRequest, 'method' | 'headers' | 'body' | 'onRedirect'>): Promise<DoorResponse>
  /**
   * Asks the person a question of the service's own and remembers their answer for the account. Where nobody is there it
   * is the remembered one; undefined where there is none, or one that `options` does not have.
   */
  choose(question: ChoiceId, options: readonly string[]): Promise<string | undefined>
}

export type Redeemed =
  /** `expiresAt` in milliseconds since the epoch, undefined where the service does not say. */
  | { readonly ok: true; readonly token: string | undefined; readonly expiresAt: number | undefined }
  | { readonly ok: false; readonly code: 'NOT_PROVED' | 'COOKIE_REFUSED' | 'WRONG_ACCOUNT' | 'CHOICE_NEEDED' }

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
  | { readonly kind: 'step-up'; readonly code: StepUpCode }
  /** The service says that it is asked too fast: nothing more is sent to it for this many milliseconds. */
  | { readonly kind: 'too-fast'; readonly restMs: number }
