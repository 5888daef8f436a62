import { reserved, row } from './endpoint-table.ts'
import type { Service } from './service.ts'

/**
 * The Dean's Office site (protocols §2.9): public pages, no sign-in. What it publishes is free text that people wrote,
 * so its pages are `people`; only the course search gives the registrar's own fields.
 */
export const dean: Service = {
  id: 'dean',
  origin: 'https://dean.pku.edu.cn',
  hosts: ['dean.pku.edu.cn'],
  within: '/',
  endpoints: [
    row('GET', '/web/', 'read', 'people'),
    ...[
      'index.php', 'notice.php', 'notice_details.php', 'rules_school.php', 'rules_national.php', 'rules_info.php', 'student_info.php',
      'download.php', 'download_down.php', 'openinfo.php', 'openinfo_details.php',
    ].map((page) => row('GET', `/web/${page}`, 'read', 'people')),
    row('POST', '/service/web/courseSearch_do.php', 'read', 'record'),
    ...reserved('/web/login.php'),
  ],
  pace: 2,
  redirects: 3,
  signedIn: undefined,
}
