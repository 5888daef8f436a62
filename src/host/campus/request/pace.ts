import type { Clock } from '../../clock/clock.ts'
import { abandonable } from '../abandonable.ts'

/** How fast a service may be asked: so many requests a second on the whole, a handful at once. */
export interface Pace {
  /** Resolves when it is this request's turn; rejects with the signal's reason. */
  turn(service: { readonly id: string; readonly pace: number }, signal?: AbortSignal): Promise<void>
}

/** How many requests may go at once before the spacing begins. */
const burst = 5

export function openPace(clock: Clock): Pace {
  /** When the service will have worked off what was sent, in milliseconds since the epoch. */
  const due = new Map<string, number>()
  /** The last in each service's line. One who gives up in it takes no turn. */
  const lines = new Map<string, Promise<void>>()
  return {
    async turn({ id, pace }, signal) {
      signal?.throwIfAborted()
      const spacing = 1000 / pace
      const turn = (lines.get(id) ?? Promise.resolve()).then(async () => {
        signal?.throwIfAborted()
        const now = clock.now()
        // Never more than the burst ahead, so that a clock that was put back is not waited for.
        const next = Math.min(Math.max(now, due.get(id) ?? 0), now + spacing * burst) + spacing
        const wait = next - spacing * burst - now
        if (wait > 0) await clock.sleep(wait, signal)
        due.set(id, next)
      })
      lines.set(id, turn.catch(() => undefined))
      return abandonable(turn, signal)
    },
  }
}
