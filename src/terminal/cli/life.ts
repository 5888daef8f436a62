import { HarnessError } from '../../rules/errors/index.ts'
import type { Globals } from './globals.ts'

/** What can end a run before its command does. */
export interface Life {
  /** Aborted with the error that the run ends with; also when the command is over, so that nothing waits at the terminal any more. */
  readonly signal: AbortSignal
  /** Rejects with that error. */
  readonly ended: Promise<never>
  end(why: unknown): void
}

/** Ctrl-C, an end from outside and the time limit, each as the error it ends with; a second one ends at once, but for what `exit` listeners clear up. */
export function openLife({ timeout }: Pick<Globals, 'timeout'>): Life {
  const controller = new AbortController()
  const end = (why: unknown): void => { clearTimeout(timer); controller.abort(why) }
  const timer = timeout === undefined ? undefined : setTimeout(() => end(new HarnessError('TIMED_OUT', { seconds: timeout })), timeout * 1000)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    let again = false
    // One listener that stays: where the last one of a signal goes, Node gives it back to the system for a moment, and one that comes just then kills us with nothing cleared up.
    process.on(signal, () => {
      if (again) process.exit(130)
      again = true
      end(new HarnessError('INTERRUPTED'))
    })
  }
  const ended = new Promise<never>((_, reject) => controller.signal.addEventListener('abort', () => reject(controller.signal.reason), { once: true }))
  // The run listens from its first command on; an end that comes sooner or later is none that nobody handles.
  ended.catch(() => undefined)
  return { signal: controller.signal, ended, end }
}
