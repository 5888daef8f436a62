import type { Clock } from '../host/clock/clock.ts'

export interface IdleLock {
  /** A client has left: the time begins anew. */
  touch(): void
  stop(): void
}

export interface IdleHouse {
  readonly clock: Clock
  /** How long nobody may be there; 0 for ever. */
  readonly minutes: number
  /** Connections that are there now. */
  readonly clients: () => number
  readonly lock: () => Promise<void>
  readonly onFault: (error: unknown) => void
}

/** Locks once no client was there for so long, and again each time that has come to pass since. */
export function idleLock({ clock, minutes, clients, lock, onFault }: IdleHouse): IdleLock {
  const stopped = new AbortController()
  const limit = minutes * 60_000
  let since = clock.now()
  let done = false

  async function watch(): Promise<void> {
    while (!stopped.signal.aborted) {
      const now = clock.now()
      if (clients() > 0) { since = now; done = false }
      // A clock that was set back makes it no longer than the whole.
      const left = Math.min(since + limit - now, limit)
      if (left <= 0 && !done) { done = true; await lock().catch(onFault) }
      await clock.sleep(left > 0 ? left : limit, stopped.signal)
    }
  }
  if (limit > 0) watch().catch(() => { /* stopped */ })
  return {
    touch() { since = clock.now(); done = false },
    stop: () => stopped.abort(),
  }
}
