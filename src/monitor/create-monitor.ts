import type { House } from './house.ts'
import { invoke } from './invoke.ts'
import type { Monitor } from './monitor.ts'
import { createSessionGrants, type SessionGrants } from './standing/session-grants.ts'

/**
 * @param house what the monitor stands on; `House` says what each part promises.
 * @param sessionGrants where what was given for a conversation stands; one of its own where nobody else lists or revokes them.
 */
export function createMonitor(house: House, sessionGrants: SessionGrants = createSessionGrants(house.clock)): Monitor {
  const open = { ...house, sessionGrants }
  return { invoke: (request) => invoke(request, open) }
}
