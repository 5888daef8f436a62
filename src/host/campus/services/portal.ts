import { z } from 'zod'
import { isObject } from '../../../rules/json.ts'
import { parseJson } from '../../net/parse-json.ts'
import { reserved, row } from './endpoint-table.ts'
import type { Answer, Bridge, Redeemed, Service, Verdict, Visit } from './service.ts'

const own = { private: true }

/**
 * The campus portal with a session (protocols §2.5, §2.10, §9.1): identity, course table, scores, notices. Scores live
 * in an application of their own behind a jump, which this file makes by itself.
 */
export const portal: Service = {
  id: 'portal',
  origin: 'https://portal.pku.edu.cn',
  hosts: ['portal.pku.edu.cn'],
  within: '/',
  endpoints: [
    row('GET', '/portal2017/isUserLogged.do', 'read', 'record', own),
    row('POST', '/portal2017/account/getBasicInfo.do', 'read', 'record', own),
    row('POST', '/portal2017/account/retrBizCenterAll.do', 'read', 'record', own),
    row('POST', '/portal2017/bizcenter/todo/retrMyCompletedList.do', 'read', 'people', own),
    row('GET', '/publicQuery/ctrl/topic/myScore/retrScores.do', 'read', 'record', own),
    row('GET', '/publicQuery/ctrl/topic/myCourseTable/getXndXqList.do', 'read', 'record', own),
    row('GET', '/publicQuery/ctrl/topic/myCourseTable/getCourseInfo.do', 'read', 'record', own),
    row('POST', '/portal2017/notice/retrAllSchoolNotice.do', 'read', 'people'),
    row('POST', '/portal2017/notice/retrAllDeptNotice.do', 'read', 'people'),
    row('POST', '/portal2017/notice/getSchoolNoticeDetailById.do', 'read', 'people'),
    // Jumps answer with another application's ticket; they are the host's own hops.
    ...reserved(
      '/portal2017/ssoLogin.do', '/portal2017/login.jsp', '/publicQuery/ssoLogin.do', '/portal2017/util/portletRedir.do',
      '/portal2017/util/appSysRedir.do', '/portal2017/util/redirectToCard.do', '/portal2017/util/validAppSysRedirCode.do',
    ),
  ],
  pace: 4,
  redirects: 0,
  signedIn: {
    knowsDevices: false,
    provesAccount: true,
    app: () => ({ appId: 'portal2017', redirUrl: 'https://portal.pku.edu.cn/portal2017/ssoLogin.do' }),
    redeem,
    sign: () => ({}),
    judge,
    bridges: [
      bridge('/publicQuery/ctrl/topic/myScore/', 'myscores'),
      bridge('/publicQuery/ctrl/topic/myCourseTable/', 'coursetable'),
    ],
    stepUps: {},
    plainCookies: [],
  },
}

function bridge(prefix: string, portletId: string): Bridge {
  return {
    prefix,
    jump: `/portal2017/util/portletRedir.do?portletId=${portletId}`,
    landed(at, status) {
      if (isSignIn(at)) return 'signed-out'
      return status === 200 && at.pathname.startsWith('/publicQuery/') ? 'arrived' : 'elsewhere'
    },
  }
}

/** isUserLogged.do; `success` is the fact, the rest is only read beside it (bug-log 176). */
const logged = z.object({ success: z.literal(true), userId: z.string() })

async function redeem(visit: Visit, token: string): Promise<Redeemed> {
  await visit.go(`/portal2017/ssoLogin.do?_rand=${visit.random()}&token=${encodeURIComponent(token)}`)
  if ((await visit.jar.getCookies('https://portal.pku.edu.cn/portal2017/')).length === 0) return { ok: false, code: 'COOKIE_REFUSED' }
  const proof = logged.safeParse(parseJson((await visit.go('/portal2017/isUserLogged.do')).text))
  if (!proof.success) return { ok: false, code: 'NOT_PROVED' }
  return proof.data.userId === visit.account ? { ok: true, token: undefined, expiresAt: undefined } : { ok: false, code: 'WRONG_ACCOUNT' }
}

/**
 * `success:true` is the positive fact. Ended: code 10001, identity with `success:false`, or a redirect to a sign-in
 * page, which the servlet filter sends before anything is done (protocols §10).
 */
function judge({ path, status, location, json }: Answer): Verdict {
  if (status === 401) return { kind: 'ended', taken: 'no' }
  if (status >= 300 && status < 400) return location && isSignIn(location) ? { kind: 'ended', taken: 'no' } : { kind: 'unclear' }
  if (!isObject(json)) return { kind: 'unclear' }
  // Anyone is given the school's notices, so they prove nothing.
  if (json['success'] === true) return { kind: path.startsWith('/portal2017/notice/') ? 'unclear' : 'alive' }
  const identity = path.endsWith('/getBasicInfo.do') || path.endsWith('/isUserLogged.do')
  return json['success'] === false && (Number(json['code']) === 10001 || identity) ? { kind: 'ended', taken: 'unknown' } : { kind: 'unclear' }
}

const isSignIn = (location: URL): boolean => location.hostname === 'iaaa.pku.edu.cn' || /login|oauth/i.test(location.pathname)
