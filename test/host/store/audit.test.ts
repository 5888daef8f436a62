import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashOf } from '../../../src/host/store/audit-row.ts'
import { connect } from '../../../src/host/store/connection.ts'
import { canonicalJson, digest } from '../../../src/rules/canonical.ts'
import { HarnessError } from '../../../src/rules/errors/index.ts'
import { anyJson } from '../../rules/any-json.ts'
import { steppedClock, temporaryStore } from './temporary-store.ts'

describe('the hash of a row', () => {
  it('is the SHA-256 of the canonical JSON of all that stands in it, whatever that is', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 12 })
    fc.assert(fc.property(fc.nat(), fc.nat(), text, fc.option(text), fc.option(text), fc.dictionary(text.filter((name) => name !== '__proto__'), anyJson(), { maxKeys: 4 }), text, (seq, at, kind, callId, plugin, given, prev) => {
      const detail = canonicalJson(JSON.parse(JSON.stringify(given)))
      expect(hashOf({ seq, at, kind, callId, plugin, detail, prev })).toBe(digest(canonicalJson({ seq, at, kind, callId, plugin, detail: JSON.parse(detail), prev })))
    }))
  })
})

describe('the audit chain', () => {
  it('numbers rows from 1 and ties each to the hash of the one before', () => {
    const { store } = temporaryStore()
    const origin = store.audit.head()
    const first = store.audit.append({ kind: 'daemon', detail: { event: 'start' } })
    const second = store.audit.append({ kind: 'outcome', callId: 'c1', plugin: 'treehole', detail: { outcome: 'done' } })
    expect(origin).toStrictEqual({ count: 0, hash: first.prev })
    expect(second).toMatchObject({ seq: 2, prev: first.hash, callId: 'c1', plugin: 'treehole' })
    expect(store.audit.head()).toStrictEqual({ count: 2, hash: second.hash })
    expect(store.audit.verify()).toStrictEqual({ ok: true, count: 2, hash: second.hash })
  })

  it('starts at an origin of its own in each database, so that no chain passes for another', () => {
    const [one, other] = [temporaryStore().store, temporaryStore().store]
    expect(one.audit.head().hash).not.toBe(other.audit.head().hash)
    expect(one.audit.verify(other.audit.head())).toMatchObject({ ok: false, fault: 'changed' })
  })

  it('gives rows back as they went in, by plugin and by call, in order', () => {
    const { store } = temporaryStore()
    const made = [
      store.audit.append({ kind: 'call.resolved', callId: 'c1', plugin: 'a', detail: { '€': [1, 0.5, null], __proto__: 'x' } }),
      store.audit.append({ kind: 'call.decided', callId: 'c2', plugin: 'b', detail: {} }),
      store.audit.append({ kind: 'outcome', callId: 'c1', plugin: 'a', detail: { text: 'NUL \0 and 😀' } }),
    ]
    expect(store.audit.list()).toStrictEqual(made)
    expect(store.audit.list({ plugin: 'a' })).toStrictEqual([made[0], made[2]])
    expect(store.audit.list({ call: 'c2' })).toStrictEqual([made[1]])
    expect(store.audit.list({ call: 'c' }).map(({ callId }) => callId?.[0])).toEqual(made.flatMap(({ callId }) => (callId === undefined ? [] : ['c'])))
    expect(store.audit.list({ call: '%' })).toEqual([])
    // A limit cuts no call in two: half of one reads as one that nobody asked for.
    expect(store.audit.list({ limit: 1 })).toStrictEqual([made[0], made[2]])
  })

  it('is paged from a time on: each page holds to it, and a clock that was set back later takes no row away', () => {
    const clock = steppedClock(0)
    const { store } = temporaryStore({ clock })
    for (const [at, plugin] of [[10, 'a'], [20, 'b'], [30, 'a'], [15, 'a'], [40, 'b'], [50, 'a'], [60, 'a']] as const) {
      clock.advance(at - clock.now())
      store.audit.append({ kind: 'daemon', plugin, detail: {} })
    }
    const paged = (since: number | undefined, plugin?: string): number[] => {
      const found: number[] = []
      for (let after = 0; ;) {
        const page = store.audit.page({ after, upTo: 6, since, plugin, limit: 2 })
        found.push(...page.map(({ seq }) => seq))
        after = page.at(-1)?.seq ?? after
        if (page.length < 2) return found
      }
    }
    expect([paged(undefined), paged(20), paged(31), paged(51)]).toEqual([[1, 2, 3, 4, 5, 6], [2, 3, 4, 5, 6], [5, 6], []])
    expect([paged(20, 'a'), paged(20, 'c')]).toEqual([[3, 4, 6], []])
  })

  it.each(["UPDATE audit SET kind = 'daemon'", 'DELETE FROM audit'])('is append-only in the database itself: %s is refused', (sql) => {
    const { store, path } = temporaryStore()
    store.audit.append({ kind: 'daemon', detail: {} })
    const other = connect(path)
    expect(() => other.script(sql)).toThrow('SQLITE_CONSTRAINT_TRIGGER')
    other.close()
    expect(store.audit.verify()).toMatchObject({ ok: true, count: 1 })
  })

  it('keeps the scrubbed detail only, and hashes that', () => {
    const canary = 'canary-7f3a'
    const { store } = temporaryStore({ scrub: (detail) => JSON.parse(JSON.stringify(detail).replaceAll(canary, '[secret]')) })
    store.audit.append({ kind: 'outcome', detail: { reason: `failed with ${canary}` } })
    expect(store.audit.list()[0]?.detail).toStrictEqual({ reason: 'failed with [secret]' })
    expect(store.audit.verify()).toMatchObject({ ok: true })
  })

  it('keeps nothing when the scrubber fails', () => {
    const { store } = temporaryStore({ scrub: () => { throw new HarnessError('STORE_TEXT') } })
    expect(() => store.audit.append({ kind: 'daemon', detail: {} })).toThrow('STORE_TEXT')
    expect(store.audit.head().count).toBe(0)
  })

  it('keeps several at once as one after the other would be, or none of them', () => {
    const { store } = temporaryStore({ scrub: (detail) => { if (detail['event'] === 'bad') throw new HarnessError('STORE_TEXT'); return detail } })
    const entry = (event: string) => ({ kind: 'daemon' as const, callId: 'c1', plugin: 'p', detail: { event } })
    const made = store.audit.appendAll([entry('a'), entry('b')])
    expect(store.audit.list()).toStrictEqual(made)
    expect(made.map(({ seq, prev }) => [seq, prev === made[seq - 2]?.hash])).toEqual([[1, false], [2, true]])
    store.transaction(() => { try { store.audit.appendAll([entry('c'), entry('bad')]) } catch { /* the rest goes on */ } })
    expect(store.audit.verify()).toMatchObject({ ok: true, count: 2 })
  })

  it('takes a row back with the transaction it stood in', () => {
    const { store } = temporaryStore()
    expect(() => store.transaction(() => {
      store.audit.append({ kind: 'daemon', detail: {} })
      throw new Error('no')
    })).toThrow('no')
    store.audit.append({ kind: 'daemon', detail: {} })
    expect(store.audit.verify()).toMatchObject({ ok: true, count: 1 })
  })
})
