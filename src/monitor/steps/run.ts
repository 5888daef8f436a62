import { openPause, sleepBeside } from '../../host/clock/pause.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import type { CallInProgress, Resolved } from '../call-in-progress.ts'
import { toolContext } from '../context/tool-context.ts'
import { watchSent } from '../context/sent.ts'
import { limitsOf, type OpenHouse } from '../house.ts'
import { runFailure } from '../run-failure.ts'
import { whyEnded } from '../why-ended.ts'

/**
 * Runs the tool's own code with a context made for this call. It ends when the tool does, when the caller cancels or
 * when its wall time is up, whichever is first; nothing of the context works after that. A failure of the tool is a
 * result like any other, to be cleaned and absorbed; what may have left and was not answered is `unknown`.
 */
export async function run(call: CallInProgress, house: OpenHouse): Promise<void> {
  call.intended.get()
  const { tool } = call.resolved.get()
  const { args } = call.frozen.get()
  const sent = watchSent()
  const began = house.clock.now()
  const ended = new AbortController()
  const ms = limitsOf(house).runMs
  const pause = openPause(house.clock)
  // The wall time ends with the call: once that has ended, in whatever way, nothing of this changes anything.
  sleepBeside(house.clock, ms, pause, ended.signal).then(
    () => { ended.abort(new HarnessError('CALL_TIMED_OUT', { tool: tool.facts.id, seconds: ms / 1000 })) },
    (error: unknown) => { ended.abort(error) },
  )
  const cancel = () => ended.abort(whyEnded(call.request.signal))
  call.request.signal.addEventListener('abort', cancel, { once: true })
  if (call.request.signal.aborted) cancel()
  try {
    const context = toolContext({ call, house, signal: ended.signal, sent, pause })
    const value = await Promise.race([tool.run(args, context), aborted(ended.signal)])
    call.ran.set({ ok: true, value: checked(tool, value) })
  } catch (error) {
    call.ran.set(runFailure(ended.signal.aborted ? ended.signal.reason : error, tool.facts, sent))
  } finally {
    call.ranMs.set(Math.max(0, house.clock.now() - began - pause.ms()))
    call.request.signal.removeEventListener('abort', cancel)
    ended.abort(afterwards)
  }
}

/** What a context that is used after its call tells. One for all calls, since an error costs what its stack does; frozen, since the code of every plugin may look at it. */
const afterwards = Object.freeze(new HarnessError('CALL_CANCELLED', Object.freeze({})))

/** In the tick of the abort, so that a tool that takes the abort for its result comes too late. */
const aborted = (signal: AbortSignal): Promise<never> => new Promise((_, reject) => {
  if (signal.aborted) reject(signal.reason)
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
})

/** The result in the shape the tool declares; what does not fit is the plugin's failure and is never passed on. */
function checked(tool: Resolved['tool'], value: unknown): unknown {
  if (!tool.output) return value
  const parsed = tool.output.safeParse(value)
  if (parsed.success) return parsed.data
  const at = parsed.error.issues[0]?.path.filter((key) => typeof key === 'number' || /^\w{1,32}$/.test(String(key))).join('.') || '$'
  throw new HarnessError('PLUGIN_RESULT_INVALID', { tool: tool.facts.id, at })
}
