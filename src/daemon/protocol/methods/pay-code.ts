import { z } from 'zod'
import { method } from '../method.ts'

export const payCodeMethods = {
  /** The code itself comes as the push `pay-code` and in no answer, to a person's terminal alone. */
  'paycode.show': method({ capability: 'approve', params: z.strictObject({}), result: z.object({ account: z.string(), seconds: z.number() }) }),
}
