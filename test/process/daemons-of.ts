import { readFileSync, readdirSync } from 'node:fs'
import type { Stage } from '../journeys/stage.ts'

/** Daemons of this stage that are alive, by their command line and environment. */
export function daemonsOf({ home }: Stage): number[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('daemon.mjs') && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(home)
    } catch { return false }
  })
}
