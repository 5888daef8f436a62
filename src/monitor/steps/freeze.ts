import { canonicalJson, deepFreeze, detach, digest } from '../../rules/canonical.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import { isObject, type Json, type JsonObject } from '../../rules/json.ts'
import type { CallInProgress } from '../call-in-progress.ts'
import type { House } from '../house.ts'

/**
 * Takes the arguments out of everyone's reach: a copy that shares nothing with the caller's object, frozen, with the
 * canonical text and digest by which it is known from here on. It runs in the same tick as `validate`. Arguments that
 * hold a secret of the keystore go no further, whoever gave them: a post, a record, a card and a row would each carry it on.
 */
export function freeze(call: CallInProgress, house: House): void {
  const args = asObject(deepFreeze(detach(call.validated.get())))
  const canonical = canonicalJson(args)
  if (holdsSecret(args, canonical, house)) throw new HarnessError('CALL_ARGS_SECRET', { tool: call.resolved.get().tool.facts.id })
  call.frozen.set({ args, canonical, digest: digest(canonical) })
}

/** As JSON writes it, and in each text by itself, where nothing is escaped. */
const holdsSecret = (args: JsonObject, canonical: string, { scrubber }: House): boolean =>
  scrubber.holdsSecret(canonical) || texts(args).some((text) => scrubber.holdsSecret(text))

function texts(value: Json): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries<Json>(value).flatMap(([key, part]) => [key, ...texts(part)])
}

function asObject(args: unknown): JsonObject {
  if (!isObject(args)) throw new HarnessError('JSON_NOT_PLAIN', { path: '$' })
  return args as JsonObject
}
