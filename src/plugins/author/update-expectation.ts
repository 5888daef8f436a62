import { parseDocument } from 'yaml'
import type { Outcome } from './replay.ts'

/** A recording's text with what the tool gives now as what it must give; comments and everything else stay. */
export function updateExpectation(text: string, outcome: Outcome): string {
  const document = parseDocument(text, { version: '1.2', schema: 'core' })
  document.set('expect', document.createNode(outcome.ok ? { result: outcome.result } : { fails: outcome.fails }))
  return document.toString({ lineWidth: 0, flowCollectionPadding: true })
}
