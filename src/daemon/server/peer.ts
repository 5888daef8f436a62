import type { Claims, Capability } from '../protocol/capability.ts'
import type { MethodName, CheckedParams, AnswerOf } from '../protocol/methods.ts'
import type { PromptShown, PushName, Pushes } from '../protocol/push.ts'

/** A client that has said hello, as the handlers see it. */
export interface Peer {
  /** Names the connection in approvals and the audit chain; never used again after it closes. */
  readonly id: string
  readonly kind: Claims['kind']
  readonly capability: Capability
  readonly lang: 'zh' | 'en'
  /** Its version, where that is newer than the daemon's. */
  readonly newer?: string | undefined
  push<N extends PushName>(name: N, what: Pushes[N]): void
  /** Aborts a request of this connection; false when it is not under way. */
  cancel(request: number): boolean
  /** Asks the person there; undefined when they give no answer, are not at a terminal, or go away. */
  prompt(request: number, prompt: PromptShown, signal: AbortSignal): Promise<string | undefined>
  /** False when nothing of that id waits on this connection. */
  answerPrompt(id: string, value: string | undefined): boolean
  /** Runs once, when the connection is gone. */
  onGone(listener: () => void): void
}

/** One request under way. */
export interface Asked {
  readonly peer: Peer
  readonly request: number
  /** Aborted when the client cancels, goes away, or the daemon stops. */
  readonly signal: AbortSignal
}

export type Handler<M extends MethodName> = (params: CheckedParams<M>, asked: Asked) => AnswerOf<M> | Promise<AnswerOf<M>>
export type Handlers = { readonly [M in MethodName]: Handler<M> }
