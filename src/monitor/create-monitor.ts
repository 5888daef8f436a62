import type { House } from './house.ts'
import { invoke } from './invoke.ts'
import type { Monitor } from './monitor.ts'
import { createSessionGrants } from './standing/session-grants.ts'

/** @param house what the monitor stands on; `House` says what each part promises. */
export function createMonitor(house: House): Monitor {
  const open = { ...house, sessionGrants: createSessionGrants() }
  return { invoke: (request) => invoke(request, open) }
}
