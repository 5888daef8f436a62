import type { Json } from '../../../rules/json.ts'
import { evaluate, truth } from '../expression/evaluate.ts'
import { fillTemplate } from '../expression/template.ts'
import type { Step } from '../steps/step.ts'
import { contextOf, innerScope, itemsOf, type Run, type Scope, tick } from './run-state.ts'
import { type Returned, runSteps, typed } from './run-steps.ts'

/** For each item, in order: `keep` lets it in, `steps` run, `yield` makes what the list gets (the item itself without one). */
export async function runEach(step: Extract<Step, { kind: 'each' }>, run: Run, scope: Scope): Promise<{ readonly value: Json; readonly end: Returned | undefined }> {
  const items = itemsOf(evaluate(step.in, contextOf(run, scope, step.at)), step.at)
  const made: Json[] = []
  for (const item of items) {
    tick(run, step.at)
    const inside = innerScope(scope)
    inside.values.set(step.item, item)
    const context = contextOf(run, inside, step.at)
    if (step.keep && !truth(evaluate(step.keep, context), typed(step.at))) continue
    const end = await runSteps(step.steps, run, inside)
    if (end) return { value: null, end }
    run.meter.spend(1, step.at)
    made.push(step.yield ? fillTemplate(step.yield, context) : item)
  }
  return { value: made, end: undefined }
}
