import type { Json } from '../../../rules/json.ts'
import { fillTemplate } from '../expression/template.ts'
import { evaluate, kindOf, truth } from '../expression/evaluate.ts'
import { HarnessError } from '../../../rules/errors/index.ts'
import type { Step } from '../steps/step.ts'
import { runCall, runUse } from './call.ts'
import { failByAssert, failBySay } from './fail.ts'
import { runEach } from './each.ts'
import { runExtract } from './extract.ts'
import { runCache, runStore } from './kept.ts'
import { group, sort, take, unique } from './lists.ts'
import { runPaginate } from './paginate.ts'
import { runRequest } from './request.ts'
import { contextOf, type Run, type Scope, tick } from './run-state.ts'
import type { Tracer } from './tracer.ts'

/** How a list of steps ends early: with the tool's result. */
export interface Returned {
  readonly returned: Json
  readonly step: string
}

/** Runs steps in order until one returns; undefined when none did. */
export async function runSteps(steps: readonly Step[], run: Run, scope: Scope): Promise<Returned | undefined> {
  for (const step of steps) {
    tick(run, step.at)
    const end = await (run.house.tracer ? runTraced(step, run, scope, run.house.tracer) : runStep(step, run, scope))
    if (end) return end
  }
  return undefined
}

async function runTraced(step: Step, run: Run, scope: Scope, tracer: Tracer): Promise<Returned | undefined> {
  const began = performance.now()
  const tell = (value: Json | undefined, failed = false) => tracer.step({ at: step.at, kind: step.kind, value, failed, ms: performance.now() - began, fuelLeft: run.meter.left })
  try {
    const end = await runStep(step, run, scope)
    const names = step.kind === 'let' ? step.values.map(([name]) => name) : []
    tell(end ? end.returned : names.length > 0 ? Object.fromEntries(names.map((name) => [name, scope.values.get(name) ?? null])) : 'as' in step && step.as !== undefined ? scope.values.get(step.as) : undefined)
    return end
  } catch (error) {
    tell(undefined, true)
    throw error
  }
}

async function runStep(step: Step, run: Run, scope: Scope): Promise<Returned | undefined> {
  const context = contextOf(run, scope, step.at)
  const set = (value: Json) => { if ('as' in step && step.as !== undefined) scope.values.set(step.as, value) }
  switch (step.kind) {
    case 'request': set(await runRequest(step.request, run, context)); return undefined
    case 'extract': set(await runExtract(step.extract, run, context)); return undefined
    case 'let':
      for (const [name, template] of step.values) scope.values.set(name, fillTemplate(template, context))
      return undefined
    case 'each': {
      const { value, end } = await runEach(step, run, scope)
      if (!end) set(value)
      return end
    }
    case 'when': return runSteps(truth(evaluate(step.if, context), typed(step.at)) ? step.yes : step.no, run, scope)
    case 'sort': set(sort(step, run, scope)); return undefined
    case 'take': set(take(step, context)); return undefined
    case 'unique': set(unique(step, run, scope)); return undefined
    case 'group': set(group(step, run, scope)); return undefined
    case 'paginate': set(await runPaginate(step.paginate, step.at, run, scope)); return undefined
    case 'store': set(await runStore(step.store, run, context)); return undefined
    case 'cache': set(await runCache(step, run, scope)); return undefined
    case 'call': set(await runCall(step, run, context)); return undefined
    case 'use': set(await runUse(step, run, context)); return undefined
    case 'assert':
      if (!truth(evaluate(step.that, context), typed(step.at))) throw failByAssert(step, run.ctx.lang)
      return undefined
    case 'fail': throw failBySay(step, run.ctx.lang)
    case 'return': return { returned: fillTemplate(step.value, context), step: step.at }
  }
}

/** A condition that is no boolean is an author's mistake, said with the step's path. */
export const typed = (step: string) => ({
  wrong: (expected: string, found: Json) => new HarnessError('DOC_TYPE', { step, expected, found: kindOf(found) }),
})
