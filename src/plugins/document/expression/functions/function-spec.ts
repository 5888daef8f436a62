import type { Json } from '../../../../rules/json.ts'
import type { LinearRegex } from '../../regex/linear-regex.ts'
import type { Work } from '../evaluate.ts'

/** A function of the closed list. It is total: a miss is null, a wrong type is `work.wrong(…)`, and what it makes is paid for. */
export interface FunctionSpec {
  /** Fewest and most arguments. */
  readonly arity: readonly [number, number]
  /** True for a function that is asked even when its first argument is null; all others give null for null. */
  readonly seesNull?: boolean
  /**
   * Expressions and what each gives, shown in the reference and run by its test: at 2026-03-10 09:30, with `row` one of `rows`, which are
   * `[{ room: '101', seats: 30 }, { room: '102', seats: 50 }]`.
   */
  readonly examples: readonly (readonly [expression: string, gives: Json])[]
  /** Which argument is a pattern, a literal compiled when the document is read. */
  readonly pattern?: number
  readonly run: (args: readonly Json[], work: Work, regex: LinearRegex | undefined) => Json
}

export function text(value: Json | undefined, work: Work): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  throw work.wrong('string', value ?? null)
}

export function list(value: Json | undefined, work: Work): readonly Json[] {
  if (!Array.isArray(value)) throw work.wrong('array', value ?? null)
  work.spend(value.length)
  return value
}

export function integer(value: Json | undefined, work: Work): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw work.wrong('integer', value ?? null)
  return value
}

export function number(value: Json | undefined, work: Work): number {
  if (typeof value !== 'number') throw work.wrong('number', value ?? null)
  return value
}
