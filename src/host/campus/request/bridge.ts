import { HarnessError } from '../../../rules/errors/index.ts'
import { abandonable } from '../abandonable.ts'
import type { CampusDeps } from '../deps.ts'
import type { Session } from '../sessions/session.ts'
import { openVisit } from '../sessions/visit.ts'
import type { Bridge, SignedInService } from '../services/service.ts'
import type { Pace } from './pace.ts'

/** A bridge that was crossed. `again` forgets the crossing, and is true when it was an old one, so that a new one may help. */
export interface Crossed { again(): boolean }

/**
 * Makes the jump a path needs, once a session however many ask at once. Undefined for a path that needs none;
 * `signed-out` when the jump ends at a sign-in page.
 * @throws CAMPUS_JUMP_FAILED when it ends anywhere else, and the door's `NET_*`
 */
export async function crossBridge(deps: CampusDeps, pace: Pace, service: SignedInService, session: Session, path: string, signal: AbortSignal): Promise<Crossed | 'signed-out' | undefined> {
  signal.throwIfAborted()
  const bridge = service.signedIn.bridges.find(({ prefix }) => path.startsWith(prefix))
  if (!bridge) return undefined
  const { prefix } = bridge
  const earlier = session.crossings.get(prefix)
  const crossing = earlier ?? jump(deps, pace, service, session, bridge)
  const forget = () => { if (session.crossings.get(prefix) === crossing) session.crossings.delete(prefix) }
  if (!earlier) {
    session.crossings.set(prefix, crossing)
    crossing.catch(forget)
  }
  try {
    await abandonable(crossing, signal)
  } catch (error) {
    if (error instanceof SignedOut) return 'signed-out'
    throw error
  }
  return { again() { forget(); return earlier !== undefined } }
}

/** Stays inside this file. */
class SignedOut extends Error {}

/** Not bound to one caller's cancel: others may wait for the same jump. The door's own deadlines end it. */
async function jump(deps: CampusDeps, pace: Pace, service: SignedInService, session: Session, bridge: Bridge): Promise<void> {
  const visit = openVisit(deps, pace, service, { account: session.account, device: session.device, jar: session.jar, signal: undefined, ask: undefined })
  const at = typeof bridge.jump === 'string' ? bridge.jump : bridge.jump(session.account)
  const { url, status, text, hops } = await visit.go(at, { headers: service.signedIn.sign(session, at.split('?')[0] ?? at) })
  const left = hops.at(-1)?.location
  const landing = bridge.landed(new URL(left !== undefined && URL.canParse(left) ? left : url), status, text)
  if (landing === 'signed-out') throw new SignedOut()
  if (landing === 'elsewhere') throw new HarnessError('CAMPUS_JUMP_FAILED', { service: service.id, status })
}
