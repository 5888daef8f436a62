import { expect, it } from 'vitest'
import { bounded } from '../../../src/plugins/author/bounded.ts'
import { ToolFailure } from '../../../src/sdk/index.ts'

const forever = (): number => { for (let at = 0; ; at++) if (at < 0) return at }

it('gives what the work gives, and throws what it throws', () => {
  expect(bounded(() => ({ rows: [1] }))).toEqual({ rows: [1] })
  expect(bounded(() => undefined)).toBeUndefined()
  expect(() => bounded(() => { throw new ToolFailure('site-changed', 'x') })).toThrow(ToolFailure)
})

it('ends work that never ends, also where it catches everything', () => {
  const began = performance.now()
  expect(() => bounded(forever, 200)).toThrow(expect.objectContaining({ code: 'DOC_TIME_EXCEEDED' }))
  expect(() => bounded(() => { try { return forever() } catch { return 0 } }, 200)).toThrow(expect.objectContaining({ code: 'DOC_TIME_EXCEEDED' }))
  expect(performance.now() - began).toBeLessThan(20_000)
})
