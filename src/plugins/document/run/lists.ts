import { HarnessError } from '../../../rules/errors/index.ts'
import { canonicalJson } from '../../../rules/canonical.ts'
import type { Json } from '../../../rules/json.ts'
import { evaluate, type EvaluateContext, kindOf } from '../expression/evaluate.ts'
import type { Node } from '../expression/node.ts'
import { compare } from '../expression/operators.ts'
import { fillTemplate } from '../expression/template.ts'
import type { Step } from '../steps/step.ts'
import { contextOf, innerScope, itemsOf, type Run, type Scope } from './run-state.ts'

type Over<K extends Step['kind']> = Extract<Step, { kind: K }>

/** Stable; items without a key come last both ways. */
export function sort(step: Over<'sort'>, run: Run, scope: Scope): Json {
  const context = contextOf(run, scope, step.at)
  const work = {
    spend: (units: number) => run.meter.spend(units, step.at),
    wrong: (expected: string, found: Json) => new HarnessError('DOC_TYPE', { step: step.at, expected, found: kindOf(found) }),
    now: context.now,
  }
  const keyed = keys(step, step.by, run, scope)
  work.spend(keyed.length * Math.ceil(Math.log2(keyed.length + 1)))
  const sorted = keyed.toSorted((a, b) => {
    if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null)
    return (compare(a.key, b.key, work) ?? 0) * (step.down ? -1 : 1)
  })
  return sorted.map(({ item }) => item)
}

/** The first of each that are the same, by the key or whole. */
export function unique(step: Over<'unique'>, run: Run, scope: Scope): Json {
  const seen = new Set<string>()
  return keys(step, step.by, run, scope).filter(({ key }) => {
    const name = nameOf(key, step.at, run)
    if (seen.has(name)) return false
    seen.add(name)
    return true
  }).map(({ item }) => item)
}

/** A list of `{ key, items }`, in the order in which the keys first come. */
export function group(step: Over<'group'>, run: Run, scope: Scope): Json {
  const groups = new Map<string, { key: Json; items: Json[] }>()
  for (const { item, key } of keys(step, step.by, run, scope)) {
    const name = nameOf(key, step.at, run)
    const found = groups.get(name)
    if (found) found.items.push(item)
    else groups.set(name, { key, items: [item] })
  }
  return [...groups.values()]
}

/** `count` items, from `from` (0 unless said). */
export function take(step: Over<'take'>, context: EvaluateContext): Json {
  const whole = (value: Json): number => {
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
    throw new HarnessError('DOC_TYPE', { step: step.at, expected: 'integer ≥ 0', found: kindOf(value) })
  }
  const from = step.from === undefined ? 0 : whole(fillTemplate(step.from, context))
  const value = evaluate(step.in, context)
  // Taking is the way out of a long list, so a list over the budget of items may be cut here.
  const items = Array.isArray(value) ? value : itemsOf(value, step.at)
  context.meter.spend(1, step.at)
  return itemsOf(items.slice(from, from + whole(fillTemplate(step.count, context))), step.at)
}

function keys(step: { readonly in: Node; readonly item: string; readonly at: string }, by: Node | undefined, run: Run, scope: Scope): readonly { readonly item: Json; readonly key: Json }[] {
  const items = itemsOf(evaluate(step.in, contextOf(run, scope, step.at)), step.at)
  return items.map((item) => {
    if (!by) return { item, key: item }
    const inside = innerScope(scope)
    inside.values.set(step.item, item)
    return { item, key: evaluate(by, contextOf(run, inside, step.at)) }
  })
}

function nameOf(key: Json, at: string, run: Run): string {
  const name = canonicalJson(key)
  run.meter.spend(name.length, at)
  return name
}
