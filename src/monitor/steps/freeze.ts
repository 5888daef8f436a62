import { canonicalJson, deepFreeze, detachLimits, digest } from '../../rules/canonical.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import { holdsSecret } from '../../rules/holds-secret.ts'
import { isObject, type JsonObject } from '../../rules/json.ts'
import type { CallInProgress } from '../call-in-progress.ts'
import type { House } from '../house.ts'

/**
 * Takes the arguments out of everyone's reach: a copy that shares nothing with the caller's object, frozen, with the
 * canonical text and digest by which it is known from here on. It runs in the same tick as `validate`. Arguments that
 * hold a secret of the keystore go no further, whoever gave them: a post, a record, a card and a row would each carry it on.
 */
export function freeze(call: CallInProgress, house: House): void {
  const canonical = canonicalJson(call.validated.get(), detachLimits)
  // Read back, so that what leaves is what the text says: not even the order of its names is the caller's.
  const args = deepFreeze(asObject(JSON.parse(canonical)))
  if (holdsSecret(args, house.scrubber, canonical)) throw new HarnessError('CALL_ARGS_SECRET', { tool: call.resolved.get().tool.facts.id })
  call.frozen.set({ args, canonical, digest: digest(canonical) })
}

function asObject(args: unknown): JsonObject {
  if (!isObject(args)) throw new HarnessError('JSON_NOT_PLAIN', { path: '$' })
  return args as JsonObject
}
