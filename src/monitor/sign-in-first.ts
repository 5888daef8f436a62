import { z } from 'zod'
import { HarnessError } from '../rules/errors/index.ts'
import type { CallInProgress } from './call-in-progress.ts'
import { failClosed } from './fail-closed.ts'
import { type House, limitsOf } from './house.ts'

/** Made once: zod takes longer to make a schema than to read by it. */
const yesOrNo = z.boolean()

/** Throws `CAMPUS_SIGN_IN_NEEDED` when a service of the tool's cannot be asked before the person signs in. */
export async function signInFirst(call: CallInProgress, house: House): Promise<void> {
  const { account } = call.request
  const services = call.resolved.get().tool.facts.destinations.flatMap((to) => (to.kind === 'campus' ? [to.service] : []))
  for (const service of services.filter((id) => house.campus.service(id)?.signedIn)) {
    const needed = account === undefined
      || await failClosed(call, house.clock, 'decide', limitsOf(house).decideMs, () => house.signInNeeded(account, service), (answer) => yesOrNo.parse(answer))
    if (needed) throw new HarnessError('CAMPUS_SIGN_IN_NEEDED')
  }
}
