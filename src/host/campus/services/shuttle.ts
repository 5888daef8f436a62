import { z } from 'zod'
import { isObject } from '../../../rules/json.ts'
import { parseJson } from '../../net/parse-json.ts'
import { reserved, row } from './endpoint-table.ts'
import type { Answer, Redeemed, Service, Verdict, Visit } from './service.ts'

const origin = 'https://wproc.pku.edu.cn'
const enter = '/site/login/cas-login?redirect_url=https://wproc.pku.edu.cn/v2/reserve/'
const own = { private: true }

/** The campus shuttle, on the service hall's booking site (protocols §2.11, §9.7). What a seat not taken costs is not known. */
export const shuttle: Service = {
  id: 'shuttle',
  origin,
  hosts: ['wproc.pku.edu.cn'],
  within: '/',
  endpoints: [
    row('GET', '/site/user/auth', 'read', 'record', own),
    row('GET', '/site/reservation/list-page', 'read', 'record'),
    row('GET', '/site/reservation/my-list-time', 'read', 'record', own),
    row('POST', '/site/reservation/launch', 'write', 'record', own),
    // The seat may be another's a moment later.
    row('POST', '/site/reservation/single-time-cancel', 'write', 'record', { private: true, irreversible: true }),
    // Whoever shows the code rides; a temporary one takes a seat that was not booked.
    row('GET', '/site/reservation/get-sign-qrcode', 'write', 'record', { private: true, irreversible: true }),
    ...reserved('/site/login'),
  ],
  pace: 2,
  redirects: 0,
  signedIn: {
    knowsDevices: false,
    // Letter for letter as it is registered, its own query unescaped.
    app: () => ({ appId: 'wproc', redirUrl: origin + enter }),
    redeem,
    sign: () => ({}),
    judge,
    stepUps: {},
    bridges: [],
    plainCookies: [],
  },
}

/** `e` is a number or a string of one; only a number of nothing (null, '') is no code. */
const code = (json: unknown): string | undefined => {
  const e = isObject(json) ? json['e'] : undefined
  return typeof e === 'number' || typeof e === 'string' ? String(e) : undefined
}

const auth = z.object({ d: z.object({ is_login: z.literal(true) }) })

/** It does not say who is signed in, so nobody can tell a wrong account by it. */
async function redeem(visit: Visit, token: string): Promise<Redeemed> {
  await visit.go(`${enter}&_rand=${visit.random()}&token=${encodeURIComponent(token)}`)
  const proof = parseJson((await visit.go('/site/user/auth')).text)
  return code(proof) === '0' && auth.safeParse(proof).success ? { ok: true, token: undefined, expiresAt: undefined } : { ok: false, code: 'NOT_PROVED' }
}

/** `e` 0 is the positive fact. A booking may be answered by an empty page, which says nothing either way. */
function judge({ status, location, json }: Answer): Verdict {
  if (status === 401 || (location && isSignIn(location))) return { kind: 'ended', taken: 'no' }
  switch (code(json)) {
    case '0': return { kind: 'alive' }
    case '10042': return { kind: 'ended', taken: 'unknown' }
    default: return { kind: 'unclear' }
  }
}

const isSignIn = ({ hostname, pathname }: URL): boolean => hostname === 'iaaa.pku.edu.cn' || pathname.startsWith('/site/login')
