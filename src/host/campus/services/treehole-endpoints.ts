import type { Endpoint } from '../campus.ts'
import { reserved, row } from './endpoint-table.ts'

const own = { private: true }
const v3 = (path: string) => `/chapi/api/v3${path}`
const reads = (text: Endpoint['text'], ...paths: readonly string[]) => paths.map((path) => row('GET', path, 'read', text, own))
const posts = (effect: 'write' | 'public', irreversible: boolean, ...paths: readonly string[]) =>
  paths.map((path) => row('POST', v3(path), effect, 'people', { private: true, irreversible }))

/** Treehole's endpoints (protocols §2.1, §3). A post reaches everyone, is tied to the account on the server, and no way to delete one is known. */
export const treeholeEndpoints: readonly Endpoint[] = [
  ...reads('people', ...[
    '/hole/list', '/hole/list_comments', '/hole/one', '/hole/get', '/hole/my_list', '/hole/history', '/comment/list', '/message/index',
    '/bookmark/list', '/tags/tree', '/tags/list', '/draft/list', '/reminder/list', '/exclusive_id/list', '/person_blocking_words/index',
    '/media/get', '/media/getThumbnail', '/schedules/weeklySchedules', '/lab_events', '/events/list',
  ].map(v3)),
  ...reads('record', ...['/message/un_read', '/user_config/get', '/navigation-items/list', '/report/contents'].map(v3)),
  ...reads('record', '/chapi/api/course/score_v2', '/chapi/api/getCoursetable_v2', '/chapi/version'),
  row('POST', v3('/users/info'), 'read', 'record', own),
  row('POST', v3('/classtimes/user_class_times'), 'read', 'record', own),

  ...posts('write', false, '/hole/attention', '/hole/attention_cancel', '/hole/attention_update', '/message/set_read'),
  ...posts('write', false, '/bookmark/add', '/bookmark/update', '/draft/add', '/draft/update', '/user_config/update'),
  ...posts('write', true, '/bookmark/del', '/draft/del'),
  row('DELETE', v3('/hole/history_del'), 'write', 'record', { private: true, irreversible: true }),

  ...posts('public', true, '/hole/post', '/comment/post', '/hole/report', '/comment/report', '/media/uploadImage', '/media/upload'),
  ...posts('public', false, '/hole/praise', '/hole/tread'),

  // Sign-in, text messages and token checks. `login_iaaa_check_token` is what clears 40002 (bug-log 136).
  ...reserved(
    '/chapi/redirect_iaaa_login', '/chapi/cas_iaaa_login', '/cas_iaaa_login', '/chapi/api/jwt_send_msg', '/chapi/api/jwt_msg_verify',
    '/chapi/api/title-otp', '/chapi/api/login_iaaa_check_token', '/chapi/api/check_otp', '/chapi/api/course/password_get_token',
    '/chapi/api/course/send_get_token_message', '/chapi/api/course/mobile_message_get_token',
  ),
]
