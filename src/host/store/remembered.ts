import type { Connection } from './connection.ts'

/** Answers of a table that every call asks the same of, kept as long as they cannot have changed. */
export interface Remembered<T> {
  get(...about: readonly string[]): T
  /** At each write of the table. What was rolled back, and what another process wrote, is seen without it. */
  forget(): void
}

/** @param look asks the database; what it gives is shared, so it is frozen or made of values that nobody changes */
export function remembered<T>(connection: Pick<Connection, 'epoch'>, look: (...about: readonly string[]) => T): Remembered<T> {
  const known = new Map<string, T>()
  let since = ''
  return {
    get(...about) {
      const now = connection.epoch()
      if (now !== since || known.size >= most) known.clear()
      since = now
      const key = about.length === 1 ? about[0] ?? '' : JSON.stringify(about)
      if (!known.has(key)) known.set(key, look(...about))
      return known.get(key) as T
    },
    forget: () => { known.clear() },
  }
}
const most = 1000
