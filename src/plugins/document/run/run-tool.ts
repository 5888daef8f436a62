import { openPause, sleepBeside } from '../../../host/clock/pause.ts'
import { HarnessError } from '../../../rules/errors/index.ts'
import type { Json } from '../../../rules/json.ts'
import { budgets } from '../budgets.ts'
import type { Step } from '../steps/step.ts'
import { type Run, type RunSetup, type Scope, startRun } from './run-state.ts'
import { runSteps } from './run-steps.ts'
import { checkResult, type ResultRule } from './return.ts'

/**
 * Runs a tool's steps and gives its result, checked against its output. Rejects with a ToolFailure (`fail`, `assert`),
 * a `DOC_*` HarnessError, what the host's requests reject with, or the caller's reason when the call was cancelled.
 * The time-out ends requests and extractions that are under way, not only the steps between them; what a `use` takes is not this run's time.
 */
export async function runTool(steps: readonly Step[], result: ResultRule, names: ReadonlyMap<string, Json>, setup: Omit<RunSetup, 'pause'>): Promise<Json> {
  const timer = new AbortController()
  const stop = new AbortController()
  const { clock } = setup.house
  const pause = openPause(clock)
  // A sleep that is stopped rejects; that is how this timer ends on the good way.
  sleepBeside(clock, budgets.wall.limit + 1, pause, stop.signal).then(() => timer.abort(new HarnessError('DOC_TIME_EXCEEDED', { tool: setup.tool.id, limit: budgets.wall.limit })), () => {})
  const signal = AbortSignal.any([setup.signal, timer.signal])
  try {
    return await Promise.race([settle(steps, result, names, startRun({ ...setup, signal, pause })), aborted(signal)])
  } finally {
    stop.abort()
  }
}

async function settle(steps: readonly Step[], result: ResultRule, names: ReadonlyMap<string, Json>, run: Run): Promise<Json> {
  const scope: Scope = { values: new Map(names), outer: undefined }
  const end = await runSteps(steps, run, scope)
  if (!end) throw new HarnessError('DOC_NO_RETURN', { tool: run.tool.id })
  return checkResult(end.returned, end.step, result)
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
