import { z } from 'zod'
import type { Verdict } from './approvals.ts'

const terms = z.strictObject({ free: z.array(z.string()), expires: z.int().nullable(), uses: z.int().min(1).nullable() })
const schema = z.discriminatedUnion('verdict', [
  z.strictObject({ verdict: z.literal('approved'), answer: z.enum(['once', 'session', 'always']), by: z.string().min(1), digest: z.string().min(1), terms }),
  z.strictObject({ verdict: z.literal('denied'), by: z.string().optional(), note: z.string().optional() }),
  z.strictObject({ verdict: z.enum(['unavailable', 'expired', 'cancelled']) }),
])

/** A verdict in the one vocabulary there is; throws for any other word. */
export function readVerdict(answer: unknown): Verdict {
  const verdict = schema.parse(answer)
  return verdict.verdict === 'denied' ? { verdict: 'denied', by: verdict.by, note: verdict.note } : verdict
}
