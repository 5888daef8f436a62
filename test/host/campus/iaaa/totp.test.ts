import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lastMs, planStep, stepMs, totp } from '../../../../src/host/campus/iaaa/totp.ts'

describe('token codes', () => {
  it('keep their leading zeros', () => {
    const codes = Array.from({ length: 500 }, (_, step) => totp(Buffer.from('12345678901234567890'), step))
    expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true)
    expect(codes.some((code) => code.startsWith('0'))).toBe(true)
  })
})

describe('which step a code is made for', () => {
  const start = 1_790_000_010_000 // the beginning of a step
  it.each([
    ['the running step at its beginning', 0, -1, 0, 0],
    ['the running step with just over three seconds left', 26_999, -1, 0, 0],
    ['bug-log 121: the next one when 3 s are left', 27_000, -1, 1, 3_000],
    ['bug-log 121: the next one at 29 s', 29_000, -1, 1, 1_000],
    ['bug-log 122: the next one when this one was used', 5_000, 0, 1, 25_000],
    ['the one after when the next was used too', 5_000, 1, 2, 55_000],
    ['the next one when this was used and is nearly over', 28_000, 0, 1, 2_000],
  ])('%s', (_, into, lastUsed, wanted, waitMs) => {
    const base = start / stepMs
    const plan = planStep(start + into, lastUsed === -1 ? -1 : base + lastUsed)
    expect(plan).toEqual({ step: base + wanted, waitMs })
  })

  it('is not waited for longer than three steps: a last step that lies further ahead was noted under a clock that was wrong', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 4e12 }), fc.integer({ min: 0, max: 4e9 }), (now, last) => {
      expect(planStep(now, last).waitMs).toBeLessThanOrEqual(3 * stepMs)
    }))
    expect(planStep(start, start / stepMs + 1_000_000)).toEqual({ step: start / stepMs, waitMs: 0 })
  })

  it('is never a used one, never one that ends within three seconds, and is running when the wait is over', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 4e12 }), fc.integer({ min: -2, max: 2 }), (now, off) => {
      const last = Math.floor(now / stepMs) + off
      const { step, waitMs } = planStep(now, last)
      const at = now + waitMs
      expect(step).toBeGreaterThan(last)
      expect(Math.floor(at / stepMs)).toBe(step)
      expect((step + 1) * stepMs - at).toBeGreaterThan(lastMs)
    }))
  })
})
