import type { Campus, Endpoint, Query, ServiceFacts } from '../../../host/campus/campus.ts'
import type { Destination } from '../../../rules/call.ts'
import type { Json } from '../../../rules/json.ts'
import type { Effect } from '../../../sdk/index.ts'
import type { RequestStep } from '../steps/step.ts'
import type { Place } from '../manifest/place.ts'
import { checkShape } from './check-shape.ts'
import { canStandWithin, type Reach, staticPath } from './requests-of.ts'

export interface Origin {
  readonly trust: 'official' | 'community'
  /** It came from a link, and is not what ships. */
  readonly fetched?: boolean
}

/** What one request means for its tool. */
export interface Reached {
  readonly destination: Destination
  readonly effect: Effect
  readonly people: boolean
  readonly private: boolean
  readonly irreversible: boolean
  /** Deletes or overwrites what is stored. */
  readonly overwrites: boolean
  /** For the record of a raise: `treehole POST /chapi/…`, `website example.org POST`. */
  readonly name: string
}

export interface ReachContext {
  readonly campus: Pick<Campus, 'endpoint' | 'service'>
  readonly origin: Origin
  readonly scopes: readonly string[]
  readonly websites: readonly string[]
}

/**
 * Looks one request up in the endpoint table (policy §1). Throws `DOC_SERVICE_*`, `DOC_WEBSITE_UNDECLARED`,
 * `DOC_ENDPOINT_FORBIDDEN` (sign-in and the like), `DOC_ENDPOINT_UNLISTED` (community), `DOC_SAFE_FORBIDDEN`,
 * `DOC_CACHE_ACTS` for one in a `cache` that does more than read.
 */
export function reached({ request, cached }: Reach, context: ReachContext, place: Place): Reached {
  const found = lookUp(request, context, place)
  if (cached && found.effect !== 'read') throw place.error('DOC_CACHE_ACTS', { step: found.name })
  return found
}

function lookUp(request: RequestStep, context: ReachContext, place: Place): Reached {
  const { to, method } = request
  const reads = method === 'GET' || method === 'HEAD'
  if (request.safe && (to.kind === 'campus' || context.origin.trust !== 'official')) throw place.error('DOC_SAFE_FORBIDDEN')
  if (to.kind === 'website') {
    if (!context.websites.includes(to.host)) throw place.error('DOC_WEBSITE_UNDECLARED', { host: to.host })
    const writes = !reads && !request.safe
    return {
      destination: { kind: 'website', host: to.host }, name: `website ${to.host} ${method}`,
      effect: writes ? 'write' : 'read', people: true, private: false, irreversible: writes, overwrites: false,
    }
  }
  const service = context.campus.service(to.service)
  if (!service) throw place.error('DOC_SERVICE_UNKNOWN', { service: to.service })
  if (!context.scopes.includes(to.service)) throw place.error('DOC_SERVICE_UNDECLARED', { service: to.service })
  checkShape(request, service.hosts, place)
  const path = staticPath(to.path)
  if (service.within !== undefined && !canStandWithin(path, service.within)) throw place.child('path').error('DOC_FIELD_INVALID', { expected: `${service.within}…` })
  const endpoint = context.campus.endpoint(to.service, method, path, knownOf(request.query))
  if (endpoint.effect === 'sign-in') throw place.error('DOC_ENDPOINT_FORBIDDEN', { service: to.service, method, path })
  if (!endpoint.listed && context.origin.trust !== 'official') throw place.error('DOC_ENDPOINT_UNLISTED', { service: to.service, method, path })
  return {
    destination: { kind: 'campus', service: to.service }, name: `${to.service} ${method} ${path}`,
    effect: countsAs(endpoint.effect, endpoint.listed),
    people: endpoint.text === 'people' || !endpoint.listed, private: isPrivate(endpoint, service), irreversible: endpoint.irreversible, overwrites: false,
  }
}

/** A value that an expression makes is not known before it runs. */
const knownOf = (query: RequestStep['query']): Query => Object.fromEntries(query.map(([name, template]) => [name, template.kind === 'fixed' ? scalarOf(template.value) : undefined]))
const scalarOf = (value: Json): Query[string] => (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined)

/** An unlisted path is a write at least, and more where its neighbours in the table are (policy §1). */
export const countsAs = (effect: Effect, listed: boolean): Effect => (listed ? effect : strongest(effect, 'write'))

/** A signed-in service's answers are the person's own data unless its table says otherwise of the endpoint. */
const isPrivate = (endpoint: Endpoint, service: ServiceFacts): boolean => endpoint.private || (service.signedIn && !endpoint.listed)

const order: readonly Effect[] = ['read', 'write', 'money', 'public']
export const strongest = (...all: readonly Effect[]): Effect => all.reduce((a, b) => (order.indexOf(b) > order.indexOf(a) ? b : a), 'read')
/** Exact: money and public both cover read and write, and neither covers the other. */
export const isWithin = (effect: Effect, limit: Effect): boolean => effect === limit || effect === 'read' || (effect === 'write' && limit !== 'read')
