import type { Switches } from '../../../fixtures/campus/campus-api.ts'
import type { CampusRequest, Effect } from '../../../src/sdk/index.ts'
import { holes, scores, underTest, type UnderTest } from '../../host/campus/campus-under-test.ts'

/** What the harness may do about a sign that a session is over; each is read off a real run. */
export type Done =
  | 'renewed once and repeated' | 'found before it was sent, renewed once' | 'not repeated: it may have been done' | 'repeated: it was refused untouched' | 'renewed once, then refused' | 'step-up asked, nothing repeated'

/** One sign of one service, what is asked when it shows, and what is to be done of each. */
export interface ExpiryRow {
  readonly service: string
  readonly signal: string
  readonly switches?: Partial<Switches>
  readonly before?: (house: UnderTest) => void
  /** False where the sign is no end of the session. */
  readonly ends?: false
  readonly read: CampusRequest
  /** How often a new session's sign-in asks this very address, as its landing page or for proof. */
  readonly asProof?: number
  readonly readDone: Done
  readonly write?: Write
}
interface Write { readonly request: CampusRequest; readonly effect: Effect; readonly done: Done }

const pages = '/elective2008/edu/pku/stu/elective/controller/'
const post: Write = { request: { service: 'treehole', method: 'POST', path: '/chapi/api/v3/hole/post', json: { text: '测试', type: 'text' } }, effect: 'public', done: 'not repeated: it may have been done' }
const drop: Write = { request: { service: 'elective', path: `${pages}supplement/cancelCourse.do`, query: { seq: 'BZ2526100130202' } }, effect: 'public', done: 'not repeated: it may have been done' }
const setMode: Write = { request: { service: 'card', method: 'POST', path: '/berserker-app/useCard/setUseCardConfig', json: { cardType: 2 } }, effect: 'write', done: 'not repeated: it may have been done' }
const book: Write = {
  request: { service: 'shuttle', method: 'POST', path: '/site/reservation/launch', form: { resource_id: 7, data: '[{"date":"2026-11-02","period":31,"sub_resource_id":0}]' } }, effect: 'write', done: 'not repeated: it may have been done',
}
const cancel: Write = { request: { service: 'rooms', path: '/classRoom/cancelApply/927000000000000001' }, effect: 'write', done: 'not repeated: it may have been done' }

/** A read by POST is no safer to repeat than a write: nobody knows what it does. */
const identity: Write = { request: { service: 'portal', method: 'POST', path: '/portal2017/account/getBasicInfo.do' }, effect: 'read', done: 'not repeated: it may have been done' }
const handIn: Write = { request: { service: 'course', method: 'POST', path: '/webapps/assignment/uploadAssignment', query: { action: 'submit' }, multipart: [{ name: 'course_id', value: '_80052_1' }] }, effect: 'public', done: 'repeated: it was refused untouched' }

const untouched = (write: Write): Write => ({ ...write, done: 'repeated: it was refused untouched' })
const once = 'renewed once and repeated'
const home: CampusRequest = { service: 'course', path: '/webapps/portal/execute/tabs/tabAction', query: { tab_tab_group_id: '_1_1' } }
const results: CampusRequest = { service: 'elective', path: `${pages}electiveWork/showResults.do` }
const bills: CampusRequest = { service: 'card', path: '/berserker-search/search/personal/turnover', query: { size: 10, current: 1 } }
const rides: CampusRequest = { service: 'shuttle', path: '/site/reservation/my-list-time', query: { p: 1 } }
const bookings: CampusRequest = { service: 'rooms', path: '/classRoom' }
const pay: CampusRequest = { service: 'finance', method: 'POST', path: '/WF_CWBS/commonQuery_doQuery.action', form: { year: 2026, month_1: 1, month_2: 12 } }
const score: CampusRequest = { service: 'treehole', path: '/chapi/api/course/score_v2' }

