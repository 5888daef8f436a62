import type { Template } from '../expression/template.ts'
import type { RequestStep, Step } from '../steps/step.ts'

/** A request that a tool's steps can make, with where it stands. */
export interface Reach {
  readonly at: string
  readonly request: RequestStep
}

/** Every request in the steps, in every branch and loop: what could be made, not what will be. */
export function requestsOf(steps: readonly Step[]): readonly Reach[] {
  return steps.flatMap((step): readonly Reach[] => {
    switch (step.kind) {
      case 'request': return [{ at: step.at, request: step.request }]
      case 'each': return requestsOf(step.steps)
      case 'when': return [...requestsOf(step.yes), ...requestsOf(step.no)]
      case 'extract': case 'let': case 'sort': case 'take': case 'unique': case 'group': case 'assert': case 'fail': case 'return': return []
    }
  })
}

/** True when some way through the steps ends with `return`. */
export const canReturn = (steps: readonly Step[]): boolean => steps.some((step) => {
  switch (step.kind) {
    case 'return': return true
    case 'each': return canReturn(step.steps)
    case 'when': return canReturn(step.yes) || canReturn(step.no)
    default: return false
  }
})

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
