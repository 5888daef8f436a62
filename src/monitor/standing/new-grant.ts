import { type Grant, grantSchema } from '../../rules/grant.ts'
import { writeDone } from '../audit.ts'
import type { CallInProgress } from '../call-in-progress.ts'
import type { ClientId } from '../call-request.ts'
import type { OpenHouse } from '../house.ts'

/**
 * What a person gave with `session` or `always`: this version of this tool with exactly these arguments, in a context
 * without third-party text. `once` leaves nothing behind.
 */
export function keepAnswer(call: CallInProgress, house: OpenHouse, answer: 'once' | 'session' | 'always', by: ClientId): void {
  if (answer === 'once') return
  const grant = grantFor(call, house, by)
  const conversation = call.request.turn?.conversation
  writeDone(call, house, { kind: 'grant.made', detail: { grant: grant.id, tool: grant.tool, for: answer, by } }, () => {
    if (answer === 'always') house.store.grants.put(grant.id, grant)
    else if (conversation !== undefined) house.sessionGrants.add(conversation, grant)
  })
}

function grantFor(call: CallInProgress, house: OpenHouse, by: ClientId): Grant {
  const { facts } = call.resolved.get().tool
  return grantSchema.parse({
    id: house.chance.uuid(), account: call.request.account ?? null, plugin: facts.plugin, tool: facts.id,
    contentHash: facts.contentHash, definitionDigest: facts.definitionDigest, effect: facts.effect, destinations: facts.destinations,
    args: { exact: JSON.parse(call.frozen.get().canonical), free: [] }, ceiling: 'untainted', expires: null, usesLeft: null, revoked: false,
    made: { at: house.clock.now(), how: 'answer', by },
  })
}
