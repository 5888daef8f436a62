import { isObject } from '../../../rules/json.ts'
import { reserved, row } from './endpoint-table.ts'
import { entranceIn, saysTimedOut } from './finance-answers.ts'
import { contextOf, financeHeaders, payQuery } from './finance-pay.ts'
import type { Answer, Redeemed, Service, Verdict, Visit } from './service.ts'

const origin = 'https://cwfw.pku.edu.cn'
const manager = '/WFManager'
const home = `${manager}/home3.jsp`

/**
 * The finance portal, of the vendor Wingsoft (protocols §2.7, §9.8): what was paid to the person, and nothing else of it. Its
 * other actions run whatever procedure they are told, and no source says which of those touch money: they are no plugin's to ask.
 */
export const finance: Service = {
  id: 'finance',
  origin,
  hosts: ['cwfw.pku.edu.cn'],
  within: '/WF_CWBS/',
  endpoints: [
    // Projects and kinds of pay are called what their people wrote.
    row('POST', payQuery.path, 'read', 'people', { private: true }),
    ...reserved('/WF_CWBS/*', manager),
  ],
  pace: 2,
  // What a sign-in takes, and a query.
  burst: 6,
  redirects: 0,
  signedIn: {
    knowsDevices: false,
    app: () => ({ appId: 'IIPF', redirUrl: `${origin}${manager}/home2.jsp` }),
    redeem,
    sign: () => financeHeaders,
    written: [payQuery],
    judge,
    stepUps: {},
    bridges: [],
    plainCookies: [],
  },
}

/**
 * Four steps, each of which answers with status 200 whatever came of it; the token is sent in two of them. That its pages know
 * the account is the proof, where they say which; one source shows that they do.
 */
async function redeem(visit: Visit, token: string): Promise<Redeemed> {
  const ticket = encodeURIComponent(token)
  await visit.go(`${manager}/home2.jsp?_rand=${visit.random()}&token=${ticket}`)
  const told = await visit.go(`${manager}/findpages_postData.action`, {
    method: 'POST', body: `token=${ticket}&timeStamp=${visit.now()}`,
    headers: { 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' },
  })
  if (told.text.trim() !== 'ok') return notProved
  const entrance = entranceIn((await visit.go(home)).text, origin + home)
  if (entrance === undefined) return notProved
  await visit.go(entrance, { headers: { referer: origin + home } })
  const { context } = await contextOf(visit)
  if (!context) return notProved
  const named = context['0-USERINFO.USERID']
  return named !== undefined && String(named) !== visit.account ? { ok: false, code: 'WRONG_ACCOUNT' } : { ok: true, token: undefined, expiresAt: undefined }
}

const notProved: Redeemed = { ok: false, code: 'NOT_PROVED' }

/** Rows are the positive fact. The session was seen alive just before, so a failed action says nothing of it. */
function judge({ status, location, json, text }: Answer): Verdict {
  if (status === 401 || location?.hostname === 'iaaa.pku.edu.cn' || location?.pathname === `${manager}/login.html`) return { kind: 'ended', taken: 'unknown' }
  if (isObject(json) && Array.isArray(json['rows'])) return { kind: 'alive' }
  return saysTimedOut(text) ? { kind: 'ended', taken: 'unknown' } : { kind: 'unclear' }
}
