import { expect, it } from 'vitest'
import { failuresWithout, stepsOfInvoke } from './steps.ts'

const order = ['resolve', 'validate', 'freeze', 'label', 'decide', 'ask', 'guard', 'intent', 'run', 'hygiene', 'absorb', 'record']

it('invoke.ts reads as the steps of the house, in that order', () => {
  expect(stepsOfInvoke()).toEqual(order)
})

it('every step is missed: with its line taken out, tests of the monitor fail, its own among them', { timeout: 600_000 }, async () => {
  const rows: string[] = []
  // Two at a time, as many as the smallest machine has cores.
  for (let at = 0; at < order.length; at += 2) {
    const pair = order.slice(at, at + 2)
    const failures = await Promise.all(pair.map(failuresWithout))
    for (const [index, step] of pair.entries()) {
      const failed = failures[index] ?? []
      const own = failed.find((name) => name.includes(`step ${step}:`))
      rows.push(`${step.padEnd(9)} ${String(failed.length).padStart(7)}  ${own ?? '(no test of its own)'}`)
      expect(failed, `without ${step}`).not.toHaveLength(0)
      expect(own, `a test of the step ${step}`).toBeDefined()
    }
  }
  console.log(`without   failing  one of them\n${rows.join('\n')}`)
})
