import { z } from 'zod'
import { isObject } from '../../../rules/json.ts'
import { parseJson } from '../../net/parse-json.ts'
import { reserved, row } from './endpoint-table.ts'
import type { Answer, Redeemed, Service, Verdict, Visit } from './service.ts'

const host = 'bdkj.pku.edu.cn'
const own = { private: true }
const lookUpOfPeople = '/classRoom/seachStudent'

/**
 * Seminar rooms, 北大空间 (protocols §2.8, §9.9). A booking names at least two other people, so it is public. Its look-up of
 * people answers with their phone and mail to whoever knows a number: no plugin asks it, and the person adds them on the site.
 */
export const rooms: Service = {
  id: 'rooms',
  origin: `https://${host}`,
  hosts: [host],
  within: '/',
  endpoints: [
    row('GET', '/personal/user', 'read', 'record', own),
    row('GET', '/classRoom', 'read', 'people', own),
    row('POST', '/room/classRoom', 'read', 'record'),
    row('POST', '/classRoom/historyTime', 'read', 'record'),
    row('POST', '/classRoom/handle/submit', 'public', 'people', { private: true, irreversible: true }),
    // A link that changes things; the room may be another's a moment later.
    row('GET', '/classRoom/cancelApply/*', 'write', 'people', { private: true, irreversible: true }),
    ...reserved('/login', lookUpOfPeople),
  ],
  officialPage: { path: lookUpOfPeople.toLowerCase(), page: `https://${host}` },
  pace: 2,
  // A booking that was taken leads to the list of bookings, one that was not to the form.
  redirects: 3,
  signedIn: {
    knowsDevices: false,
    // Registered with http, redeemed over https: the token never travels in the clear.
    app: () => ({ appId: 'bdkj', redirUrl: `http://${host}/login/oauth` }),
    redeem,
    sign: () => ({ 'x-requested-with': 'XMLHttpRequest' }),
    stops: isSignIn,
    judge,
    stepUps: {},
    bridges: [],
    plainCookies: [],
  },
}

const whose = z.object({ account: z.coerce.string() })

/** A refused token is a page of status 200, so the person's own record is the proof; whose it is the cookie beside it says. */
async function redeem(visit: Visit, token: string): Promise<Redeemed> {
  await visit.go(`/login/oauth?token=${encodeURIComponent(token)}`)
  const { status, text } = await visit.go('/personal/user', { headers: { 'x-requested-with': 'XMLHttpRequest' } })
  if (status !== 200 || !isRecord(parseJson(text))) return { ok: false, code: 'NOT_PROVED' }
  const cookie = (await visit.jar.getCookies(`https://${host}/`)).find(({ key }) => key === 'JWTUser')
  const named = whose.safeParse(parseJson(decoded(cookie?.value ?? '')))
  return named.success && named.data.account !== visit.account ? { ok: false, code: 'WRONG_ACCOUNT' } : { ok: true, token: undefined, expiresAt: undefined }
}

const decoded = (value: string): string => {
  try { return decodeURIComponent(value) } catch { return '' }
}

const isRecord = (json: unknown): boolean => Array.isArray(json) || (isObject(json) && json['success'] !== false)

/**
 * JSON, or the list of bookings, is the positive fact: a guest gets a page. Ended: a page that leads to IAAA's, found where a
 * page leads and not in what people wrote. Redirects are followed here, so none shows that nothing was done.
 */
function judge({ status, location, json, text }: Answer): Verdict {
  if (status === 401 || (location && isSignIn(location))) return { kind: 'ended', taken: 'unknown' }
  if (json !== undefined) return { kind: isRecord(json) ? 'alive' : 'unclear' }
  if (/<div\b[^>]*\bid="results"/.test(text)) return { kind: 'alive' }
  return /["'=(]\s*https?:\/\/iaaa\.pku\.edu\.cn\/iaaa\/oauth\.jsp/.test(text) ? { kind: 'ended', taken: 'unknown' } : { kind: 'unclear' }
}

function isSignIn({ hostname, pathname }: URL): boolean {
  return hostname === 'iaaa.pku.edu.cn' || pathname.startsWith('/login')
}
