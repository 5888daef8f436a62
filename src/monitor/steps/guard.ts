import { HarnessError } from '../../rules/errors/index.ts'
import type { CallInProgress } from '../call-in-progress.ts'
import { failClosed } from '../fail-closed.ts'
import { freezeAll } from '../freeze-all.ts'
import { type GuardedCall, readSay } from '../guard.ts'
import { limitsOf, type OpenHouse } from '../house.ts'
import { recheck, spendGrant } from '../recheck.ts'

/**
 * The last word before anything happens, and it can only be no. The registered guards look at the call; then, without
 * a pause in between, everything that was decided or shown is compared with how things stand now, and a grant is
 * counted. No step after this one waits before the tool runs.
 */
export async function guard(call: CallInProgress, house: OpenHouse): Promise<void> {
  const clearance = call.cleared.get()
  if (house.guards.length > 0) await askGuards(call, house)
  recheck(call, house)
  if (clearance.by === 'grant') spendGrant(call, house, clearance.grant)
  call.guarded.set('passed')
}

async function askGuards(call: CallInProgress, house: OpenHouse): Promise<void> {
  const view = viewOf(call)
  for (const { name, check } of house.guards) {
    const stop = await failClosed(call, house.clock, 'guard', limitsOf(house).decideMs, () => check(view), readSay)
    if (stop) throw new HarnessError('GUARD_DENIED', { tool: view.tool.id, guard: name, ...stop })
  }
}

function viewOf(call: CallInProgress): GuardedCall {
  const { tool } = call.resolved.get()
  const { canonical, digest } = call.frozen.get()
  const { principal, account } = call.request
  const { labels } = call.labelled.get()
  return freezeAll(structuredClone({ tool: tool.facts, principal, account, canonicalArgs: canonical, argsDigest: digest, labels, approved: call.cleared.get().by === 'person' }))
}
