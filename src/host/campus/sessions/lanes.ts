/**
 * One lane an account: its sign-ins go one after the other, because they share IAAA's cookie jar and the token's steps
 * (bug-log 122).
 */
export interface Lanes {
  /** Runs `act` when the account's earlier acts are done. `cancel` and `signal` abort the signal that it gets. */
  run<T>(account: string, act: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Aborts what runs and waits on the account's lane. */
  cancel(account: string, reason: Error): void
}

export function openLanes(): Lanes {
  const tails = new Map<string, Promise<unknown>>()
  const controllers = new Map<string, AbortController>()
  return {
    run(account, act, signal) {
      const controller = controllers.get(account) ?? new AbortController()
      controllers.set(account, controller)
      const both = signal ? AbortSignal.any([controller.signal, signal]) : controller.signal
      const turn = (tails.get(account) ?? Promise.resolve()).then(() => {
        both.throwIfAborted()
        return act(both)
      })
      tails.set(account, turn.catch(() => undefined))
      return turn
    },
    cancel(account, reason) {
      controllers.get(account)?.abort(reason)
      controllers.delete(account)
    },
  }
}
