import * as fc from 'fast-check'
import Database from 'libsql'
import { describe, expect, it } from 'vitest'
import { systemChance } from '../../../src/host/clock/clock.ts'
import { openStore } from '../../../src/host/store/open-store.ts'
import type { Store } from '../../../src/host/store/store.ts'
import { temporaryStore } from './temporary-store.ts'

/** A process goes on from the row that it wrote last, without a look at the chain: it must be the chain's end all the same. */

const add = ({ audit }: Store, rows: number): void => { audit.appendAll(Array.from({ length: rows }, () => ({ kind: 'daemon' as const, detail: {} })), 'soon') }
/** What each does with this many rows, and how many stand after it. */
const acts = {
  'at once': (store, rows) => { add(store, rows); return rows },
  'one by one': (store, rows) => { for (let row = 0; row < rows; row++) store.audit.append({ kind: 'daemon', detail: {} }, 'soon'); return rows },
  'taken back': (store, rows) => { expect(() => store.transaction(() => { add(store, rows); throw new Error('no') }, 'soon')).toThrow('no'); return 0 },
  'taken back between others': (store, rows) => {
    store.transaction(() => {
      add(store, rows)
      acts['taken back'](store, rows)
      add(store, rows)
    }, 'soon')
    return 2 * rows
  },
} as const satisfies Record<string, (store: Store, rows: number) => number>
const names = Object.keys(acts) as (keyof typeof acts)[]

describe('two processes on one chain', () => {
  it('leave one chain, however their rows come between each other and whatever is taken back', () => {
    const { store, path, clock } = temporaryStore()
    const other = openStore(path, { clock, chance: systemChance })
    let kept = 0
    fc.assert(fc.property(fc.array(fc.tuple(fc.constantFrom(store, other), fc.constantFrom(...names), fc.integer({ min: 1, max: 3 })), { maxLength: 12 }), (run) => {
      for (const [one, act, rows] of run) kept += acts[act](one, rows)
      expect(store.audit.verify()).toMatchObject({ ok: true, count: kept })
      expect(other.audit.head()).toEqual(store.audit.head())
    }), { numRuns: 40 })
    other.close()
  })

  it('a cut under a running process leaves a gap, which verify names', () => {
    const { store, path } = temporaryStore()
    add(store, 5)
    const intruder = new Database(path)
    intruder.exec('DROP TRIGGER audit_keeps; DELETE FROM audit WHERE seq > 3')
    intruder.close()
    add(store, 1)
    expect(store.audit.verify()).toMatchObject({ ok: false, seq: 4, fault: 'dropped' })
  })
})
