import type { Clock } from '../clock/clock.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import type { DoorRequest } from './door.ts'
import type { Outgoing } from './exchange.ts'
import { tracePath } from './trace-path.ts'

/** The trace of one hop. Exactly one entry is told, by whichever of `done` and `failed` comes first. */
export interface HopTrace {
  answered(status: number): void
  received(bytes: number): void
  done(): void
  /** Tells the entry with the error's code and throws the error on. */
  failed(error: unknown): never
}

/** @param untraced is told where the request brings no trace of its own */
export function startTrace(request: DoorRequest, out: Outgoing, clock: Clock, untraced: DoorRequest['trace']): HopTrace {
  const at = clock.now()
  let told = false
  let status: number | undefined
  let bytes = 0
  const tell = (error: string | undefined) => {
    if (told) return
    told = true
    const trace = request.trace ?? untraced
    trace?.({
      at, destination: request.destination, method: out.method, host: out.url.hostname, path: tracePath(out.url), status, bytes, ms: clock.now() - at, error,
    })
  }
  return {
    answered(code) { status = code },
    received(count) { bytes += count },
    done() { tell(undefined) },
    failed(error) {
      tell(error instanceof HarnessError ? error.code : 'UNEXPECTED')
      throw error
    },
  }
}
