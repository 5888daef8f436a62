import type { Step } from './step.ts'

/** The steps that stand in a step. Every walk over a document's steps goes by it, so that no kind is forgotten. */
export function inside(step: Step): readonly Step[] {
  switch (step.kind) {
    case 'each': case 'cache': return step.steps
    case 'when': return [...step.yes, ...step.no]
    case 'request': case 'paginate': case 'extract': case 'let': case 'sort': case 'take': case 'unique': case 'group':
    case 'store': case 'call': case 'use': case 'assert': case 'fail': case 'return': return []
  }
}

/** These steps and all that stand in them. */
export const allSteps = (steps: readonly Step[]): readonly Step[] => steps.flatMap((step) => [step, ...allSteps(inside(step))])
