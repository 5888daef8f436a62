import type { CampusRequest, Effect, Response, Scalar, SecretValue } from '../../sdk/index.ts'
import type { ErrorCode, HarnessError } from '../../rules/errors/index.ts'
import type { TraceEntry } from '../net/door.ts'

/** Everything that knows IAAA and the campus services. Cookies, tokens and passwords stay behind this interface. */
export interface Campus {
  /** One sign-in act: at most one `oauthlogin.do` (protocols §1). Never rejects for an outcome of IAAA's. */
  signIn(request: SignInRequest): Promise<SignInOutcome>
  /** One act of binding a new mobile token; the seed goes into the keystore and nowhere else. Never rejects for an outcome of IAAA's. */
  bindToken(request: BindRequest): Promise<BindOutcome>
  /** Forgets the account's sessions, jars, password and seed. */
  signOut(account: string): Promise<void>
  /**
   * One request to a service with the account's session; signs in first where needed (single-flight), renews
   * an ended session once and repeats the request only if that is safe. Rejects with `CAMPUS_*` or `NET_*`.
   */
  request(account: string | undefined, request: CampusRequest, limits: CampusLimits): Promise<Response>
  /** A live pay code of the campus card, for the host's secure display alone. Rejects as a request does, and with `CAMPUS_PAY_CODE_*`. */
  payCode(account: string, limits: Pick<CampusLimits, 'signal' | 'trace'>): Promise<SecretValue>
  /** IAAA's clock minus ours in milliseconds, from one look at its page; undefined where it does not say. Rejects with `NET_*` or `CAMPUS_*`. */
  clockSkew(account: string, signal: AbortSignal): Promise<number | undefined>
  services(account: string | undefined): readonly ServiceStatus[]
  /** What the endpoint table says of a request; unlisted paths are write and people (policy §1). */
  endpoint(service: string, method: string, path: string, query?: Query): Endpoint
  service(id: string): ServiceFacts | undefined
}

/** What a service is, for policy, review sheets and lint. */
export interface ServiceFacts {
  readonly id: string
  readonly hosts: readonly string[]
  /** Paths of it begin with this; `/` where it is the whole host. */
  readonly within?: string
  /** False for a service that needs no account, as `portal-public` and `dean`. */
  readonly signedIn: boolean
  readonly endpoints: readonly Endpoint[]
}

/** What is known of a request's query; undefined stands for a value that is not known yet. */
export type Query = Readonly<Record<string, Scalar | undefined>>

/** A row of a service's endpoint table. `sign-in` (class S) is requestable by no plugin. */
export interface Endpoint {
  readonly method: string
  /** Exact, or with `*` for one segment. */
  readonly path: string
  /** The row is meant only where the request's query has these values, and no names but theirs and those of `besides`. */
  readonly only?: { readonly query: Readonly<Record<string, string>>; readonly besides: readonly string[] }
  readonly effect: Effect | 'sign-in'
  /** Whose text comes back: the registrar's records, or people's. */
  readonly text: 'record' | 'people'
  readonly private: boolean
  readonly irreversible: boolean
  readonly listed: boolean
}

export interface CampusLimits {
  readonly signal: AbortSignal
  /** The calling tool's declared effect: a request of a stronger endpoint is refused (`CAMPUS_EFFECT_EXCEEDED`). */
  readonly effect: Effect
  readonly trace: (entry: TraceEntry) => void
}

export interface SignInRequest {
  readonly account: string
  /** Undefined: the stored one. The host overwrites the Buffer after use. */
  readonly password?: Buffer
  /** Keep password (and seed) in the keystore when the sign-in succeeds. */
  readonly remember: boolean
  /** The service to sign in to; `portal` when undefined. */
  readonly service?: string | undefined
  /** Asks IAAA to trust this device (`remTrustChk`), which lowers later checks; only when the person says so. */
  readonly trustDevice?: boolean | undefined
  /** Nobody is there: what keeps the host from signing in by itself keeps this from it too. */
  readonly unattended?: boolean
  /** Asks the person for a code; undefined when nobody can be asked. Resolves undefined when they give none. */
  readonly ask?: (prompt: SignInPrompt) => Promise<string | undefined>
  /**
   * Signs in by a QR code that the account's phone scans, with no password and none kept; hears of the picture and of what IAAA
   * says while it waits. Only services whose proof names the account are entered so: the phone may be another's.
   */
  readonly byQr?: ((shown: QrShown) => void) | undefined
  readonly signal: AbortSignal
}
/** `message` is IAAA's own, cleaned. `image` is a PNG or a JPEG by its first bytes, or outside data of any kind. */
export type QrShown =
  | { readonly kind: 'qr'; readonly image: Uint8Array }
  | { readonly kind: 'qr-said'; readonly message: string }
