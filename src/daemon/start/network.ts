import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Network } from '../../host/net/door.ts'
import type { SimNetwork } from '../sim-door.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import { isAlive } from '../protocol/is-alive.ts'
import type { Places, Profile } from '../protocol/places.ts'

/** What the simulated campus writes when it is up. Its control token is not for the daemon. */
const simFile = z.object({ pid: z.number().int().positive(), port: z.number().int().min(1).max(65_535), ca: z.string().startsWith('-----BEGIN CERTIFICATE-----'), hosts: z.array(z.string()).min(1) })

/**
 * The network of a profile, chosen by its name alone. `sim` reads the one file in its own data directory and throws
 * `DAEMON_SIM_MISSING` without a campus that is up; `default` reads nothing, so nothing can re-point it.
 */
export const networkOf = (profile: Profile, places: Places): Network => (profile === 'default' ? { kind: 'public' } : simNetworkOf(places))

/** The simulated campus that its file names now. Throws `DAEMON_SIM_MISSING`. */
export function simNetworkOf(places: Pick<Places, 'sim'>): SimNetwork {
  let text: string
  try { text = readFileSync(places.sim, 'utf8') } catch (cause) { throw new HarnessError('DAEMON_SIM_MISSING', { problem: 'no sim.json' }, { cause }) }
  const parsed = simFile.safeParse(parse(text))
  if (!parsed.success) throw new HarnessError('DAEMON_SIM_MISSING', { problem: 'sim.json is damaged' })
  const { pid, port, ca, hosts } = parsed.data
  if (!isAlive(pid)) throw new HarnessError('DAEMON_SIM_MISSING', { problem: `process ${pid} has ended` })
  return { kind: 'sim', port, ca, hosts }
}

function parse(text: string): unknown {
  try { return JSON.parse(text) } catch { return undefined }
}
