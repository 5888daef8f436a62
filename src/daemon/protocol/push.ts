import type { TurnEvent } from '../../agent/turn-events.ts'
import type { Fault } from './message.ts'
import type { ShownCard } from './shapes.ts'

/** What the daemon tells a client unasked, on the same connection. `request` is the id of the client's own request. */
export interface Pushes {
  readonly 'turn': { readonly request: number; readonly event: TurnEvent }
  /** `by` is the connection that answered, `answer` what it said. */
  readonly 'approval': {
    readonly kind: 'asked' | 'answered' | 'expired' | 'cancelled'; readonly card: ShownCard; readonly digest: string; readonly by: string | undefined; readonly answer?: ApprovalAnswer | undefined
  }
  readonly 'prompt': { readonly request: number; readonly id: string; readonly prompt: PromptShown }
  /** What a sign-in by QR code shows; nothing is to be answered. */
  readonly 'sign-in': { readonly request: number; readonly shown: SignInShown }
  /** A live pay code, for the screen of the terminal that asked for it and for nothing else. */
  readonly 'pay-code': { readonly request: number; readonly digits: string }
  /** The last thing said before the daemon closes the connection. */
  readonly 'closing': Fault
}
export type PushName = keyof Pushes
export type ApprovalAnswer = ShownCard['answers'][number]

/** What is asked of the person during a sign-in. `image` is Base64. */
export type PromptShown =
  | { readonly kind: 'otp' }
  | { readonly kind: 'bind-token'; readonly bound: boolean | undefined }
  | { readonly kind: 'sms-send'; readonly mask: string | undefined }
  | { readonly kind: 'sms'; readonly mask: string | undefined; readonly earlier?: true }
  | { readonly kind: 'captcha'; readonly image: string; readonly type: string }
  | { readonly kind: 'choice'; readonly choice: string; readonly options: readonly string[]; readonly current: string | undefined }

/** `image` is Base64; `message` is IAAA's own. */
export type SignInShown =
  | { readonly kind: 'qr'; readonly image: string }
  | { readonly kind: 'qr-said'; readonly message: string }

/** The first request of every connection, id 0. */
export interface Hello {
  readonly protocol: number
  readonly token: string
  readonly claims: { readonly kind: 'interactive' | 'script'; readonly capability: 'call' | 'approve' | 'admin' }
  readonly lang: 'zh' | 'en'
  /** Of the client. */
  readonly version?: string | undefined
  /** The client starts a daemon of its own version where this one, being older and idle, makes room for it. */
  readonly successor?: boolean
}
export interface Welcome {
  readonly protocol: number
  readonly version: string
  readonly client: string
  readonly capability: 'call' | 'approve' | 'admin'
  readonly pid: number
}
