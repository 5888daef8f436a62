import { createHash } from 'node:crypto'
import { z } from 'zod'
import { canonicalJson } from '../../../rules/canonical.ts'
import { HarnessError } from '../../../rules/errors/index.ts'
import type { Json } from '../../../rules/json.ts'
import { budgets } from '../budgets.ts'
import { type EvaluateContext, kindOf } from '../expression/evaluate.ts'
import { fillTemplate, fillText } from '../expression/template.ts'
import type { Step, StoreStep } from '../steps/step.ts'
import { contextOf, innerScope, itemsOf, type Run, type Scope } from './run-state.ts'
import { runSteps } from './run-steps.ts'

const json: z.ZodType<Json> = z.json()
/** A kept value with what the run that kept it had read; the host keeps that run's labels beside it. */
const stored = z.strictObject({ value: json, private: z.boolean() })
const cached = stored.extend({ for: z.string(), until: z.number() })

/** How many outcomes of one `cache` step are kept at a time, so that what a model asks for cannot fill the plugin's space. */
const slots = 16

/** One act in the plugin's own space, per account. A miss is null. */
export async function runStore({ act, key, value }: StoreStep, run: Run, context: EvaluateContext): Promise<Json> {
  const { store } = run.ctx
  const name = keyOf(fillText(key, context, 'text'), act, context)
  switch (act) {
    case 'get': {
      const found = stored.safeParse(await store.get(name))
      return found.success ? took(found.data, run, context) : null
    }
    case 'list': return itemsOf((await store.list(name)).map((one) => one.slice(prefix.length)), context.step)
    case 'delete': await store.delete(name); return null
    case 'put': {
      const made = value === undefined ? null : fillTemplate(value, context)
      context.meter.spend(canonicalJson(made).length / 16, context.step)
      await store.put(name, { value: made, private: isPrivate(run) }).catch((cause: unknown) => { throw isQuota(cause) ? exceeded(context, cause) : cause })
      return null
    }
  }
}

/** The kept outcome of the steps where one is fresh, else what they give now. A hit carries the labels of its miss, as every kept value does. */
export async function runCache(step: Extract<Step, { kind: 'cache' }>, run: Run, scope: Scope): Promise<Json> {
  const context = contextOf(run, scope, step.at)
  const key = canonicalJson([run.tool.contentHash, step.at, fillText(step.key, context, 'text')])
  run.meter.spend(key.length, step.at)
  const slot = `c:${step.at}:${createHash('sha256').update(key).digest().readUInt8(0) % slots}`
  const found = cached.safeParse(await run.ctx.store.get(slot))
  // One that ends later than any that is kept now was kept by a clock that has been set back since.
  const left = found.success ? found.data.until - run.house.clock.now() : 0
  if (found.success && found.data.for === key && left > 0 && left <= step.ms) return took(found.data, run, context)
  const inside = innerScope(scope)
  await runSteps(step.steps, run, inside)
  const value = fillTemplate(step.value, contextOf(run, inside, step.at))
  context.meter.spend(canonicalJson(value).length / 16, step.at)
  const kept = { value, private: isPrivate(run), for: key, until: run.house.clock.now() + step.ms }
  // What does not fit is not kept; the answer is right without.
  await run.ctx.store.put(slot, kept).catch((cause: unknown) => { if (!isQuota(cause)) throw cause })
  return value
}

const prefix = 's:'

/** How a value stands in the plugin's space that a run without private knowledge kept under this key. */
export const keptPlainly = (key: string, value: Json): readonly [string, Json] => [prefix + key, { value, private: false }]

function keyOf(key: string, act: StoreStep['act'], { step }: EvaluateContext): string {
  if (key.length > 200 || (key === '' && act !== 'list')) throw new HarnessError('DOC_TYPE', { step, expected: 'text (1…200)', found: `text (${key.length})` })
  return prefix + key
}

/** A kept private value is private knowledge again (DOC_PRIVATE_EGRESS). */
function took(found: z.output<typeof stored>, run: Run, context: EvaluateContext): Json {
  if (found.private) run.used.readPrivate = true
  context.meter.spend(kindOf(found.value) === 'array' || kindOf(found.value) === 'object' ? canonicalJson(found.value).length / 16 : 1, context.step)
  return found.value
}

const isPrivate = ({ used, tool }: Run): boolean => used.readPrivate || tool.private

const isQuota = (error: unknown): boolean => error instanceof HarnessError && error.code === 'STORE_QUOTA'
const exceeded = ({ step }: EvaluateContext, cause: unknown) => new HarnessError('DOC_STORAGE_EXCEEDED', { step, limit: budgets.storage.limit }, { cause })
