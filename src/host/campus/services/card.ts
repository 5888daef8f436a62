import { z } from 'zod'
import { isObject } from '../../../rules/json.ts'
import { parseJson } from '../../net/parse-json.ts'
import { payCodePath } from './card-pay-code.ts'
import { reserved, row } from './endpoint-table.ts'
import type { Answer, Redeemed, Signature, SignedInService, Verdict, Visit } from './service.ts'

const own = { private: true }
const host = 'bdcard.pku.edu.cn'
const card = '/berserker-app/ykt/tsm/queryCard'
const reads = (...paths: readonly string[]) => paths.map((path) => row('GET', path, 'read', 'record', own))

/**
 * The campus card, of the vendor Synjones (protocols §2.3, §9.5). IAAA does not know it: it is entered through the portal, whose
 * jump ends in a JWT. Every amount it answers with is fen, statistics too. Recharging takes a signature with a constant of the
 * vendor's own program, which is not ours to ship: the person does that on the official page.
 */
export const campusCard: SignedInService = {
  id: 'card',
  origin: `https://${host}`,
  hosts: [host],
  within: '/',
  endpoints: [
    ...reads(
      card, '/berserker-app/ykt/tsm/codebarPayinfo', '/berserker-app/useCard/getUseCardConfig', '/berserker-app/cardConflict/getConflictInfo',
      '/berserker-search/search/personal/turnover', '/berserker-search/statistics/turnover/count', '/berserker-search/statistics/turnover',
      '/berserker-search/statistics/turnover/sum/user',
    ),
    // Changes how the plastic card works.
    row('POST', '/berserker-app/useCard/setUseCardConfig', 'write', 'record', own),
    // A live pay code: whoever has it can pay. It is shown to the person, and is no plugin's to ask.
    ...reserved('/berserker-auth', '/charge', payCodePath),
  ],
  officialPage: { path: '/charge', page: 'https://bdcard.pku.edu.cn' },
  pace: 2,
  redirects: 0,
  signedIn: {
    knowsDevices: false,
    provesAccount: true,
    through: { service: 'portal', ticket: ticketOfPortal },
    redeem,
    sign,
    fill: () => ({ synAccessSource: 'h5' }),
    judge,
    stepUps: {},
    bridges: [],
    plainCookies: [],
  },
}

/** The portal's jump, which is read and not followed; a page instead of it is what somebody without a session gets. */
async function ticketOfPortal(visit: Visit): Promise<{ readonly ticket: string } | 'signed-out' | 'elsewhere'> {
  const { status, hops } = await visit.go('/portal2017/util/redirectToCard.do')
  const location = hops.at(-1)?.location
  if (location === undefined) return status === 200 ? 'signed-out' : 'elsewhere'
  const to = URL.canParse(location) ? new URL(location) : undefined
  if (to?.hostname === host && to.pathname.startsWith('/berserker-auth/')) return { ticket: location }
  return to?.hostname === 'iaaa.pku.edu.cn' ? 'signed-out' : 'elsewhere'
}

const seen = z.object({ code: z.literal(200), data: z.object({ card: z.array(z.object({ sno: z.string() })).min(1) }) })

/** The JWT stands in the query of a redirect, which is read and not followed, so that it is in no page's address. */
async function redeem(visit: Visit, ticket: string): Promise<Redeemed> {
  let token: string | undefined
  await visit.go(ticket, {
    onRedirect({ location }) {
      const to = location !== undefined && URL.canParse(location) ? new URL(location) : undefined
      token ??= to?.hostname === host ? to.searchParams.get('synjones-auth') ?? undefined : undefined
      return token === undefined && to?.pathname.startsWith('/berserker-auth/') === true
    },
  })
  if (token === undefined || !/^[\w.~+/=-]{16,4096}$/.test(token)) return { ok: false, code: 'NOT_PROVED' }
  const headers = sign({ account: visit.account, token, device: '' })
  const proof = seen.safeParse(parseJson((await visit.go(`${card}?synAccessSource=h5`, { headers })).text))
  if (!proof.success) return { ok: false, code: 'NOT_PROVED' }
  return proof.data.data.card.some(({ sno }) => sno === visit.account) ? { ok: true, token, expiresAt: endOf(token) } : { ok: false, code: 'WRONG_ACCOUNT' }
}

/** It answers the university's app alone, which it knows by these. */
function sign({ token }: Signature): Readonly<Record<string, string>> {
  return {
    'synjones-auth': `bearer ${token ?? ''}`, synaccesssource: 'h5', 'x-requested-with': 'cn.edu.pku.PKUAndroid',
    'user-agent': 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36',
  }
}

/** Milliseconds since the epoch, where the JWT says; how long the real one lives is not known. */
function endOf(jwt: string): number | undefined {
  const claims = parseJson(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString('utf8'))
  const exp = isObject(claims) ? claims['exp'] : undefined
  return typeof exp === 'number' && exp > 0 ? exp * 1000 : undefined
}

/** `code` 200 is the positive fact. The gate's 401 comes before anything is done; one in a body may have come later. */
function judge({ status, json }: Answer): Verdict {
  if (status === 401) return { kind: 'ended', taken: 'no' }
  if (!isObject(json)) return { kind: 'unclear' }
  switch (Number(json['code'])) {
    case 200: return { kind: json['success'] === true ? 'alive' : 'unclear' }
    case 401: return { kind: 'ended', taken: 'unknown' }
    default: return { kind: 'unclear' }
  }
}
