import { setTimeout as sleep } from 'node:timers/promises'
import type { Profile } from '../../daemon/protocol/places.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import { type Client, type ConnectOptions, connect } from './connect.ts'
import { ReportedError } from './reported-error.ts'

/** How long to go on trying to reach a daemon that someone else starts, in milliseconds. */
const patienceMs = 10_000

/**
 * Connects to the profile's daemon, starting it where there is none. Safe in a stampede: of several starts one daemon
 * stays, and everyone connects to it. An older daemon that is idle makes room for one of this version. Rejects as `connect`
 * and `startDaemon` do, and at once with the reason of the options' signal.
 */
export async function reachDaemon(profile: Profile, options: ConnectOptions, env?: NodeJS.ProcessEnv): Promise<Client> {
  const began = Date.now()
  let started = false
  for (let pause = 10; ; pause = Math.min(pause * 2, 200)) {
    try {
      // One that was started for this run is the right one, whatever it calls itself; one that was first may be an older one's.
      return await connect({ ...options, successor: !started })
    } catch (error) {
      const waited = Date.now() - began
      if (waited > patienceMs || !(await mayComeUp(error, waited, async () => { started = await start(profile, env, options.signal) === 'started' }))) throw error
    }
    await sleep(pause)
    options.signal?.throwIfAborted()
  }
}

/** What starts one is loaded where none is up. */
const start = async (profile: Profile, env: NodeJS.ProcessEnv | undefined, signal: AbortSignal | undefined): Promise<'started' | 'taken'> =>
  (await import('./start-daemon.ts')).startDaemon(profile, env, { signal })

/** How long a daemon that refuses is given to make room for another, in milliseconds. */
const makingRoomMs = 1_500
const passing: readonly string[] = ['DAEMON_STOPPING', 'DAEMON_VERSION', 'DAEMON_REFUSED']

/** Whether another try makes sense; starts a daemon where nothing listens. */
async function mayComeUp(error: unknown, waited: number, start: () => Promise<void>): Promise<boolean> {
  if (error instanceof HarnessError && error.code === 'DAEMON_UNREACHABLE') {
    await start()
    return true
  }
  // An older one that is idle ends by itself, and a token read just before a restart is the old one.
  if (error instanceof ReportedError) return passing.includes(error.fault.code) && waited < makingRoomMs
  return error instanceof HarnessError && error.code === 'DAEMON_LOST'
}
