import { HarnessError } from '../../rules/errors/index.ts'
import type { Caps } from './door.ts'

/**
 * The clocks one request runs under, all ending in one signal whose reason is the error to throw. They are real timers: what they
 * bound is the real network, so a test's fake clock neither stops nor hastens them.
 */
export interface Deadlines {
  readonly signal: AbortSignal
  /** A hop starts: its head must be in within `headersMs`. */
  headers(host: string): void
  /** The head or a chunk has come: the next must come within `idleMs`. */
  idle(host: string): void
  /** Nothing is being waited for, as while the reader of a stream is slow. */
  rest(): void
  /** Ends them all. The signal stays as it is. */
  end(): void
}

/** Starts the total time at once. */
export function startDeadlines(caps: Caps, cancel: AbortSignal | undefined, host: string): Deadlines {
  const controller = new AbortController()
  const late = (host: string, phase: string, ms: number) => () => controller.abort(new HarnessError('NET_TIMED_OUT', { host, phase, ms }))
  const total = setTimeout(late(host, 'total', caps.totalMs), caps.totalMs)
  let phase: NodeJS.Timeout | undefined
  const onCancel = () => controller.abort(new HarnessError('NET_CANCELLED', {}, { cause: cancel?.reason }))
  if (cancel?.aborted) onCancel()
  else cancel?.addEventListener('abort', onCancel, { once: true })
  const wait = (host: string, name: string, ms: number) => { clearTimeout(phase); phase = setTimeout(late(host, name, ms), ms) }
  return {
    signal: controller.signal,
    headers: (host) => wait(host, 'headers', caps.headersMs),
    idle: (host) => wait(host, 'idle', caps.idleMs),
    rest: () => clearTimeout(phase),
    end: () => { clearTimeout(total); clearTimeout(phase); cancel?.removeEventListener('abort', onCancel) },
  }
}