export type SignInPrompt =
  | { readonly kind: 'otp' }
  /** Whether a new token may be bound: `bind` is yes, anything else no. `bound` is what IAAA says of the account now; true proves nothing. */
  | { readonly kind: 'bind-token'; readonly bound: boolean | undefined }
  /** Whether a text message may be sent now: `send` is yes, anything else no. */
  | { readonly kind: 'sms-send'; readonly mask: string | undefined }
  /** `earlier`: the code of a message that an earlier act had sent still counts; an empty answer wants a new one. */
  | { readonly kind: 'sms'; readonly mask: string | undefined; readonly earlier?: true }
  | { readonly kind: 'captcha'; readonly image: Uint8Array; readonly type: string }
  /** One of `options`, by its word; `current` is what an empty answer leaves as it is. */
  | { readonly kind: 'choice'; readonly choice: ChoiceId; readonly options: readonly string[]; readonly current: string | undefined }

/** What a person may be asked to choose: which programme of a double degree, and how a service is to check this device. */
export type ChoiceId = 'elective-programme' | 'step-up-way'

/** The closed union of how a sign-in can end. `message` is IAAA's own. */
export type SignInOutcome =
  /** `stillWanted`: further checks of services that this person's act has not passed, by the error they end in. */
  | { readonly outcome: 'ok'; readonly account: string; readonly skewMs: number | undefined; readonly stillWanted?: readonly { readonly service: string; readonly code: ErrorCode }[] }
  | { readonly outcome: 'bad-credentials' | 'captcha-needed' | 'sms-needed' | 'otp-needed' | 'bind-otp-first' | 'not-activated' | 'weak-password' | 'bad-redirect'; readonly message: string }
  | { readonly outcome: 'locked-until'; readonly until: number; readonly message: string }
  /** `service` where it is the service that refused, and not IAAA. */
  | { readonly outcome: 'upstream-error'; readonly code: string; readonly message: string; readonly service?: string }
  | { readonly outcome: 'network-before-send' | 'network-after-send'; readonly message: string }

export interface BindRequest {
  readonly account: string
  /** Undefined: the stored one. The host overwrites the Buffer after use. */
  readonly password?: Buffer
  /** A person is there: nobody else binds a token. */
  readonly ask: (prompt: SignInPrompt) => Promise<string | undefined>
  readonly signal: AbortSignal
}
/** How far a binding had come. */
export type BindStep = 'password' | 'sms-send' | 'sms' | 'key' | 'code'

/** The closed union of how a binding can end. `message` is IAAA's own, or a code of the door's. */
export type BindOutcome =
  | { readonly outcome: 'ok'; readonly account: string; readonly skewMs: number | undefined }
  /** The person did not agree; nothing was sent but two questions. */
  | { readonly outcome: 'not-agreed' }
  /** Of these two nothing is bound. */
  | { readonly outcome: 'bind-refused' | 'bind-cut'; readonly step: BindStep; readonly message: string }
  /** The request that binds was sent and its answer lost: the seed is kept as unproved. */
  | { readonly outcome: 'bind-unknown' }
  /** It is bound, and the keystore (its code) took the seed only as unproved. */
  | { readonly outcome: 'bound-not-kept'; readonly code: string }
  | Exclude<SignInOutcome, { readonly outcome: 'ok' }>

export interface ServiceStatus {
  readonly service: string
  readonly state: 'signed-in' | 'signed-out' | 'ended' | 'public'
  /** Milliseconds since the epoch of the last proof of life. */
  readonly since: number | undefined
  readonly why?: ServiceWhy
}

/** Why a service stands as it does, where the state alone does not say. `error` is what the next request would be told, or a further check that is wanted. */
export interface ServiceWhy { readonly sign?: EndSign; readonly error?: HarnessError }
/** What showed that a session was over: `date` is its own, `entrance` the way in to another service. */
export type EndSign = 'status' | 'redirect' | 'answer' | 'jump' | 'entrance' | 'date'

/**
 * What the audit gets to know; never a value. `by` says whether a person or the host itself began the sign-in; `stopped`
 * is one that was cancelled or that the keystore ended.
 */
export type CampusEvent =
  | { readonly kind: 'sign-in-attempted'; readonly account: string; readonly service: string; readonly by: 'person' | 'host' }
  | { readonly kind: 'sign-in-ended'; readonly account: string; readonly service: string; readonly by: 'person' | 'host'; readonly outcome: SignInOutcome['outcome'] | 'stopped' }
  | { readonly kind: 'session-renewed' | 'session-ended'; readonly account: string; readonly service: string }
  | { readonly kind: 'secret-used'; readonly account: string; readonly service: string; readonly secret: 'password' | 'otp-seed'; readonly purpose: string }
  | { readonly kind: 'token-bind-attempted'; readonly account: string }
  | { readonly kind: 'token-bind-ended'; readonly account: string; readonly outcome: BindOutcome['outcome'] | 'stopped' }
  | { readonly kind: 'signed-out'; readonly account: string }
