import { reserved, row } from './endpoint-table.ts'
import { programmesOf, stateOf } from './elective-pages.ts'
import type { Answer, Redeemed, Service, Signature, Verdict, Visit } from './service.ts'

const origin = 'https://elective.pku.edu.cn'
const at = (page: string) => `/elective2008/edu/pku/stu/elective/controller/${page}`
const [help, supplyCancel, supplement] = [at('help/HelpController.jpf'), at('supplement/SupplyCancel.do'), at('supplement/supplement.jsp')]

const own = { private: true }
const reads = (text: 'record' | 'people', ...pages: readonly string[]) => pages.map((page) => row('GET', at(page), 'read', text, own))
/** Seats are scarce and reach others, a dropped one may be gone; and these are links, so GET does it. */
const seats = (...pages: readonly string[]) =>
  pages.flatMap((page) => (['GET', 'POST'] as const).map((method) => row(method, at(page), 'public', 'record', { private: true, irreversible: true })))

/** An address that asks too fast is shut out for about an hour (bug-log 143); it is left alone for so long at each sign of it. */
const restMs = 10 * 60_000

/**
 * The elective site (protocols §2.4, §9.4), which forbids programs that grab courses: electing and dropping are public and are
 * asked each time, and its captcha is for a person on its own page, so no plugin asks for it or answers it (bug-log 142).
 */
export const elective: Service = {
  id: 'elective',
  origin,
  hosts: ['elective.pku.edu.cn'],
  within: '/elective2008/',
  endpoints: [
    ...reads('record', 'help/HelpController.jpf', 'electiveWork/showResults.do', 'electiveWork/ElectiveWorkController.jpf', 'supplement/SupplyCancel.do', 'supplement/supplement.jsp'),
    ...reads('people', 'courseQuery/CourseQueryController.jpf', 'courseQuery/queryCurriculum.jsp', 'courseDetail/getCourseDetail.do'),
    row('POST', at('courseQuery/getCurriculmByForm.do'), 'read', 'people', own),
    ...seats('electiveWork/electCourse.do', 'electiveWork/cancelCourse.do', 'supplement/electSupplement.do', 'supplement/cancelCourse.do'),
    ...reserved('/elective2008/ssoLogin.do', '/elective2008/logout.do', '/elective2008/DrawServlet', at('supplement/validate.do')),
  ],
  pace: 0.5,
  burst: 2,
  restAfterResetMs: restMs,
  redirects: 3,
  signedIn: {
    knowsDevices: false,
    app: () => ({ appId: 'syllabus', redirUrl: 'http://elective.pku.edu.cn:80/elective2008/ssoLogin.do' }),
    redeem,
    sign,
    fill: ({ account }, path) => (path === supplyCancel || path === supplement ? { xh: account } : {}),
    stops: isSignIn,
    judge,
    stepUps: {},
    // Without it the further pages are empty.
    bridges: [{ prefix: supplement, jump: (account) => `${supplyCancel}?xh=${account}`, landed: (_at, _status, text) => landings[stateOf(text)] }],
    plainCookies: [],
  },
}

const landings = { 'signed-in': 'arrived', 'signed-out': 'signed-out', bot: 'elsewhere', refused: 'elsewhere', unknown: 'elsewhere' } as const

/** Over https from the first hop on; the one that leads over http is upgraded. A double degree has a choice to make first. */
async function redeem(visit: Visit, token: string): Promise<Redeemed> {
  const first = await visit.go(`/elective2008/ssoLogin.do?_rand=${visit.random()}&token=${encodeURIComponent(token)}`)
  const programmes = programmesOf(first.text)
  if (programmes.size < 2) return proved(first.text)
  const link = programmes.get(await visit.choose('elective-programme', [...programmes.keys()]) ?? '')
  return link === undefined ? { ok: false, code: 'CHOICE_NEEDED' } : proved((await visit.go(link)).text)
}

const proved = (text: string): Redeemed =>
  (stateOf(text) === 'signed-in' ? { ok: true, token: undefined, expiresAt: undefined } : { ok: false, code: 'NOT_PROVED' })

/** Without the page that a request would come from, the site takes whoever asks for a program. */
function sign({ account }: Signature, path: string): Readonly<Record<string, string>> {
  return { referer: origin + (path.startsWith(at('supplement/')) && path !== supplyCancel ? `${supplyCancel}?xh=${account}` : help) }
}

function judge({ status, location, text }: Answer): Verdict {
  if (status === 401 || (location && isSignIn(location))) return { kind: 'ended', taken: 'no' }
  switch (stateOf(text)) {
    case 'signed-in': return { kind: 'alive' }
    // A page does not say how far the site had come.
    case 'signed-out': return { kind: 'ended', taken: 'unknown' }
    case 'bot': return { kind: 'too-fast', restMs }
    case 'refused': case 'unknown': return { kind: 'unclear' }
  }
}

function isSignIn({ hostname, pathname }: URL): boolean {
  return hostname === 'iaaa.pku.edu.cn' || pathname.startsWith('/elective2008/ssoLogin')
}
