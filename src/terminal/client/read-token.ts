import { readFileSync } from 'node:fs'
import type { Places } from '../../daemon/protocol/places.ts'
import { assertOwnSocket } from '../../daemon/protocol/private-place.ts'
import { HarnessError } from '../../rules/errors/index.ts'

/**
 * The token that a daemon gives its own user, read once its directory and its socket are seen to be ours (bug-log 97). Throws
 * `DAEMON_UNREACHABLE` where there is none, and `DAEMON_UNSAFE_PLACE`.
 */
export function readToken(places: Places): string {
  try {
    assertOwnSocket(places.run, places.socket)
    return readFileSync(places.token, 'utf8')
  } catch (cause) {
    if (cause instanceof HarnessError) throw cause
    throw new HarnessError('DAEMON_UNREACHABLE', {}, { cause })
  }
}
