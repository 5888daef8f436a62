import { type Grant, grantSchema } from '../../rules/grant.ts'
import type { Verdict } from '../approvals/approvals.ts'
import { writeDone } from '../audit.ts'
import type { CallInProgress } from '../call-in-progress.ts'
import type { OpenHouse } from '../house.ts'

type Approved = Extract<Verdict, { readonly verdict: 'approved' }>

/**
 * What a person gave with `session` or `always`: this version of this tool with exactly these arguments but for those that were
 * freed, in a context without third-party text, as long and as often as they said. `once` leaves nothing behind.
 */
export function keepAnswer(call: CallInProgress, house: OpenHouse, given: Approved): void {
  const { answer, by, terms } = given
  if (answer === 'once') return
  const grant = grantFor(call, house, given)
  const conversation = call.request.turn?.conversation
  const detail = { grant: grant.id, tool: grant.tool, for: answer, by, free: [...terms.free], expires: terms.expires, uses: terms.uses }
  writeDone(call, house, { kind: 'grant.made', detail }, () => {
    if (answer === 'always') house.store.grants.put(grant.id, grant)
    else if (conversation !== undefined) house.sessionGrants.add(conversation, grant)
  })
}

function grantFor(call: CallInProgress, house: OpenHouse, { by, terms: { free, expires, uses } }: Approved): Grant {
  const { facts } = call.resolved.get().tool
  const exact = Object.fromEntries(Object.entries(call.frozen.get().args).filter(([name]) => !free.includes(name)))
  return grantSchema.parse({
    id: house.chance.uuid(), account: call.request.account ?? null, plugin: facts.plugin, tool: facts.id,
    contentHash: facts.contentHash, definitionDigest: facts.definitionDigest, effect: facts.effect, destinations: facts.destinations,
    args: { exact, free }, ceiling: 'untainted', expires, usesLeft: uses, revoked: false,
    made: { at: house.clock.now(), how: 'answer', by },
  })
}
