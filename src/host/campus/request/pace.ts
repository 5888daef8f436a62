import { HarnessError } from '../../../rules/errors/index.ts'
import type { Clock } from '../../clock/clock.ts'
import { abandonable } from '../abandonable.ts'
import type { Service } from '../services/service.ts'

/** How fast a service may be asked: so many requests a second on the whole, a handful at once. */
export interface Pace {
  /** Resolves when it is this request's turn; rejects with the signal's reason, or with CAMPUS_RESTING while the service is left alone. */
  turn(service: Pick<Service, 'id' | 'pace' | 'burst'>, signal?: AbortSignal): Promise<void>
  /** Leaves the service alone for so many milliseconds from now. */
  rest(service: Pick<Service, 'id'>, ms: number): void
}

/** How many requests may go at once before the spacing begins, where a service does not say. */
const usualBurst = 5

export function openPace(clock: Clock): Pace {
  /** When the service will have worked off what was sent, in milliseconds since the epoch. */
  const due = new Map<string, number>()
  /** The last in each service's line. One who gives up in it takes no turn. */
  const lines = new Map<string, Promise<void>>()
  /** Until when a service is left alone, in milliseconds since the epoch. */
  const rests = new Map<string, number>()
  const refuseResting = (id: string): void => {
    const left = (rests.get(id) ?? 0) - clock.now()
    if (left > 0) throw new HarnessError('CAMPUS_RESTING', { service: id, minutes: Math.ceil(left / 60_000) })
  }
  return {
    rest({ id }, ms) { rests.set(id, Math.max(rests.get(id) ?? 0, clock.now() + ms)) },
    async turn({ id, pace, burst = usualBurst }, signal) {
      signal?.throwIfAborted()
      refuseResting(id)
      const spacing = 1000 / pace
      const turn = (lines.get(id) ?? Promise.resolve()).then(async () => {
        signal?.throwIfAborted()
        const now = clock.now()
        // Never more than the burst ahead, so that a clock that was put back is not waited for.
        const next = Math.min(Math.max(now, due.get(id) ?? 0), now + spacing * burst) + spacing
        const wait = next - spacing * burst - now
        if (wait > 0) await clock.sleep(wait, signal)
        refuseResting(id)
        due.set(id, next)
      })
      lines.set(id, turn.catch(() => undefined))
      return abandonable(turn, signal)
    },
  }
}

/** Leaves a service alone that shuts out whoever asks too fast by cutting the connection off (bug-log 143). */
export async function resting<T>(pace: Pace, service: Service, asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    if (service.restAfterResetMs !== undefined && error instanceof HarnessError && wasCutOff(error)) pace.rest(service, service.restAfterResetMs)
    throw error
  }
}

/** Not what a network that is down looks like: somebody answered, by breaking off. */
const wasCutOff = ({ code, cause }: HarnessError): boolean =>
  code === 'NET_RESET_AFTER_SEND' || (code === 'NET_RESET_BEFORE_SEND' && cause instanceof Error && 'code' in cause && cause.code === 'ECONNRESET')
