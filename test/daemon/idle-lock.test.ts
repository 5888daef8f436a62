import { expect, it } from 'vitest'
import { idleLock } from '../../src/daemon/idle-lock.ts'
import { createLock } from '../../src/daemon/lock.ts'
import { wakeHouse } from '../../src/daemon/methods/lock-house.ts'

/** A clock that a test moves: whoever sleeps wakes when it has come to pass. */
function movedClock() {
  let now = 0
  const sleeping = new Set<{ readonly at: number; readonly wake: () => void }>()
  return {
    clock: {
      now: () => now,
      sleep: (ms: number, signal?: AbortSignal) => new Promise<void>((resolve, reject) => {
        const one = { at: now + ms, wake: resolve }
        sleeping.add(one)
        signal?.addEventListener('abort', () => { sleeping.delete(one); reject(signal.reason) })
      }),
    },
    async minutes(count: number) {
      for (const end = now + count * 60_000; ;) {
        await new Promise((resolve) => { setImmediate(resolve) })
        const next = [...sleeping].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
        if (!next) { now = end; return }
        now = Math.max(now, next.at)
        sleeping.delete(next)
        next.wake()
      }
    },
    sleepers: () => sleeping.size,
  }
}

function watched(minutes: number) {
  const moved = movedClock()
  const state = { clients: 0, locks: 0 }
  const idle = idleLock({ clock: moved.clock, minutes, clients: () => state.clients, lock: async () => { state.locks += 1 }, onFault: () => undefined })
  return { ...moved, state, idle }
}

it('nobody there for thirty minutes: locked, once, and not a minute sooner', async () => {
  const { state, minutes } = watched(30)
  await minutes(29.9)
  expect(state.locks).toBe(0)
  await minutes(0.2)
  expect(state.locks).toBe(1)
  await minutes(600)
  expect(state.locks).toBe(1)
})

it('a client that is there keeps it open for as long as it is there, and the time runs from when it left', async () => {
  const { state, idle, minutes } = watched(30)
  state.clients = 1
  await minutes(300)
  state.clients = 0
  idle.touch()
  await minutes(29.9)
  expect(state.locks).toBe(0)
  await minutes(0.2)
  expect(state.locks).toBe(1)
})

it('one that came and went between two looks counts, and after it locks again', async () => {
  const { state, idle, minutes } = watched(30)
  await minutes(20)
  idle.touch()
  await minutes(29.9)
  expect(state.locks).toBe(0)
  await minutes(0.2)
  expect(state.locks).toBe(1)
  await minutes(7)
  idle.touch()
  await minutes(29.9)
  expect(state.locks).toBe(1)
  await minutes(0.2)
  expect(state.locks).toBe(2)
})

it('0 minutes is never, and what was stopped does nothing any more', async () => {
  const never = watched(0)
  await never.minutes(100_000)
  expect([never.state.locks, never.sleepers()]).toEqual([0, 0])
  const stopped = watched(30)
  await stopped.minutes(1)
  stopped.idle.stop()
  await stopped.minutes(100)
  expect([stopped.state.locks, stopped.sleepers()]).toEqual([0, 0])
})

it.each([
  ['os', 'idle', true], ['memory', 'idle', true], ['vault', 'idle', false], ['os', 'person', false], ['vault', 'person', false],
] as const)('with %s a lock by %s lifts itself at the next need: %s', async (backend, by, lifts) => {
  const lock = createLock({ cancel: () => 0 }, async () => undefined)
  await lock.lock(by)
  const rows: unknown[] = []
  let learnt = 0
  const store = { audit: { append: (row: unknown) => { rows.push(row) } } }
  await wakeHouse({ lock, store, keystore: { backend }, learnSecrets: async () => { learnt += 1 } }, 'schedule')
  expect([lock.locked(), learnt, rows.length]).toEqual(lifts ? [false, 1, 1] : [true, 0, 0])
})

it('a person’s lock stays a person’s when nobody is there afterwards; an idle one becomes theirs when they lock', async () => {
  const lock = createLock({ cancel: () => 0 }, async () => undefined)
  await lock.lock('person')
  await lock.lock('idle')
  expect(lock.by()).toBe('person')
  lock.unlock()
  await lock.lock('idle')
  await lock.lock('person')
  expect(lock.by()).toBe('person')
})
