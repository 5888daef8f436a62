import { HarnessError } from '../../rules/errors/index.ts'
import { cleanForTerminal } from '../../rules/hygiene/clean.ts'
import type { CallInProgress } from '../call-in-progress.ts'
import { describeIssues } from '../describe-issues.ts'
import type { House } from '../house.ts'

/**
 * Believes nothing of the arguments before the tool's own schema has parsed them; defaults are filled in here, so what
 * is decided, shown and run is complete. Throws `CALL_ARGS_INVALID` that names each argument, what was found and what
 * is allowed.
 */
export function validate(call: CallInProgress, house: House): void {
  const { tool } = call.resolved.get()
  const given = call.request.args ?? {}
  const parsed = tool.input.safeParse(given)
  if (!parsed.success) {
    const { zh, en } = describeIssues(parsed.error.issues, given, tool.inputSchema, (text) => house.scrubber.text(cleanForTerminal(text)))
    throw new HarnessError('CALL_ARGS_INVALID', { tool: tool.facts.id, zh, en })
  }
  call.validated.set(parsed.data)
}
