import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Clock, systemChance } from '../../../src/host/clock/clock.ts'
import { openStore, type StoreSeams } from '../../../src/host/store/open-store.ts'
import type { Store } from '../../../src/host/store/store.ts'

/** A clock that says what the test set, and moves only when told. */
export interface SteppedClock extends Clock { advance(ms: number): void }
export function steppedClock(start = 1_790_000_000_000): SteppedClock {
  let now = start
  return { now: () => now, sleep: () => Promise.resolve(), advance: (ms) => { now += ms } }
}

/** A path for a database in a directory of its own, gone when the test is. */
export function temporaryPath(): string {
  const directory = mkdtempSync(join(tmpdir(), 'pkuh-store-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return join(directory, 'profile', 'store.db')
}

/** A real store in a real file, closed when the test is done. */
export function temporaryStore(seams: Partial<StoreSeams> = {}): { readonly store: Store; readonly path: string; readonly clock: SteppedClock } {
  const clock = steppedClock()
  const path = temporaryPath()
  const store = openStore(path, { clock, chance: systemChance, ...seams })
  onTestFinished(() => store.close())
  return { store, path, clock }
}
