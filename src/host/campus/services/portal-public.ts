import { row } from './endpoint-table.ts'
import type { Service } from './service.ts'

/** The portal's queries that need no sign-in (protocols §2.5): free classrooms only. Anonymous: no jar, no cookie, ever. */
export const portalPublic: Service = {
  id: 'portal-public',
  origin: 'https://portal.pku.edu.cn',
  hosts: ['portal.pku.edu.cn'],
  within: '/publicQuery/classroomQuery/',
  endpoints: [row('GET', '/publicQuery/classroomQuery/retrClassRoomFree.do', 'read', 'record')],
  pace: 4,
  redirects: 0,
  signedIn: undefined,
}
