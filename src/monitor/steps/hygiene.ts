import type { ToolFacts } from '../../rules/call.ts'
import { canonicalJson } from '../../rules/canonical.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import { cleanForModel, cleanJson } from '../../rules/hygiene/clean.ts'
import type { Json } from '../../rules/json.ts'
import type { CallInProgress } from '../call-in-progress.ts'
import { type House, limitsOf } from '../house.ts'
import { plainResult } from '../plain-result.ts'

/** Characters of a plugin's own words in an error. */
const wordsLimit = 500

/**
 * Makes a result fit to be read: plain JSON, no secret handle, no character a person would not see, no markup, no known
 * secret, no more bytes than allowed. A failure's words go the same way. An effect that was done stays done where its
 * result cannot be given, and says so.
 */
export function hygiene(call: CallInProgress, house: House): void {
  const ran = call.ran.get()
  const { facts } = call.resolved.get().tool
  if (leaksToBridge(call)) {
    const cause = new HarnessError('CALL_RESULT_PRIVATE', { tool: facts.id })
    call.cleaned.set({ ok: false, error: ran.ok ? withheld(cause, facts) : cause })
    return
  }
  if (!ran.ok) {
    call.cleaned.set({ ok: false, error: cleanedError(withoutOutsideWords(ran.error, call), house) })
    return
  }
  try {
    call.cleaned.set({ ok: true, ...cleanedResult(call, ran.value, house) })
  } catch (error) {
    call.cleaned.set({ ok: false, error: withheld(error, facts) })
  }
}

/**
 * An outside client is a third party: what a run read of the person's own, and its tool is not declared to give, was in
 * nobody's mind when the call was let through, and goes to it neither as a result nor as a failure's words (policy R7).
 */
const leaksToBridge = (call: CallInProgress): boolean =>
  call.request.principal === 'bridge' && !call.resolved.get().tool.facts.private && call.carried.labels().private.length > 0

/** Why a result is not given. It is an end like any other: what the run has read is absorbed all the same. */
function withheld(cause: unknown, { id, effect }: ToolFacts): HarnessError {
  if (effect !== 'read') return new HarnessError('CALL_RESULT_WITHHELD', { tool: id }, { cause })
  return cause instanceof HarnessError ? cause : new HarnessError('MONITOR_FAULT', { tool: id }, { cause })
}

function cleanedResult(call: CallInProgress, value: unknown, house: House): { readonly data: Json; readonly canonical: string } {
  // The scrubber knows no secret while locked.
  if (house.locked() !== false) throw new HarnessError('CALL_LOCKED')
  const data = house.scrubber.json(cleanJson(plainResult(value)))
  const canonical = canonicalJson(data)
  const limit = limitsOf(house).resultBytes
  if (Buffer.byteLength(canonical) > limit) throw new HarnessError('CALL_RESULT_TOO_LARGE', { tool: call.request.tool, limit })
  return { data, canonical }
}

/**
 * What IAAA itself said is text from outside. People read it; a model, or a client that feeds one, gets the code and our
 * own words only.
 */
function withoutOutsideWords(error: HarnessError, { request: { principal } }: CallInProgress): HarnessError {
  if (!error.code.startsWith('CAMPUS_') || principal === 'user' || principal === 'script') return error
  const { message, code, ...own } = error.params
  const params = { ...own, ...(message === undefined ? {} : { message: '' }), ...(code === undefined ? {} : { code: /^\w{1,32}$/.test(String(code)) ? code : '?' }) }
  return new HarnessError(error.code, params, { cause: error.cause })
}

function cleanedError(error: HarnessError, house: House): HarnessError {
  const params = Object.entries(error.params).map(([name, value]) =>
    [name, typeof value === 'string' ? house.scrubber.text(cleanForModel(value, { max: wordsLimit })) : value] as const)
  return new HarnessError(error.code, Object.fromEntries(params), { cause: error.cause })
}
