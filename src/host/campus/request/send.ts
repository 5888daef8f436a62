import { type DoorResponse, defaultCaps } from '../../net/door.ts'
import type { CampusLimits } from '../campus.ts'
import type { CampusDeps } from '../deps.ts'
import { parseJson } from '../../net/parse-json.ts'
import type { Service, SignedInService, Verdict } from '../services/service.ts'
import type { Session } from '../sessions/session.ts'
import type { Plan } from './check-request.ts'
import { encodeMultipart } from './multipart.ts'
import { type Pace, resting } from './pace.ts'

/** Sends a checked request at the service's pace: signed and with the session's cookies, or with neither. */
export async function send(deps: CampusDeps, pace: Pace, service: Service, plan: Plan, session: Session | undefined, limits: Pick<CampusLimits, 'signal' | 'trace'>): Promise<DoorResponse> {
  const { signal, trace } = limits
  await pace.turn(service, signal)
  const rules = session ? service.signedIn : undefined
  const multipart = plan.multipart && await encodeMultipart(plan.multipart)
  const body = multipart?.body ?? plan.body
  // A page's own form says where it stands, and a file takes its time to go.
  const upload = multipart && { headers: { 'content-type': multipart.type, origin: service.origin }, caps: { headersMs: uploadMs, totalMs: uploadMs } }
  return resting(pace, service, deps.door.request({
    destination: { kind: 'campus', service: service.id },
    url: session && rules?.fill ? filled(plan, rules.fill(session, plan.path)) : plan.url, method: plan.method, hosts: service.hosts, redirects: service.redirects, upgradeHttp: true, signal, trace,
    // The session's headers come last: a plugin cannot set one of them.
    headers: { ...plan.headers, ...upload?.headers, ...(session ? rules?.sign(session, plan.path) : {}) },
    caps: { ...upload?.caps, totalMs: Math.min(plan.timeoutMs ?? Infinity, upload?.caps.totalMs ?? defaultCaps.totalMs) },
    ...(session ? { jar: session.jar } : {}),
    ...(rules?.stops ? { onRedirect: ({ location }) => location === undefined || !URL.canParse(location) || rules.stops?.(new URL(location)) !== true } : {}),
    ...(body === undefined ? {} : { body }),
    ...(plan.charset === undefined ? {} : { charset: plan.charset }),
  }))
}

/** For the largest form at a megabit a second. */
const uploadMs = 75_000

/** The plan's URL with the host's own query values in place of a plugin's of these names. */
function filled({ url }: Plan, own: Readonly<Record<string, string>>): string {
  const [path = url, query = ''] = url.split('?')
  const kept = query.split('&').filter((pair) => pair !== '' && !Object.hasOwn(own, decodeURIComponent(pair.split('=')[0] ?? '')))
  const added = Object.entries(own).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return [path, [...kept, ...added].join('&')].filter((part) => part !== '').join('?')
}

/**
 * What an answer says of the session. Behind a redirect that was followed no refusal is proof that nothing was done: an
 * election that was taken and then led to a sign-in page must not be sent anew.
 */
export function judgeAnswer(service: SignedInService, plan: Plan, answer: DoorResponse): Verdict {
  const { status, text, headers, url } = answer
  const location = headers['location']
  const verdict = service.signedIn.judge({
    path: plan.path, status, text, json: plan.written ? plan.written.read(text) : parseJson(text),
    location: location !== undefined && URL.canParse(location, url) ? new URL(location, url) : undefined,
  })
  return verdict.kind === 'ended' && answer.hops.length > 1 ? { ...verdict, taken: 'unknown' } : verdict
}
