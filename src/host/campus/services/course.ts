import { isObject } from '../../../rules/json.ts'
import { courseEndpoints } from './course-endpoints.ts'
import type { Answer, Redeemed, Service, Verdict, Visit } from './service.ts'

const campusLogin = '/webapps/bb-sso-BBLEARN/execute/authValidate/campusLogin'
const home = '/webapps/portal/execute/tabs/tabAction'

/**
 * The Course site, Blackboard Learn (protocols §2.2, §9.3): pages and a JSON interface behind cookies alone. IAAA knows its
 * return address in http only; it is redeemed over https. Its chain of certificates is incomplete (`net/extra-ca`).
 */
export const course: Service = {
  id: 'course',
  origin: 'https://course.pku.edu.cn',
  hosts: ['course.pku.edu.cn'],
  within: '/',
  endpoints: courseEndpoints,
  pace: 4,
  // A file's address leads on to where it lies.
  redirects: 4,
  signedIn: {
    knowsDevices: false,
    app: () => ({ appId: 'blackboard', redirUrl: `http://course.pku.edu.cn${campusLogin}` }),
    redeem,
    sign: () => ({}),
    stops: isSignIn,
    judge,
    stepUps: {},
    bridges: [],
    plainCookies: [],
  },
}

async function redeem(visit: Visit, token: string): Promise<Redeemed> {
  await visit.go(`${campusLogin}?_rand=${visit.random()}&token=${encodeURIComponent(token)}`, { onRedirect: leadsOn })
  if ((await visit.jar.getCookies('https://course.pku.edu.cn/webapps/portal/')).length === 0) return { ok: false, code: 'COOKIE_REFUSED' }
  const { text } = await visit.go(`${home}?tab_tab_group_id=_1_1`, { onRedirect: leadsOn })
  return hasCourseList(text) ? { ok: true, token: undefined, expiresAt: undefined } : { ok: false, code: 'NOT_PROVED' }
}

const leadsOn = ({ location }: { readonly location: string | undefined }): boolean =>
  location !== undefined && URL.canParse(location) && !isSignIn(new URL(location))

/**
 * The home page with its list of courses is the positive fact: a guest's has status 200 too and looks much the same. A
 * redirect to the sign-in page, and 401 from the JSON interface, come before anything is done.
 */
function judge({ path, status, location, json, text }: Answer): Verdict {
  if (status === 401) return { kind: 'ended', taken: 'no' }
  if (status >= 300 && status < 400) return location && isSignIn(location) ? { kind: 'ended', taken: 'no' } : { kind: 'unclear' }
  if (status !== 200) return { kind: 'unclear' }
  if (path === home) return hasCourseList(text) ? { kind: 'alive' } : { kind: 'ended', taken: 'unknown' }
  const answered = path.startsWith('/learn/api/') && isObject(json) && ('id' in json || 'results' in json)
  return { kind: answered ? 'alive' : 'unclear' }
}

/** A block that is headed 课程 or Courses and lists some; a guest may be shown a catalogue of courses, and lists of other things. */
const hasCourseList = (text: string): boolean => text.split(/\bmoduleTitle\b/).slice(1)
  .some((block) => /^["'][^<]{0,80}>[^<]{0,80}(?:课程|Courses)/.test(block) && /\bclass=["'][^"'<>]{0,80}\bcourseListing\b/.test(block))

function isSignIn({ hostname, pathname }: URL): boolean {
  return hostname === 'iaaa.pku.edu.cn' || pathname.startsWith('/webapps/login')
}
