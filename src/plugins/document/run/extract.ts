import { HarnessError } from '../../../rules/errors/index.ts'
import type { Json } from '../../../rules/json.ts'
import { ToolFailure } from '../../../sdk/index.ts'
import type { Pick, Source, Spec } from '../extract/extract-types.ts'
import { evaluate, type EvaluateContext, kindOf } from '../expression/evaluate.ts'
import { fillText } from '../expression/template.ts'
import type { ExtractStep, PickTemplate } from '../steps/step.ts'
import { siteChanged } from './fail.ts'
import type { Run } from './run-state.ts'

/** Sends the source to the worker and waits for what the spec finds in it. A null source is a changed site, not an empty result. */
export async function runExtract(step: ExtractStep, run: Run, context: EvaluateContext): Promise<Json> {
  const value = evaluate(step.from, context)
  const spec = fill(step.spec, context)
  if (value === null) throw siteChanged(context.step, run.ctx.lang)
  const source = sourceOf(value, spec, context)
  try {
    return await run.house.extractor.extract(source, spec, run.signal)
  } catch (error) {
    if (error instanceof ToolFailure) throw siteChanged(`${context.step}: ${error.message}`, run.ctx.lang, error)
    if (error instanceof HarnessError && error.code.startsWith('DOC_')) throw new HarnessError(error.code, { ...error.params, step: context.step }, { cause: error })
    throw error
  }
}

function sourceOf(value: Json, spec: Spec, { step }: EvaluateContext): Source {
  if (spec.kind === 'path') return { kind: 'json', json: value }
  if (typeof value !== 'string') throw new HarnessError('DOC_TYPE', { step, expected: 'string', found: kindOf(value) })
  return spec.kind === 'regex' ? { kind: 'text', text: value } : { kind: 'html', html: value }
}

function fill(spec: ExtractStep['spec'], context: EvaluateContext): Spec {
  switch (spec.kind) {
    case 'css': return { kind: 'css', pick: fillPick(spec.pick, context) }
    case 'table': return { ...spec, select: fillText(spec.select, context, 'css') }
    case 'path': case 'regex': return spec
  }
}

function fillPick(pick: PickTemplate, context: EvaluateContext): Pick {
  const { take } = pick
  return {
    ...pick,
    select: pick.select && fillText(pick.select, context, 'css'),
    without: pick.without && fillText(pick.without, context, 'css'),
    take: take.kind === 'fields'
      ? { kind: 'fields', fields: Object.fromEntries(Object.entries(take.fields).map(([name, field]) => [name, fillPick(field, context)])) }
      : take,
  }
}
