import { note, writeNotes } from '../audit.ts'
import type { CallInProgress } from '../call-in-progress.ts'
import type { House } from '../house.ts'

/**
 * Write ahead (law 5): all that led to this call is on the disk before it runs, and for an effect other than read the
 * intent too, so that a crash from here on leaves `unknown`, never silence.
 */
export function intent(call: CallInProgress, house: House): void {
  call.guarded.get()
  const { facts } = call.resolved.get().tool
  if (facts.effect === 'read') {
    writeNotes(call, house)
    call.intended.set('not needed')
    return
  }
  const argsDigest = house.auditDigest(call.frozen.get().digest)
  note(call, 'intent', { tool: facts.id, effect: facts.effect, args: argsDigest })
  writeNotes(call, house, () => house.store.intents.begin({ callId: call.id, tool: facts.id, account: call.request.account, effect: facts.effect, argsDigest }))
  call.intended.set('begun')
}
