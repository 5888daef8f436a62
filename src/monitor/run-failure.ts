import type { ToolFacts } from '../rules/call.ts'
import { type ErrorCode, HarnessError } from '../rules/errors/index.ts'
import { type FailureKind, ToolFailure } from '../sdk/index.ts'
import type { Ran } from './call-in-progress.ts'
import type { Sent } from './context/sent.ts'

const codes: Readonly<Record<FailureKind, ErrorCode>> = {
  invalid: 'TOOL_ARGS_REFUSED', 'not-found': 'TOOL_NOT_FOUND', 'signed-out': 'TOOL_SIGNED_OUT', closed: 'TOOL_CLOSED', rejected: 'TOOL_REJECTED', 'site-changed': 'TOOL_SITE_CHANGED',
}

/**
 * What a failed run means. A `ToolFailure` is the plugin's own reading of how far it came; anything else after a request
 * that changes something, or after a record was written, leaves its outcome unknown, and so does a request that nothing
 * answered. A thrown error that is neither typed by the plugin nor by the host gives no words: they could hold anything.
 */
export function runFailure(thrown: unknown, facts: ToolFacts, sent: Sent): Ran & { ok: false } {
  const error = typed(thrown, facts)
  const readIt = thrown instanceof ToolFailure && thrown.kind !== 'site-changed'
  const unknown = facts.effect !== 'read' && (sent.state() === 'doubt' || (sent.state() === 'done' && !readIt))
  return unknown
    ? { ok: false, effect: 'unknown', error: new HarnessError('CALL_OUTCOME_UNKNOWN', { tool: facts.id }, { cause: error }) }
    : { ok: false, effect: 'failed', error }
}

function typed(thrown: unknown, facts: ToolFacts): HarnessError {
  if (thrown instanceof HarnessError) return thrown
  if (thrown instanceof ToolFailure) return new HarnessError(codes[thrown.kind], { tool: facts.id, detail: thrown.message }, { cause: thrown })
  return new HarnessError('TOOL_BROKE', { tool: facts.id }, { cause: thrown })
}
