import type { Campus } from '../../../host/campus/campus.ts'
import type { Clock } from '../../../host/clock/clock.ts'
import type { Pause } from '../../../host/clock/pause.ts'
import type { ToolFacts } from '../../../rules/call.ts'
import { HarnessError } from '../../../rules/errors/index.ts'
import type { Json, JsonObject } from '../../../rules/json.ts'
import type { ToolContext } from '../../../sdk/index.ts'
import { budgets } from '../budgets.ts'
import type { Extractor } from '../extract/extract-types.ts'
import type { Callable } from './call.ts'
import { type EvaluateContext, kindOf } from '../expression/evaluate.ts'
import { createMeter, type Meter } from '../expression/meter.ts'
import type { Tracer } from './tracer.ts'

/** What the interpreter needs of the house; the composition root gives it once. */
export interface House {
  readonly campus: Pick<Campus, 'endpoint' | 'service'>
  readonly extractor: Extractor
  readonly clock: Clock
  /** A host ability that documents may use, such as `memory.save`; undefined where there is none. Absent: there are none. */
  readonly ability?: (tool: string) => ToolFacts | undefined
  /** What the person set for a plugin; fields they did not set have the manifest's defaults. Absent: all defaults. */
  readonly settings?: (plugin: string) => JsonObject
  /** For an author's run. Absent: nobody hears. */
  readonly tracer?: Tracer
}

/** One run of one tool: what it may see and what it has used up. */
export interface Run {
  readonly tool: ToolFacts
  readonly official: boolean
  /** The document has a line that says what leaves (policy: DOC_PRIVATE_EGRESS). */
  readonly disclosed: boolean
  /** Tools of the same document, for `call`. */
  readonly callees: ReadonlyMap<string, Callable>
  readonly house: House
  readonly ctx: ToolContext
  readonly meter: Meter
  readonly signal: AbortSignal
  readonly pause: Pause
  /** Milliseconds that are left of its wall time; negative when it is over. */
  readonly left: () => number
  readonly used: { steps: number; requests: number; bytes: number; readPrivate: boolean }
}

/** Named values; a loop has its own inside the outer ones. */
export interface Scope {
  readonly values: Map<string, Json>
  readonly outer: Scope | undefined
}

export const innerScope = (outer: Scope): Scope => ({ values: new Map(), outer })

function lookup(scope: Scope, name: string): Json | undefined {
  for (let at: Scope | undefined = scope; at; at = at.outer) {
    if (at.values.has(name)) return at.values.get(name)
  }
  return undefined
}

/** For one expression of the step at `step`. */
export const contextOf = (run: Run, scope: Scope, step: string): EvaluateContext =>
  ({ lookup: (name) => lookup(scope, name), meter: run.meter, now: () => run.house.clock.now(), step })

export type RunSetup = Omit<Run, 'meter' | 'left' | 'used'>
export function startRun(setup: RunSetup): Run {
  const { house: { clock }, pause } = setup
  const began = clock.now()
  return {
    ...setup, meter: createMeter(), left: () => budgets.wall.limit - (clock.now() - began - pause.ms()),
    used: { steps: 0, requests: 0, bytes: 0, readPrivate: false },
  }
}

/** Counts a step, and ends the run when it was cancelled or its time is over. */
export function tick(run: Run, step: string): void {
  run.signal.throwIfAborted()
  if (run.left() < 0) throw new HarnessError('DOC_TIME_EXCEEDED', { tool: run.tool.id, limit: budgets.wall.limit })
  if (++run.used.steps > budgets.steps.limit) throw new HarnessError('DOC_STEPS_EXCEEDED', { step, limit: budgets.steps.limit })
}

/** A list of a step, within the budget of items; null is an empty list, as a miss. */
export function itemsOf(value: Json, step: string): readonly Json[] {
  if (value === null) return []
  if (!Array.isArray(value)) throw new HarnessError('DOC_TYPE', { step, expected: 'array', found: kindOf(value) })
  if (value.length > budgets.items.limit) throw new HarnessError('DOC_ITEMS_EXCEEDED', { step, limit: budgets.items.limit })
  return value
}