export const expiryRows: readonly ExpiryRow[] = [
  { service: 'portal', signal: '302 to login.jsp', read: scores, readDone: once },
  { service: 'portal', signal: 'success:false, code 10001', read: { service: 'portal', path: '/portal2017/isUserLogged.do' }, asProof: 1, readDone: once, write: identity },
  { service: 'treehole', signal: 'status 401', read: holes, readDone: once, write: untouched(post) },
  { service: 'treehole', signal: 'code 401 in a 200', switches: { treeholeEnds: 401 }, read: holes, readDone: once, write: post },
  { service: 'treehole', signal: 'code 40001 in a 200', switches: { treeholeEnds: 40001 }, read: holes, readDone: once, write: post },
  { service: 'treehole', signal: '40002', switches: { treeholeStepUp: true }, ends: false, read: holes, readDone: 'step-up asked, nothing repeated' },
  { service: 'treehole', signal: '40077', switches: { treeholeRecordsStepUp: true }, ends: false, read: score, readDone: 'step-up asked, nothing repeated' },
  { service: 'course', signal: '302 to /webapps/login/', read: home, asProof: 2, readDone: once, write: handIn },
  { service: 'course', signal: 'guest\'s page, 200', switches: { courseGuest: true }, read: home, asProof: 2, readDone: once },
  { service: 'course', signal: '401 of the REST interface', read: { service: 'course', path: '/learn/api/public/v1/users/me' }, readDone: once },
  { service: 'elective', signal: '系统提示 page, 200', read: results, readDone: once, write: drop },
  { service: 'elective', signal: '302 to IAAA', switches: { electiveEndsByRedirect: true }, read: results, readDone: once, write: untouched(drop) },
  { service: 'card', signal: 'status 401', read: bills, readDone: once, write: untouched(setMode) },
  { service: 'card', signal: 'code 401 in a 200', switches: { cardEndsInBody: true }, read: bills, readDone: once, write: setMode },
  { service: 'shuttle', signal: 'e "10042" in a 200', read: rides, readDone: once, write: book },
  { service: 'shuttle', signal: 'e 10042, a number', switches: { shuttleEndsByNumber: true }, read: rides, readDone: once, write: book },
  { service: 'shuttle', signal: 'e "10042" of a new session too', before: (house) => house.serve('wproc.pku.edu.cn/site/reservation/my-list-time?p=1', 'json', '{"e":"10042"}'), read: rides, readDone: 'renewed once, then refused' },
  { service: 'rooms', signal: 'page that leads to IAAA, 200', read: bookings, asProof: 1, readDone: once, write: cancel },
  { service: 'finance', signal: '系统超时 page, 200', read: pay, readDone: 'found before it was sent, renewed once' },
  { service: 'finance', signal: '$$$SYS_ERROR$$$ in a 200', switches: { financeEnds: 'error' }, read: pay, readDone: 'found before it was sent, renewed once' },
]

/** Signs in, lets the session show its sign, asks again; the one word for what the recorder then counted. */
export async function runOf(row: ExpiryRow): Promise<{ readonly read: string; readonly write: string }> {
  const house = await underTest({ switches: row.ends === false ? {} : row.switches ?? {} })
  await house.login({ service: row.service })
  await house.ask(row.read)
  row.before?.(house)
  Object.assign(house.sim.switches, row.switches)
  const told = async (request: CampusRequest, effect: Effect, asProof = 0): Promise<string> => {
    if (row.ends !== false) house.sim.switches.expire = [row.service]
    house.sim.recorder.clear()
    const code = await house.ask(request, effect).then(() => 'answered', (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'unknown'))
    return nameOf(code, house.sim.recorder.count({ method: request.method ?? 'GET', path: request.path }) - asProof, house.logins(), effect)
  }
  const read = await told(row.read, 'read', row.asProof)
  return { read, write: row.write ? await told(row.write.request, row.write.effect) : '' }
}

/** Anything but a design's word is told as it was. */
function nameOf(code: string, sent: number, logins: number, effect: Effect): string {
  if (code === 'answered' && sent === 2 && logins <= 1) return effect === 'read' ? 'renewed once and repeated' : 'repeated: it was refused untouched'
  if (code === 'answered' && sent === 1 && logins === 1) return 'found before it was sent, renewed once'
  if (code === 'CAMPUS_SESSION_ENDED' && sent === 1 && logins === 0) return 'not repeated: it may have been done'
  if (code === 'CAMPUS_SESSION_ENDED' && sent === 2 && logins === 1) return 'renewed once, then refused'
  if (code.startsWith('CAMPUS_STEP_UP_') && sent === 1 && logins === 0) return 'step-up asked, nothing repeated'
  return `${code}, sent ${sent} times, ${logins} sign-ins`
}
