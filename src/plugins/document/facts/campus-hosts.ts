import type { House } from '../run/run-state.ts'

/** Hosts where the person has an account (protocols §2), with or without a service of ours yet. */
const accountHosts: readonly string[] = [
  'iaaa.pku.edu.cn', 'portal.pku.edu.cn', 'treehole.pku.edu.cn', 'course.pku.edu.cn', 'elective.pku.edu.cn', 'bdcard.pku.edu.cn', 'its.pku.edu.cn', 'cwfw.pku.edu.cn',
  'bdkj.pku.edu.cn', 'wproc.pku.edu.cn',
]

/**
 * True for a host that no document may name among its websites: as a website it would be asked past the endpoint
 * table, where a plain GET sends a text message (`sendSMSCode.do`) or enrols.
 */
export const isCampusHost = (host: string, scopes: readonly string[], campus: House['campus']): boolean =>
  accountHosts.includes(host) || scopes.some((scope) => campus.service(scope)?.hosts.includes(host))
