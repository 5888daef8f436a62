import type { Clock } from '../host/clock/clock.ts'
import type { CallOutcome, CallRequest, ClientId } from '../monitor/call-request.ts'
import type { RegisteredPlugin, RegisteredTool } from '../plugins/registry/plugin.ts'
import type { Principal } from '../rules/call.ts'
import type { Scrubber } from '../rules/redaction.ts'
import type { Lang } from '../sdk/index.ts'
import type { Conversation } from './conversation.ts'
import type { ModelProvider } from './model.ts'
import type { Memory } from './prompt/assemble.ts'
import type { TurnSink } from './turn-events.ts'

/** All that one turn runs on; the composition root hands it in. */
export interface TurnOptions {
  readonly conversation: Conversation
  /** Unique in the profile; stored with each event. */
  readonly turn: string
  /** What is asked, whole, as the model reads it. */
  readonly message: string
  /** The part of it that the person typed at a terminal; '' for a schedule, a pipe or a script (policy §2). */
  readonly userWords: string
  readonly provider: ModelProvider
  /** `Monitor.invoke`: the one path to a tool. */
  readonly invoke: (request: CallRequest) => Promise<CallOutcome>
  /** The registry's tools and plugins, read anew for each step. */
  readonly tools: () => readonly RegisteredTool[]
  readonly plugins: () => readonly RegisteredPlugin[]
  readonly memories: readonly Memory[]
  /** The house's scrubber: takes known secrets and what is shaped like one out of what is said, kept and sent. Results come scrubbed by the monitor. */
  readonly scrubber: Pick<Scrubber, 'text' | 'json' | 'stream'>
  readonly principal: Extract<Principal, 'agent' | 'schedule'>
  readonly client: ClientId
  readonly lang: Lang
  /** Whose commands an error tells a person to type; the real one's without it. */
  readonly profile?: 'default' | 'sim'
  /** Where the person is; told to the model. */
  readonly surface: 'terminal' | 'script' | 'schedule'
  readonly clock: Clock
  readonly budgets?: Partial<TurnBudgets>
  /** Ends the turn. A reason that is a `CALL_LOCKED` or `KEYSTORE_LOCKED` HarnessError ends it as locked, any other as cancelled. */
  readonly signal: AbortSignal
  readonly sink: TurnSink
  readonly allow?: CallRequest['allow']
}

/** `readMs` is the time of read tools in all: how long a person takes at a card is not a tool's time. */
export interface TurnBudgets { readonly steps: number; readonly calls: number; readonly readMs: number; readonly denials: number }
export const defaultBudgets: TurnBudgets = { steps: 25, calls: 40, readMs: 5 * 60_000, denials: 3 }
