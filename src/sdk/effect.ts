import type { Words } from './words.ts'

/** What a tool does to the world, weakest first. Every tool declares exactly one (seed 000, "Effects are declared"). */
export const effects = ['read', 'write', 'money', 'public'] as const
export type Effect = (typeof effects)[number]

/** The kinds of act a person can ask for in their own words; see `ctx.turn.userAsked`. */
export const askKinds = ['remember', 'todo', 'agenda', 'remind'] as const
export type AskKind = (typeof askKinds)[number]
export type UserAsked = Readonly<Record<AskKind, boolean>>

/** One set of names for the SDK, plugin documents, the permission lattice and the approval card. */
export interface Flags {
  /** Results hold text that someone other than the user wrote. */
  readonly untrusted?: boolean
  /** Only the person may call it; it is never in the model's list of tools. */
  readonly userOnly?: boolean
  /** Future conversations will see what it writes. */
  readonly durable?: boolean
  /** What a durable write does in a tainted turn: ask (the default), or run and be stored as pending. */
  readonly whenTainted?: 'ask' | 'pending'
  /** Results are the person's private data. */
  readonly private?: boolean
  /** Cannot be undone by another tool or by the person. */
  readonly irreversible?: boolean
  /** Words for the approval card; required for money and public. `{name}` stands for an argument. */
  readonly confirm?: Words
  /** What a person reads where a call found nothing, and what to try next; `{name}` stands for an argument. */
  readonly empty?: Words
}
