import { randomBytes, randomUUID } from 'node:crypto'

/** Time and chance come in through these two seams, so that a test can replay a run (law 10). */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Resolves after `ms`, or rejects with the signal's reason. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export interface Chance {
  bytes(count: number): Buffer
  uuid(): string
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const onAbort = () => { clearTimeout(timer); reject(signal?.reason) }
    const timer = setTimeout(() => { signal?.removeEventListener('abort', onAbort); resolve() }, ms)
    signal?.addEventListener('abort', onAbort, { once: true })
  }),
}

export const systemChance: Chance = { bytes: (count) => randomBytes(count), uuid: () => randomUUID() }
