import type { Clock } from '../../clock/clock.ts'

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
  return {
    async turn({ id, pace }, signal) {
      signal?.throwIfAborted()
      const spacing = 1000 / pace
      const now = clock.now()
      const next = Math.max(now, due.get(id) ?? 0) + spacing
      due.set(id, next)
      const wait = next - spacing * burst - now
      if (wait > 0) await clock.sleep(wait, signal)
    },
  }
}
