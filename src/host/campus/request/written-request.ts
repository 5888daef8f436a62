import { HarnessError } from '../../../rules/errors/index.ts'
import type { DoorResponse } from '../../net/door.ts'
import { abandonable } from '../abandonable.ts'
import type { CampusLimits } from '../campus.ts'
import type { CampusDeps } from '../deps.ts'
import type { SignedInService, Wish } from '../services/service.ts'
import type { Session } from '../sessions/session.ts'
import { openVisit } from '../sessions/visit.ts'
import type { Plan } from './check-request.ts'
import type { Pace } from './pace.ts'
import { send } from './send.ts'

/**
 * Sends a request that the host writes: the service is told what it has to be told first, and then asked, with no other such
 * request of the session in between, because it answers each by what it was told last.
 * @throws CAMPUS_JUMP_FAILED where it did not take what it was told, and the door's `NET_*`
 */
export function sendWritten(
  deps: CampusDeps, pace: Pace, service: SignedInService, plan: Plan, wish: Wish, session: Session, limits: Pick<CampusLimits, 'signal' | 'trace'>,
): Promise<DoorResponse | 'signed-out'> {
  const { account, device, jar } = session
  const { signal } = limits
  const turn = session.writing.then(async () => {
    signal.throwIfAborted()
    const ready = await wish(openVisit(deps, pace, service, { account, device, jar, signal, ask: undefined }))
    if (ready === 'signed-out') return ready
    if ('failed' in ready) throw new HarnessError('CAMPUS_JUMP_FAILED', { service: service.id, status: ready.failed })
    return send(deps, pace, service, { ...plan, body: ready.body }, session, limits)
  })
  session.writing = turn.then(() => undefined, () => undefined)
  return abandonable(turn, signal)
}
