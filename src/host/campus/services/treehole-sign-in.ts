import { z } from 'zod'
import { parseJson } from '../../net/parse-json.ts'
import type { Redeemed, Signature, Visit } from './service.ts'
import { treeholeCode } from './treehole-code.ts'

const origin = 'https://treehole.pku.edu.cn'

/** The claims we read of a treehole JWT: whose it is, and until when in Unix seconds. Its signature is the server's to check. */
const claims = z.object({ sub: z.union([z.string(), z.number().transform(String)]), exp: z.number().positive() })

/**
 * Turns the IAAA token into a JWT. `/chapi` is tried first; for some accounts it gives a page that says 验证失败 with
 * status 200, and then the root address works (protocols §2.1, CONFLICT; bug-log 137). The JWT stands in the query of
 * the redirect to `iaaa_success`, which is read and not followed (bug-log 145), or in a cookie.
 */
export async function redeemTreehole(visit: Visit, token: string): Promise<Redeemed> {
  const tail = `plat=web&_rand=${visit.random()}&token=${encodeURIComponent(token)}`
  const jwt = await redeemAt(visit, `/chapi/cas_iaaa_login?version=3&uuid=${visit.device}&${tail}`)
    ?? await redeemAt(visit, `/cas_iaaa_login?uuid=${visit.device}&${tail}`)
  if (jwt === undefined) return { ok: false, code: 'NOT_PROVED' }
  const read = readJwt(jwt)
  if (!read) return { ok: false, code: 'NOT_PROVED' }
  if (read.account !== visit.account) return { ok: false, code: 'WRONG_ACCOUNT' }
  const me = await visit.go('/chapi/api/v3/users/info', treeholePost({ account: visit.account, token: jwt, device: visit.device }, {}))
  return treeholeCode(parseJson(me.text)) === 20000 ? { ok: true, token: jwt, expiresAt: read.expiresAt } : { ok: false, code: 'NOT_PROVED' }
}

/**
 * The session's headers. Content calls without the device id answer 40002 for ever, and it must be the same after each
 * sign-in (protocols §2.1).
 */
export const signTreehole = ({ token, device }: Pick<Signature, 'token' | 'device'>): Readonly<Record<string, string>> =>
  ({ authorization: `Bearer ${token ?? ''}`, uuid: `Web_PKUHOLE_2.0.0_WEB_UUID_${device}` })

/** A POST of JSON with the session's headers; the treehole's other checks are asked by it too. */
export const treeholePost = (session: Signature, body: unknown) =>
  ({ method: 'POST', headers: { ...signTreehole(session), 'content-type': 'application/json' }, body: JSON.stringify(body) }) as const

/** What a JWT says: whose it is, and until when in milliseconds since the epoch; undefined for a text that is none. */
export function readJwt(jwt: string): { readonly account: string; readonly expiresAt: number } | undefined {
  try {
    const { sub, exp } = claims.parse(JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString('utf8')))
    return { account: sub, expiresAt: exp * 1000 }
  } catch {
    return undefined
  }
}

async function redeemAt(visit: Visit, at: string): Promise<string | undefined> {
  let landed: string | undefined
  await visit.go(at, {
    onRedirect: ({ location }) => {
      if (location === undefined || !new URL(location).pathname.endsWith('/iaaa_success')) return true
      landed = new URL(location).searchParams.get('token') ?? undefined
      return false
    },
  })
  if (landed !== undefined) return landed
  const cookies = await visit.jar.getCookies(`${origin}/`)
  return cookies.find((cookie) => cookie.key === 'pku_token')?.value
}
