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
  const timer = new AbortController()
  const late = clock.sleep(ms, timer.signal).then(() => { throw new Error(`no answer in ${ms} ms`) })
  late.catch(() => undefined)
  try {
    return read(await Promise.race([Promise.resolve().then(ask), late]))
  } catch (cause) {
    if (cause instanceof HarnessError) throw cause
    throw new HarnessError('MONITOR_DECISION_FAILED', { tool: call.request.tool, step }, { cause })
  } finally {
    timer.abort()
  }
}
