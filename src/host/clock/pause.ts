import type { Clock } from './clock.ts'

/** Time that counts for no limit: what a person takes at a card while a call waits for another one. */
export interface Pause {
  during<T>(work: () => Promise<T>): Promise<T>
  /** Milliseconds so far, those of a pause that still lasts included. */
  ms(): number
}

export function openPause(clock: Pick<Clock, 'now'>): Pause {
  let over = 0
  const began = new Set<{ readonly at: number }>()
  return {
    async during(work) {
      const mine = { at: clock.now() }
      began.add(mine)
      try {
        return await work()
      } finally {
        began.delete(mine)
        over += clock.now() - mine.at
      }
    },
    ms: () => [...began].reduce((sum, { at }) => sum + clock.now() - at, over),
  }
}

/** Resolves when `ms` have passed beside the pauses; rejects with the signal's reason. */
export async function sleepBeside(clock: Clock, ms: number, pause: Pause, signal: AbortSignal): Promise<void> {
  const began = clock.now()
  for (let left = ms; left > 0; left = ms - (clock.now() - began - pause.ms())) await clock.sleep(left, signal)
}
