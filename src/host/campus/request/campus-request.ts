import { HarnessError } from '../../../rules/errors/index.ts'
import type { CampusRequest, Response } from '../../../sdk/index.ts'
import type { DoorResponse } from '../../net/door.ts'
import type { CampusLimits, EndSign } from '../campus.ts'
import type { CampusDeps } from '../deps.ts'
import { services } from '../services/all-services.ts'
import { lookUp } from '../services/endpoint-table.ts'
import { isSignedIn, type Service, type SignedInService } from '../services/service.ts'
import type { Session } from '../sessions/session.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { crossBridge } from './bridge.ts'
import { checkRequest, type Plan, queryOf } from './check-request.ts'
import { cleanResponse, secretsOf } from './clean-response.ts'
import type { Pace } from './pace.ts'
import { judgeAnswer, send } from './send.ts'
import { sendWritten } from './written-request.ts'

type Limits = Pick<CampusLimits, 'signal' | 'trace'>

/** How one try with one session ended. */
type Tried =
  | { readonly kind: 'answered'; readonly response: Response }
  | { readonly kind: 'ended'; readonly taken: 'no' | 'unknown'; readonly sign: EndSign }

/**
 * One plugin request, from its checks to the cleaned answer. A session that turns out to have ended is renewed once, and
 * the request repeated only where that is safe: a read by GET or HEAD, or one the service says it refused untouched.
 */
export async function campusRequest(deps: CampusDeps, sessions: Sessions, pace: Pace, account: string | undefined, request: CampusRequest, limits: CampusLimits): Promise<Response> {
  const service = services.get(request.service)
  if (!service) throw new HarnessError('CAMPUS_SERVICE_UNKNOWN', { service: request.service.slice(0, 40), known: [...services.keys()].join(', ') })
  return carryOut(deps, sessions, pace, account, service, checkRequest(service, request, limits), limits)
}

/**
 * A GET of the host's own, on the person's word: rows of class S too, which no plugin may ask. As `campusRequest` otherwise.
 */
export function hostRequest(deps: CampusDeps, sessions: Sessions, pace: Pace, account: string, service: SignedInService, path: string, query: Readonly<Record<string, string>>, limits: Limits): Promise<Response> {
  const endpoint = lookUp(service, 'GET', path, query)
  const plan: Plan = {
    endpoint, method: 'GET', path, url: service.origin + path + queryOf(query), headers: { 'accept-language': 'zh-CN' },
    body: undefined, multipart: undefined, charset: undefined, timeoutMs: undefined, safe: endpoint.effect === 'read', written: undefined,
  }
  return carryOut(deps, sessions, pace, account, service, plan, limits)
}

async function carryOut(deps: CampusDeps, sessions: Sessions, pace: Pace, account: string | undefined, service: Service, plan: Plan, limits: Limits): Promise<Response> {
  if (!isSignedIn(service)) return cleanResponse(await send(deps, pace, service, plan, undefined, limits), [])
  if (account === undefined) throw new HarnessError('CAMPUS_SIGN_IN_NEEDED')
  for (let renewed = false; ; renewed = true) {
    const session = await sessions.live(account, service, limits.signal)
    const tried = await tryWith(session, service, plan)
    if (tried.kind === 'answered') return tried.response
    await sessions.end(session, tried.sign)
    if (renewed || !mayRepeat(plan, tried)) throw new HarnessError('CAMPUS_SESSION_ENDED', { service: service.id })
  }

  async function tryWith(session: Session, service: SignedInService, plan: Plan): Promise<Tried> {
    const bridge = await crossBridge(deps, pace, service, session, plan.path, limits.signal)
    if (bridge === 'signed-out') return { kind: 'ended', taken: 'no', sign: 'jump' }
    const answer = plan.written
      ? await sendWritten(deps, pace, service, plan, plan.written.wish, session, limits)
      : await send(deps, pace, service, plan, session, limits)
    if (answer === 'signed-out') return { kind: 'ended', taken: 'no', sign: 'answer' }
    const verdict = judgeAnswer(service, plan, answer)
    switch (verdict.kind) {
      case 'ended':
        // The application behind the jump may have ended alone; jumping again costs no sign-in.
        return bridge?.again() && mayRepeat(plan, verdict) ? tryWith(session, service, plan) : { ...verdict, sign: signOf(answer) }
      case 'step-up':
        await sessions.wantStepUp(session, verdict.code)
        throw new HarnessError(verdict.code, { service: service.id })
      case 'too-fast':
        pace.rest(service, verdict.restMs)
        throw new HarnessError('CAMPUS_TOO_FAST', { service: service.id, minutes: Math.ceil(verdict.restMs / 60_000) })
      case 'alive': sessions.prove(session); break
      case 'unclear': break
    }
    return { kind: 'answered', response: cleanResponse(answer, await secretsOf(session, service.signedIn), plan.written?.read) }
  }
}

const signOf = ({ status }: DoorResponse): EndSign => (status === 401 ? 'status' : status >= 300 && status < 400 ? 'redirect' : 'answer')

const mayRepeat = (plan: Plan, { taken }: { readonly taken: 'no' | 'unknown' }): boolean => plan.safe || taken === 'no'
