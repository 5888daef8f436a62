import { HarnessError } from '../../rules/errors/index.ts'
import type { KeystoreStatus, SecretRef } from './keystore.ts'

/**
 * What can be wrong with a keychain: five states, each with its own remedy, and a closed word that says how it was known.
 * The keychain's own error texts go no further than the helper: nobody can promise what stands in them.
 */
export const keychainStates = ['locked', 'absent', 'denied', 'dead', 'timed-out'] as const
export type KeychainState = (typeof keychainStates)[number]

export const keychainReasons = [
  'locked-collection', 'no-interaction', 'no-module', 'no-library', 'dismissed', 'refused', 'no-bus', 'no-service', 'service-gone',
  'helper-died', 'bad-answer', 'no-answer', 'unknown-error',
] as const
export type KeychainReason = (typeof keychainReasons)[number]

export interface KeychainFailure { readonly state: KeychainState; readonly reason: KeychainReason }

/** @param timeoutMs what was waited, for the words of `KEYSTORE_TIMED_OUT` */
export function failureError({ state, reason }: KeychainFailure, timeoutMs: number): HarnessError {
  switch (state) {
    case 'locked': return new HarnessError('KEYSTORE_LOCKED')
    case 'absent': return new HarnessError('KEYSTORE_UNAVAILABLE', { reason })
    case 'denied': return new HarnessError('KEYSTORE_DENIED', { reason })
    case 'dead': return new HarnessError('KEYSTORE_DEAD', { reason })
    case 'timed-out': return new HarnessError('KEYSTORE_TIMED_OUT', { ms: timeoutMs })
    default: return state satisfies never
  }
}

/** An error of a probe as a state. Total: what is not known is `dead`, never `ready`. */
export function statusOf(error: unknown): KeystoreStatus {
  if (!(error instanceof HarnessError)) return { state: 'dead', detail: 'unknown-error' }
  const detail = typeof error.params['reason'] === 'string' ? error.params['reason'] : error.code
  switch (error.code) {
    case 'KEYSTORE_LOCKED': return { state: 'locked', detail: 'locked-collection' }
    case 'KEYSTORE_VAULT_LOCKED': return { state: 'locked', detail: 'vault' }
    case 'KEYSTORE_UNAVAILABLE': return { state: 'absent', detail }
    case 'KEYSTORE_VAULT_MISSING': return { state: 'absent', detail: 'no-vault' }
    case 'KEYSTORE_DENIED': case 'KEYSTORE_INDEX_DAMAGED': case 'KEYSTORE_VAULT_UNSAFE': return { state: 'denied', detail }
    case 'KEYSTORE_TIMED_OUT': return { state: 'timed-out', detail: 'no-answer' }
    default: return { state: 'dead', detail }
  }
}

/** A secret as it may be named to people: its kind, and which of several. Never the account, never the value. */
export const secretName = ({ kind, name }: SecretRef): string => (name ? `${kind} (${name})` : kind)
