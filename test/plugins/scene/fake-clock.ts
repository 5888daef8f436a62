import type { Clock } from '../../../src/host/clock/clock.ts'

export interface FakeClock extends Clock {
  /** Moves time on and wakes what slept until then. */
  advance(ms: number): void
}

export function fakeClock(start = Date.parse('2026-11-30T10:00:00+08:00')): FakeClock {
  let now = start
  const sleepers = new Set<{ at: number; wake: () => void }>()
  return {
    now: () => now,
    sleep: (ms, signal) => new Promise((resolve, reject) => {
      const sleeper = { at: now + ms, wake: () => { sleepers.delete(sleeper); resolve() } }
      sleepers.add(sleeper)
      signal?.addEventListener('abort', () => { sleepers.delete(sleeper); reject(signal.reason) }, { once: true })
    }),
    advance(ms) {
      now += ms
      for (const sleeper of sleepers) if (sleeper.at <= now) sleeper.wake()
    },
  }
}
