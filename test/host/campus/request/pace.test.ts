import { describe, expect, it } from 'vitest'
import { openPace } from '../../../../src/host/campus/request/pace.ts'
import { systemClock } from '../../../../src/host/clock/clock.ts'
import { fastClock } from '../campus-under-test.ts'

const slow = { id: 'slow', pace: 2 }

describe('the pace of a service', () => {
  it('lets a handful go at once and spaces what follows', async () => {
    const clock = fastClock()
    const pace = openPace(clock)
    for (let index = 0; index < 5; index += 1) await pace.turn(slow)
    expect(clock.slept).toEqual([])
    for (let index = 0; index < 4; index += 1) await pace.turn(slow)
    expect(clock.slept.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(1_900)
  })

  it('is each service\'s own', async () => {
    const clock = fastClock()
    const pace = openPace(clock)
    for (let index = 0; index < 5; index += 1) await pace.turn(slow)
    await pace.turn({ id: 'other', pace: 1 })
    expect(clock.slept).toEqual([])
  })

  it('recovers while nothing is asked', async () => {
    const clock = fastClock()
    const pace = openPace(clock)
    for (let index = 0; index < 5; index += 1) await pace.turn(slow)
    clock.advance(10_000)
    for (let index = 0; index < 5; index += 1) await pace.turn(slow)
    expect(clock.slept).toEqual([])
  })

  it('bug-log 143: lets fewer go at once where the service says so', async () => {
    const clock = fastClock()
    const pace = openPace(clock)
    for (let index = 0; index < 3; index += 1) await pace.turn({ id: 'elective', pace: 0.5, burst: 2 })
    expect(clock.slept.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(1_900)
  })

  it('bug-log 143: a service that rests is asked by nobody until then, not by those who wait in its line either; the longest rest holds', async () => {
    const clock = fastClock()
    const pace = openPace(clock)
    for (let index = 0; index < 5; index += 1) await pace.turn(slow)
    const waiting = pace.turn(slow)
    pace.rest(slow, 120_000)
    pace.rest(slow, 1_000)
    await expect(waiting).rejects.toMatchObject({ code: 'CAMPUS_RESTING', params: { service: 'slow', minutes: 2 } })
    await expect(pace.turn(slow)).rejects.toMatchObject({ code: 'CAMPUS_RESTING' })
    await pace.turn({ id: 'other', pace: 1 })
    clock.advance(121_000)
    await pace.turn(slow)
  })

  it('whoever is cancelled does not wait', async () => {
    const pace = openPace(fastClock())
    await expect(pace.turn(slow, AbortSignal.abort(new Error('no')))).rejects.toThrow('no')
  })

  it('whoever is cancelled while they wait goes at once, and takes no turn from those who come after', async () => {
    const pace = openPace(systemClock)
    const quick = { id: 'quick', pace: 10 }
    for (let index = 0; index < 5; index += 1) await pace.turn(quick)
    const controller = new AbortController()
    const waiting = Array.from({ length: 50 }, () => pace.turn(quick, controller.signal))
    const began = performance.now()
    controller.abort(new Error('enough'))
    for (const one of await Promise.allSettled(waiting)) expect(one).toMatchObject({ status: 'rejected', reason: { message: 'enough' } })
    await pace.turn(quick)
    // Fifty turns of 100 ms would be five seconds.
    expect(performance.now() - began).toBeLessThan(2_000)
  })

  it('waits no hour because the clock was put back one', async () => {
    const clock = fastClock()
    const pace = openPace(clock)
    for (let index = 0; index < 5; index += 1) await pace.turn(slow)
    clock.advance(-3_600_000)
    await pace.turn(slow)
    expect(Math.max(...clock.slept)).toBeLessThanOrEqual(1000 / slow.pace)
  })

  it('who wait together go one after the other, in their order', async () => {
    const clock = fastClock()
    const pace = openPace(clock)
    const gone: number[] = []
    await Promise.all(Array.from({ length: 9 }, (_, index) => pace.turn(slow).then(() => gone.push(index))))
    expect(gone).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    expect(clock.slept.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(1_900)
  })
})
