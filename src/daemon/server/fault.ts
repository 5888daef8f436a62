import { HarnessError, explain } from '../../rules/errors/index.ts'
import type { Fault } from '../protocol/message.ts'

/** An error as it leaves the daemon: in the client's language, and scrubbed, since its words may quote outside text. */
export function faultOf(error: unknown, lang: 'zh' | 'en', scrub: (text: string) => string): Fault {
  const told = error instanceof HarnessError ? error : new HarnessError('UNEXPECTED', { problem: error instanceof Error ? error.name : typeof error })
  const { message, hint, ...rest } = explain(told, lang)
  return { ...rest, message: scrub(message), hint: scrub(hint) }
}
