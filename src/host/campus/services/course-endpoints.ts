import type { Endpoint } from '../campus.ts'
import { reserved, row } from './endpoint-table.ts'

const own = { private: true }
const reads = (text: Endpoint['text'], ...paths: readonly string[]) => paths.map((path) => row('GET', path, 'read', text, own))
/** A file lies so many folders deep. */
const files = [1, 2, 3, 4, 5, 6].map((depth) => `/bbcswebdav${'/*'.repeat(depth)}`)

/**
 * The Course site's endpoints (protocols §2.2, §3). Titles, texts and files are teachers' and students', so `people`; only the
 * own id and the list of own courses are the registrar's. Submitting reaches the teachers, and attempts may be counted.
 */
export const courseEndpoints: readonly Endpoint[] = [
  ...reads('people',
    '/webapps/portal/execute/tabs/tabAction', '/webapps/blackboard/execute/announcement', '/webapps/blackboard/content/listContent.jsp',
    '/webapps/blackboard/execute/content/file', '/webapps/calendar/calendarData/selectedCalendarEvents',
    '/webapps/bb-streammedia-hqy-BBLEARN/videoList.action', '/webapps/bb-streammedia-hqy-BBLEARN/playVideo.action',
    '/webapps/bb-streammedia-hqy-BBLEARN/downloadVideo.action',
    '/learn/api/public/v1/courses/*', '/learn/api/public/v2/courses/*/gradebook/columns', '/learn/api/public/v2/courses/*/gradebook/columns/*/users',
  ),
  ...reads('people', ...files),
  ...reads('record', '/learn/api/public/v1/users/me', '/learn/api/public/v1/users/*/courses'),

  // `action=newAttempt` may begin an attempt, and the calendar's launch leads there; `mode=view` shows what was handed in.
  row('GET', '/webapps/assignment/uploadAssignment', 'read', 'people', { private: true, only: { query: { mode: 'view' }, besides: ['course_id', 'content_id'] } }),
  row('GET', '/webapps/assignment/uploadAssignment', 'write', 'people', own),
  row('GET', '/webapps/calendar/launch/attempt/*', 'write', 'people', own),
  row('POST', '/webapps/assignment/uploadAssignment', 'public', 'people', { private: true, irreversible: true }),

  ...reserved('/webapps/bb-sso-BBLEARN/execute/authValidate/campusLogin', '/webapps/login', '/learn/api/public/v1/oauth2'),
]
