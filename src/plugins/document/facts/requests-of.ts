import type { Template } from '../expression/template.ts'
import { allSteps, inside } from '../steps/inside.ts'
import type { RequestStep, Step } from '../steps/step.ts'

/** A request that a tool's steps can make, with where it stands. */
export interface Reach {
  readonly at: string
  readonly request: RequestStep
  /** It stands in a block whose outcome is kept. */
  readonly cached: boolean
}

/** Every request in the steps, in every branch and loop: what could be made, not what will be. */
export function requestsOf(steps: readonly Step[], cached = false): readonly Reach[] {
  return steps.flatMap((step): readonly Reach[] => [
    ...(step.kind === 'request' ? [{ at: step.at, request: step.request, cached }] : []),
    ...(step.kind === 'paginate' ? [{ at: `${step.at}.request`, request: step.paginate.request, cached }] : []),
    ...requestsOf(inside(step), cached || step.kind === 'cache'),
  ])
}

/** True when some way through the steps ends with `return`. */
export const canReturn = (steps: readonly Step[]): boolean => allSteps(steps).some(({ kind }) => kind === 'return')

/** Stands for an expression in a path when it is looked up in the endpoint table: it matches `*` and no name of a path. */
const hole = '~'

/** Whether a path, as `staticPath` gives it, can begin with `within`: what stands before its first expression decides. */
export function canStandWithin(path: string, within: string): boolean {
  const known = path.split(hole, 1)[0] ?? ''
  return known === path || known.length >= within.length ? known.startsWith(within) : within.startsWith(known)
}

/** The path as the endpoint table sees it before any value is known. The real one is looked up again when it is sent. */
export function staticPath(path: Template): string {
  if (path.kind === 'text') return path.parts.map((part) => (typeof part === 'string' ? part : hole)).join('')
  return path.kind === 'fixed' ? String(path.value) : `/${hole}`
}
