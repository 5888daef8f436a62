import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { cpuTime } from '../plugins/scene/cpu-time.ts'
import { runCase, targets } from './all-targets.ts'
import { readCorpus } from './corpus.ts'
import { expectJson } from './targets/any-json.ts'

const corpus = readCorpus()
const kept = z.array(z.strictObject({ target: z.string(), seed: z.int(), was: z.string() })).parse(JSON.parse(readFileSync(new URL('seeds.json', import.meta.url), 'utf8')))

it('the data that cases are made of are there when CI asks for them', () => {
  if (process.env['CI'] === 'true') expect(corpus.real).toBe(true)
})

it('seeds that once failed end as they may, and soon', () => {
  for (const { target, seed, was } of kept) expect(cpuTime(() => runCase(target, seed, corpus)), `${target} ${seed}: ${was}`).toBeLessThan(2_000)
})

it.each(targets.map(({ name }) => name))('%s: a hundred cases end as they may, and not all by a refusal', (name) => {
  const seeds = Array.from({ length: 100 }, (_, seed) => seed)
  const given = seeds.filter((seed) => runCase(name, seed, corpus)).length
  console.info(`${name}: ${given} of 100 give a value`)
  expect(given).toBeGreaterThan(5)
})

it.each([undefined, Number.NaN, () => 1, new Date(0), [undefined], { a: Infinity }])('%s is no JSON', (value) => { expect(() => expectJson(value)).toThrow('no JSON') })

it('a target that is not there is said', () => { expect(() => runCase('none', 1, corpus)).toThrow('no target none') })
