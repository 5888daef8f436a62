import { row } from './endpoint-table.ts'
import type { Service } from './service.ts'

/** A site that anyone may read, of pages that people wrote: no jar, no cookie, and slowly. */
const site = (id: string, host: string, ...paths: readonly string[]): Service => ({
  id, origin: `https://${host}`, hosts: [host], within: '/', endpoints: paths.map((path) => row('GET', path, 'read', 'people')), pace: 1, redirects: 3, signedIn: undefined,
})

/**
 * Public sites of schools and offices, and the library's events (protocols §2.12, public-sites.tsv). The lists' addresses come
 * from clients that read them; that a list's items stand in its own folder is inferred. docs/services.md says which sites are none, and why.
 */
export const publicSites: readonly Service[] = [
  site('library', 'www.lib.pku.edu.cn', '/cms/front/content/list/all'),
  site('eecs', 'eecs.pku.edu.cn', '/*', '/info/*/*'),
  site('bio', 'bio.pku.edu.cn', '/homes/Index/news_jz/*/*'),
  site('bbs', 'bbs.pku.edu.cn', '/v2/hot-topic.php'),
  site('nsd', 'nsd.pku.edu.cn', '/sylm/gd/', '/sylm/gd/*'),
  site('hr', 'hr.pku.edu.cn', '/*/index.htm', '/*/*'),
  site('ss', 'ss.pku.edu.cn', '/newscenter/notice/', '/newscenter/notice/*'),
  site('rccp', 'www.rccp.pku.edu.cn', '/mzyt/', '/mzyt/*'),
  site('admission', 'admission.pku.edu.cn', '/zsxx/sszs/index.htm', '/zsxx/sszs/*'),
]
