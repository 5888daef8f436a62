import { parseDocument } from 'yaml'
import { failureKinds } from '../../sdk/index.ts'
import type { Expectation } from './fixture.ts'
import type { Outcome } from './replay.ts'

/** A recording's text with what the tool gives now as what it must give; comments and everything else stay. */
export function updateExpectation(text: string, outcome: Outcome): string {
  const document = parseDocument(text, { version: '1.2', schema: 'core' })
  document.set('expect', document.createNode(outcome.ok ? { result: outcome.result } : { fails: outcome.fails }))
  return document.toString({ lineWidth: 0, flowCollectionPadding: true })
}

/**
 * Whether an outcome can be what a tool must give from now on: a result, or a failure of the tool's own where no result was promised. An
 * error of the document's (a wrong type, a result that is none) is a fault to mend, and nothing to keep.
 */
export const canExpect = (outcome: Outcome, expected: Expectation | undefined): boolean =>
  outcome.ok || ((expected === undefined || 'fails' in expected) && failureKinds.some((kind) => kind === outcome.fails))
