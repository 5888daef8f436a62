import { describe, expect, it } from 'vitest'
import { openPace } from '../../../../src/host/campus/request/pace.ts'
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

  it('whoever is cancelled does not wait', async () => {
    const pace = openPace(fastClock())
    await expect(pace.turn(slow, AbortSignal.abort(new Error('no')))).rejects.toThrow('no')
  })
})
