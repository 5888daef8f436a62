import type { Clock } from '../host/clock/clock.ts'
import { HarnessError } from '../rules/errors/index.ts'
import type { CallInProgress } from './call-in-progress.ts'
import type { Step } from './slot.ts'

/**
 * Asks a deciding part and takes only an answer it can read, in time. A throw, a hang over `ms` and a malformed answer
 * are each a `MONITOR_DECISION_FAILED`: a denial, never a pass (law 4).
 * @param read gives the answer in its own type, or throws when it is none.
 */
export async function failClosed<T>(
  call: CallInProgress, clock: Clock, step: Step, ms: number, ask: () => unknown, read: (answer: unknown) => T,
): Promise<T> {
  try {
    const answer = ask()
    // What is there already needs no clock; what is promised may never come.
    return read(isPromised(answer) ? await inTime(answer, clock, ms) : answer)
  } catch (cause) {
    if (cause instanceof HarnessError) throw cause
    throw new HarnessError('MONITOR_DECISION_FAILED', { tool: call.request.tool, step }, { cause })
  }
}

async function inTime(answer: PromiseLike<unknown>, clock: Clock, ms: number): Promise<unknown> {
  const timer = new AbortController()
  const late = clock.sleep(ms, timer.signal).then(() => { throw new Error(`no answer in ${ms} ms`) })
  late.catch(() => undefined)
  try {
    return await Promise.race([answer, late])
  } finally {
    // With a reason of our own: making the usual one costs more than the answer did.
    timer.abort(over)
  }
}
const over = 'over'

const isPromised = (answer: unknown): answer is PromiseLike<unknown> =>
  typeof answer === 'object' && answer !== null && 'then' in answer && typeof answer.then === 'function'
