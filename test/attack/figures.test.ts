import { expect, it } from 'vitest'
import { type Figure, howMany, isMet, linesOf, nothingIn } from './suite/figures.ts'

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

it('what is named as found is what misses: those that are so where few are wanted, those that are not where many are', () => {
  const named = (wanted: Figure['wanted']): Figure => howMany('even', [1, 2, 3], (one) => one % 2 === 0, wanted, String)
  expect(named('none')).toMatchObject({ count: 1, of: 3, found: ['2'] })
  expect(named({ atMost: 0.1 }).found).toEqual(['2'])
  expect(named('all').found).toEqual(['1', '3'])
  expect(named({ atLeast: 0.9 }).found).toEqual(['1', '3'])
  expect(nothingIn('words', [['a', 'b'], []], (one) => one, () => 'it')).toMatchObject({ count: 1, of: 2, wanted: 'none', found: ['it: a; b'] })
})
