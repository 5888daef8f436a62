import { expect, it } from 'vitest'
import { type Figure, isMet, linesOf } from './suite/figures.ts'

const figure = (count: number, of: number, wanted: Figure['wanted']): Figure => ({ name: 'it', count, of, wanted, found: ['here'] })

it.each([
  [figure(0, 10, 'none'), true], [figure(1, 10, 'none'), false], [figure(10, 10, 'all'), true], [figure(9, 10, 'all'), false],
  [figure(2, 10, { atMost: 0.2 }), true], [figure(3, 10, { atMost: 0.2 }), false], [figure(19, 20, { atLeast: 0.95 }), true], [figure(18, 20, { atLeast: 0.95 }), false],
  [figure(0, 0, 'none'), false], [figure(0, 0, 'all'), false],
])('a figure is met by what is wanted of it, and never by nothing that was tried: %o', (one, met) => {
  expect(isMet(one)).toBe(met)
  const lines = linesOf({ suite: 's', figures: [one], notes: [], seconds: 1 }).join('\n')
  expect(lines.includes('✓')).toBe(met)
  expect(lines.includes('here')).toBe(!met)
})
