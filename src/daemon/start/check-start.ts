import { checkStore } from '../../host/store/check-store.ts'
import { type ErrorCode, type ErrorParams, HarnessError } from '../../rules/errors/index.ts'
import type { Places, Profile } from '../protocol/places.ts'
import { chooseKeystore, readConfig } from './config.ts'

/** What a start would fail of, as it goes to the client that asked. */
export interface StartFault { readonly what: 'config' | 'database'; readonly code: ErrorCode; readonly params: ErrorParams }

/** Looks at the settings and the database as a start does, and starts, makes and changes nothing. */
export const checkStart = (profile: Profile, places: Places): StartFault[] => [
  ...faultOf('config', () => chooseKeystore(profile, places.config, readConfig(places.config))),
  ...faultOf('database', () => checkStore(places.database)),
]

function faultOf(what: StartFault['what'], look: () => unknown): StartFault[] {
  try {
    look()
    return []
  } catch (error) {
    if (error instanceof HarnessError) return [{ what, code: error.code, params: error.params }]
    return [{ what, code: 'DAEMON_START_FAILED', params: { problem: error instanceof Error ? error.message : String(error) } }]
  }
}
