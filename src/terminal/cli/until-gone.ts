import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '../../daemon/protocol/is-alive.ts'

/** Waits for a process to end, up to `ms` milliseconds; true when it is gone. */
export async function untilGone(pid: number, ms: number): Promise<boolean> {
  for (let waited = 0; isAlive(pid) && waited < ms; waited += 20) await sleep(20)
  return !isAlive(pid)
}
