import type { Clock } from '../../../src/host/clock/clock.ts'

/** Time that stands until it is moved. Sleeps end when it passes them, in order. */
export interface FakeClock extends Clock {
  advance(ms: number): Promise<void>
}

export function fakeClock(start = Date.parse('2026-09-01T08:00:00+08:00')): FakeClock {
  let now = start
  const sleeping = new Set<{ readonly until: number; readonly wake: () => void }>()
  return {
    now: () => now,
    sleep: (ms, signal) => new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      const entry = { until: now + ms, wake: () => { sleeping.delete(entry); resolve() } }
      sleeping.add(entry)
      signal?.addEventListener('abort', () => { sleeping.delete(entry); reject(signal.reason) }, { once: true })
    }),
    async advance(ms) {
      now += ms
      for (const entry of [...sleeping].sort((a, b) => a.until - b.until)) if (entry.until <= now) entry.wake()
      for (let turn = 0; turn < 20; turn++) await Promise.resolve()
    },
  }
}
