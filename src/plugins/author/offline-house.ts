import { services } from '../../host/campus/services/all-services.ts'
import { lookUp } from '../../host/campus/services/endpoint-table.ts'
import type { Extractor } from '../document/extract/extract-types.ts'
import { runJob } from '../document/extract/run-job.ts'
import { bounded } from './bounded.ts'
import type { House } from '../document/run/run-state.ts'
import { answerValue } from '../document/open-extractor.ts'

/** What the campus is, by its tables alone: nothing of it can be reached from here. */
export const offlineCampus: House['campus'] = {
  endpoint: (service, method, path, query) => lookUp(services.get(service), method, path, query),
  service(id) {
    const service = services.get(id)
    return service && { id, hosts: service.hosts, ...(service.within === undefined ? {} : { within: service.within }), signedIn: service.signedIn !== undefined, endpoints: service.endpoints }
  },
}

/** The campus service that a page of this host and path belongs to. */
export const serviceOfHost = (host: string, path: string): string | undefined =>
  [...services.values()].find((service) => service.hosts.includes(host) && path.startsWith(service.within))?.id

/** Reads pages in this process: they are the author's own recordings, and the time of a run and Ctrl-C end it. */
export const ownExtractor: Extractor = {
  extract: async (source, spec, signal) => { signal.throwIfAborted(); return answerValue(bounded(() => runJob(source, spec))) },
  close: async () => {},
}
