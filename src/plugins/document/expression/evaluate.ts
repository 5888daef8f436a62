import { isObject, type Json } from '../../../rules/json.ts'
import { HarnessError } from '../../../rules/errors/index.ts'
import { functionTable } from './functions/function-table.ts'
import type { Meter } from './meter.ts'
import type { Node } from './node.ts'
import { binary, textCost } from './operators.ts'

/** What an expression may see: named values, the clock, and how much it may still do. */
export interface EvaluateContext {
  /** A name's value; undefined for one that no step has set. */
  readonly lookup: (name: string) => Json | undefined
  readonly meter: Meter
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Path of the step, for errors. */
  readonly step: string
}

/** What operators and functions use to burn fuel and to say that a value is of the wrong type. */
export interface Work {
  spend(units: number): void
  /** The error of a wrong type; it names the kind found, never the value. */
  wrong(expected: string, found: Json): HarnessError
  now(): number
}

/**
 * Evaluates to plain JSON. Total: a miss is null; a wrong type throws `DOC_TYPE` with the step's path; too much work
 * throws `DOC_FUEL_EXHAUSTED`. Reaches own properties only (bug-log 160) and nothing of the host.
 */
export function evaluate(node: Node, context: EvaluateContext): Json {
  const work: Work = {
    spend: (units) => context.meter.spend(units, context.step),
    wrong: (expected, found) => new HarnessError('DOC_TYPE', { step: context.step, expected, found: kindOf(found) }),
    now: context.now,
  }
  const run = (at: Node): Json => {
    work.spend(1)
    switch (at.kind) {
      case 'literal': return at.value
      case 'name': return context.lookup(at.name) ?? null
      case 'member': return member(run(at.of), run(at.key), work)
      case 'list': return at.items.map(run)
      case 'unary': return at.op === '!' ? !truth(run(at.of), work) : negate(run(at.of), work)
      case 'binary': return binary(at.op, run(at.left), run(at.right), work)
      case 'logical': {
        if (at.op === '??') return run(at.left) ?? run(at.right)
        const left = truth(run(at.left), work)
        return at.op === '&&' ? left && truth(run(at.right), work) : left || truth(run(at.right), work)
      }
      case 'choice': return truth(run(at.test), work) ? run(at.yes) : run(at.no)
      case 'call': {
        const spec = functionTable[at.name]
        const args = at.args.map(run)
        if (!spec.seesNull && args[0] === null) return null
        return spec.run(args, work, at.regex)
      }
    }
  }
  return run(node)
}

/** A condition is true, false or null (a miss, which is false); anything else is a wrong type. */
export function truth(value: Json, work: Pick<Work, 'wrong'>): boolean {
  if (typeof value === 'boolean') return value
  if (value === null) return false
  throw work.wrong('boolean', value)
}

function negate(value: Json, work: Work): Json {
  if (value === null) return null
  if (typeof value !== 'number') throw work.wrong('number', value)
  return -value
}

function member(of: Json, key: Json, work: Work): Json {
  if (of === null || key === null) return null
  if (Array.isArray(of)) {
    if (typeof key === 'string') return null
    if (typeof key !== 'number') throw work.wrong('integer', key)
    return own(of, key)
  }
  if (isObject(of)) {
    if (typeof key !== 'string' && typeof key !== 'number') throw work.wrong('string', key)
    if (typeof key === 'string') work.spend(textCost(key.length))
    return own(of, String(key))
  }
  throw work.wrong('object', of)
}

/** Own, never inherited: `constructor`, `__proto__` and a list's methods are misses. */
function own(of: object, key: string | number): Json {
  if (!Object.hasOwn(of, key)) return null
  const value: Json | undefined = Reflect.get(of, key)
  return value ?? null
}

export function kindOf(value: Json): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value
}
