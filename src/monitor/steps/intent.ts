import { auditDigest, writeDone } from '../audit.ts'
import type { CallInProgress } from '../call-in-progress.ts'
import type { House } from '../house.ts'

/**
 * Write ahead (law 5): before an effect other than read runs, its intent and all that led to it are on the disk, so that a
 * crash from here on leaves `unknown`, never silence. A read leaves nothing to wonder about after a crash, so its rows are
 * written with its record, in one go.
 */
export function intent(call: CallInProgress, house: House): void {
  call.guarded.get()
  const { facts } = call.resolved.get().tool
  if (facts.effect === 'read') {
    call.intended.set('not needed')
    return
  }
  const argsDigest = auditDigest(house, call.frozen.get().digest)
  writeDone(call, house, { kind: 'intent', detail: { tool: facts.id, effect: facts.effect, args: argsDigest } }, () =>
    house.store.intents.begin({ callId: call.id, tool: facts.id, account: call.request.account, effect: facts.effect, argsDigest }))
  call.intended.set('begun')
}
