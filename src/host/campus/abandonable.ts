/**
 * A wait for work that is shared: it goes on for the others when the one who waits here gives up. Rejects with the signal's
 * reason then, at once; a failure of the work that comes later is not told here.
 */
export function abandonable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason)
    if (signal.aborted) giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}
