import type { z } from 'zod'
import { HarnessError } from '../../../rules/errors/index.ts'
import type { Json, JsonObject } from '../../../rules/json.ts'
import type { EvaluateContext } from '../expression/evaluate.ts'
import { fillTemplate } from '../expression/template.ts'
import type { Step, Values } from '../steps/step.ts'
import { toJson } from './response-json.ts'
import { checkResult, placeText, type ResultRule } from './return.ts'
import type { Run } from './run-state.ts'
import { runSteps } from './run-steps.ts'

/** A tool as another tool of its document calls it. */
export interface Callable {
  readonly input: z.ZodType<Json>
  readonly steps: readonly Step[]
  readonly result: ResultRule
  readonly settings: () => JsonObject
}

/**
 * Runs another tool's steps in this run: its own names, the same budgets, clock and knowledge of what was read. Its arguments
 * are checked by its schema (`DOC_CALL_INVALID`) and its result by its output.
 */
export async function runCall(step: { readonly tool: string; readonly args: Values; readonly at: string }, run: Run, context: EvaluateContext): Promise<Json> {
  const callee = run.callees.get(step.tool)
  // Reading the document found it.
  if (!callee) throw new HarnessError('DOC_NO_RETURN', { tool: step.tool })
  const args = callee.input.safeParse(argsOf(step.args, context))
  if (!args.success) throw new HarnessError('DOC_CALL_INVALID', { step: step.at, tool: step.tool, place: placeText(args.error.issues[0]?.path ?? []) })
  const names = new Map<string, Json>([['input', args.data], ['settings', callee.settings()]])
  const end = await runSteps(callee.steps, run, { values: names, outer: undefined })
  if (!end) throw new HarnessError('DOC_NO_RETURN', { tool: step.tool })
  return checkResult(end.returned, end.step, callee.result)
}

/** An ability of the host, by the monitor: as this plugin, with its own effect and its own card. What it read joins this run. */
export async function runUse(step: { readonly tool: string; readonly args: Values; readonly at: string }, run: Run, context: EvaluateContext): Promise<Json> {
  const args = argsOf(step.args, context)
  if (run.house.ability?.(step.tool)?.private !== false) run.used.readPrivate = true
  return toJson(await run.pause.during(() => run.ctx.use(step.tool, args)), step.at)
}

/** A null argument is one left out. */
const argsOf = (args: Values, context: EvaluateContext): JsonObject =>
  Object.fromEntries(args.flatMap(([name, template]) => { const value = fillTemplate(template, context); return value === null ? [] : [[name, value]] }))
