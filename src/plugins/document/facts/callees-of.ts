import { budgets } from '../budgets.ts'
import type { Place } from '../manifest/place.ts'
import type { Field } from '../schema/field.ts'
import { inside } from '../steps/inside.ts'
import type { Step } from '../steps/step.ts'

/** What a `call` step must know of the tool that it names. */
export interface Callee {
  readonly name: string
  readonly steps: readonly Step[]
  readonly input: { readonly properties: Readonly<Record<string, Field>>; readonly required: readonly string[] }
  readonly placeOf: (at: string) => Place
}

/**
 * The tools that one reaches by `call`, each once, without itself. Throws `DOC_FIELD_INVALID` for a tool or an argument that
 * is not there, `DOC_CALL_CYCLE`, and `DOC_NESTING_EXCEEDED` where the steps of all stand too deep in each other.
 */
export function calleesOf<T extends Callee>(tool: T, all: ReadonlyMap<string, T>): readonly T[] {
  const found = new Map<string, T>()
  const visit = (caller: T, way: readonly string[], depth: number): void => {
    walk(caller.steps, depth, (step, at) => {
      const place = caller.placeOf(step.at)
      const callee = all.get(step.tool)
      if (!callee) throw place.child('tool').error('DOC_FIELD_INVALID', { expected: [...all.keys()].join(' | ') })
      if (way.includes(callee.name)) throw place.error('DOC_CALL_CYCLE', { way: [...way, callee.name].join(' → ') })
      checkArguments(step, callee, place)
      if (at + deepest(callee.steps) > budgets.nesting.limit) throw place.error('DOC_NESTING_EXCEEDED', { limit: budgets.nesting.limit })
      found.set(callee.name, callee)
      visit(callee, [...way, callee.name], at)
    })
  }
  visit(tool, [tool.name], 0)
  return [...found.values()]
}

type CallStep = Extract<Step, { kind: 'call' }>

/** @param depth of the list that the steps stand in, less one. */
function walk(steps: readonly Step[], depth: number, found: (step: CallStep, depth: number) => void): void {
  for (const step of steps) {
    if (step.kind === 'call') found(step, depth + 1)
    walk(inside(step), depth + 1, found)
  }
}

const deepest = (steps: readonly Step[]): number => (steps.length === 0 ? 0 : 1 + Math.max(...steps.map((step) => deepest(inside(step)))))

function checkArguments({ args }: CallStep, { input }: Callee, place: Place): void {
  const names = Object.keys(input.properties)
  const stray = args.find(([name]) => !names.includes(name))
  if (stray) throw place.child('args').child(stray[0]).error('DOC_FIELD_INVALID', { expected: names.join(' | ') || '{}' })
  const missing = input.required.find((name) => !args.some(([given]) => given === name))
  if (missing !== undefined) throw place.child('args').error('DOC_FIELD_INVALID', { expected: missing })
}

