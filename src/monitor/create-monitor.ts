import type { House, OpenHouse } from './house.ts'
import { invoke } from './invoke.ts'
import type { Monitor } from './monitor.ts'
import { createSessionGrants, type SessionGrants } from './standing/session-grants.ts'

/**
 * @param house what the monitor stands on; `House` says what each part promises.
 * @param sessionGrants where what was given for a conversation stands; one of its own where nobody else lists or revokes them.
 */
export function createMonitor(house: House, sessionGrants: SessionGrants = createSessionGrants(house.clock)): Monitor {
  const monitor: Monitor = { invoke: (request) => invoke(request, open) }
  const open: OpenHouse = { ...house, sessionGrants, invoke: monitor.invoke }
  return monitor
}
