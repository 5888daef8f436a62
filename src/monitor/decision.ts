import { z } from 'zod'
import type { Decision, ToolFacts } from '../rules/call.ts'
import { HarnessError } from '../rules/errors/index.ts'
import { explainCause } from '../rules/explain-reason.ts'

const outcome = z.enum(['allow', 'ask', 'deny'])
const schema = z.strictObject({
  outcome,
  reasons: z.array(z.strictObject({
    rule: z.enum(['R1', 'R2', 'R3', 'R4', 'R5', 'R6', 'R7', 'R8']), outcome, code: z.string().min(1), params: z.record(z.string(), z.string()).optional(),
  })).min(1),
  grant: z.string().min(1).optional(),
}).refine((decision) => decision.reasons.every((reason) => reason.outcome === decision.outcome), 'reasons that say something else')

/** A decision that can be acted on; throws for anything else, such as an `allow` without a reason that allows. */
export function readDecision(answer: unknown): Decision {
  const { outcome, reasons, grant } = schema.parse(answer)
  return { outcome, grant, reasons: reasons.map(({ params, ...reason }) => (params ? { ...reason, params } : reason)) }
}

/** A denial as an error; what was never reviewed, or changed since, has an exit of its own. */
export function denial({ reasons }: Decision, facts: ToolFacts): HarnessError {
  const [first] = reasons
  const unreviewed = first?.code === 'unreviewed' || first?.code === 'changed'
  return unreviewed
    ? new HarnessError('POLICY_UNREVIEWED', { tool: facts.id, plugin: facts.plugin })
    : new HarnessError('POLICY_DENIED', { tool: facts.id, rule: first?.rule ?? '-', whyZh: first ? explainCause(first, 'zh') : '-', whyEn: first ? explainCause(first, 'en') : '-' })
}
