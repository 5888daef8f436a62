import { expect, it } from 'vitest'
import { openFuzzHouse } from './fuzz/fuzz-house.ts'
import { fuzzReport, randomSequence } from './fuzz/fuzz-report.ts'
import type { Wrong } from './fuzz/oracle.ts'
import { planted } from './fuzz/planted.ts'
import { seeded } from './fuzz/random.ts'
import { runSequence } from './fuzz/run-sequences.ts'
import { randomSet, smallSet } from './fuzz/tool-set.ts'
import { forcedMonitor } from './stage/forced-monitor.ts'

/** A part of `npm run attack`, which tries every sequence to depth 3 and a hundred thousand random ones. */

const seed = Math.floor(Math.random() * 2 ** 31)

it(`whatever a model calls, nothing arrives that must not: every sequence to depth 2, and 4,000 random ones (seed ${seed})`, async () => {
  const { figures } = await fuzzReport({ seed, runs: 4_000, depth: 2 })
  expect(figures.flatMap(({ found }) => found)).toEqual([])
  expect(figures.map(({ count, of }) => [count, of])).toEqual([[0, 792], [0, 4_000]])
}, 240_000)

it.each(Object.entries(planted).flatMap(([wrong, houses]) => houses.map((one) => ({ wrong, ...one }))))('where $name, it is found that $wrong, and nothing where that is not so', async ({ wrong, parts, sequence }) => {
  using spoilt = openFuzzHouse(smallSet, parts)
  expect((await runSequence(spoilt, sequence)).wrongs.map((found) => found.wrong)).toContain(wrong)
  using whole = openFuzzHouse(smallSet)
  expect((await runSequence(whole, sequence)).wrongs).toEqual([])
})

it('with the decisions forced to allow, random sequences come upon each thing that must not be', async () => {
  const random = seeded(4)
  const found = new Set<Wrong>()
  for (let houses = 0; houses < 6; houses++) {
    using house = openFuzzHouse((arrived) => randomSet(random, 20, arrived), { monitor: forcedMonitor })
    for (let at = 0; at < 150; at++) for (const { wrong } of (await runSequence(house, randomSequence(random, house))).wrongs) found.add(wrong)
  }
  const upon: readonly Wrong[] = [
    'an effect ran unapproved', 'a private value went to a third party without a card', 'a schedule did something', 'a schedule went to a third party with private data about',
    'a tool of the person’s alone ran for somebody else', 'an outside client got private data unapproved', 'a marked record does not wait',
  ]
  for (const wrong of upon) expect([...found], wrong).toContain(wrong)
  // The guard looks at that once more, whatever was decided.
  expect([...found]).not.toContain('a tool that is not ready ran')
}, 120_000)
