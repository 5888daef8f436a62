import type { KeychainFailure } from './outcome.ts'

/** What keytar's errors say, as measured with libsecret 0.20, gnome-keyring 42 and read from its sources for macOS and Windows. */
const signs: readonly (readonly [RegExp, KeychainFailure])[] = [
  [/locked collection|is ?locked|object is locked/i, { state: 'locked', reason: 'locked-collection' }],
  [/interaction is not allowed|-25308/i, { state: 'locked', reason: 'no-interaction' }],
  [/ERR_MODULE_NOT_FOUND|MODULE_NOT_FOUND|Cannot find (module|package)/, { state: 'absent', reason: 'no-module' }],
  [/ERR_DLOPEN_FAILED|native addon|cannot open shared object/i, { state: 'absent', reason: 'no-library' }],
  [/dismissed|cancell?ed/i, { state: 'denied', reason: 'dismissed' }],
  [/access ?denied|not permitted|auth(entication|orization)? (failed|denied)/i, { state: 'denied', reason: 'refused' }],
  [/autolaunch|could not connect|connection refused|no such file or directory|error sending credentials/i, { state: 'dead', reason: 'no-bus' }],
  [/not provided by any|ServiceUnknown|name has no owner|NameHasNoOwner|no such (interface|object)|does not exist at path/i, { state: 'dead', reason: 'no-service' }],
  [/connection is closed|disconnected|NoReply|did not receive a reply|broken pipe|timeout was reached/i, { state: 'dead', reason: 'service-gone' }],
]

/** Which of the five states an error of the keychain means. Total; the text itself goes nowhere. */
export function keychainFailure(error: unknown): KeychainFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const text = `${code} ${error instanceof Error ? error.message : ''}`
  return signs.find(([sign]) => sign.test(text))?.[1] ?? { state: 'dead', reason: 'unknown-error' }
}
