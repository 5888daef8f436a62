import { expect, it } from 'vitest'
import { failuresWithout, stepsOfInvoke } from './steps.ts'

const order = ['resolve', 'validate', 'freeze', 'label', 'decide', 'ask', 'guard', 'intent', 'run', 'hygiene', 'absorb', 'record']

it('invoke.ts reads as the steps of the house, in that order', () => {
  expect(stepsOfInvoke()).toEqual(order)
})

it('every step is missed: with its line taken out, tests of the monitor fail, its own among them', { timeout: 600_000 }, async () => {
  const rows: string[] = []
  for (const step of order) {
    const failed = await failuresWithout(step)
    const own = failed.find((name) => name.includes(`step ${step}:`))
    rows.push(`${step.padEnd(9)} ${String(failed.length).padStart(4)}  ${own ?? '(no test of its own)'}`)
    expect(failed, `without ${step}`).not.toHaveLength(0)
    expect(own, `a test of the step ${step}`).toBeDefined()
  }
  console.log(`step      failing  one of them\n${rows.join('\n')}`)
})
