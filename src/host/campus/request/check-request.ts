import { z } from 'zod'
import { HarnessError } from '../../../rules/errors/index.ts'
import type { CampusRequest, Method } from '../../../sdk/index.ts'
import type { CampusLimits, Endpoint } from '../campus.ts'
import { allows, lookUp, namesForeignScript } from '../services/endpoint-table.ts'
import type { Service, Wish, Written } from '../services/service.ts'
import { isCanonicalPath } from './check-path.ts'
import { mostMultipart, multipartOf, parts } from './multipart.ts'
import { readOnce } from './read-once.ts'

/** A plugin's request after every check: what may be sent, and what is known of it. */
export interface Plan {
  readonly endpoint: Endpoint
  readonly method: Method
  readonly path: string
  /** Absolute URL with its query. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** In place of `body`: encoded when it is sent. */
  readonly multipart: FormData | undefined
  readonly charset: string | undefined
  /** Milliseconds, undefined where the plugin leaves it to the host. */
  readonly timeoutMs: number | undefined
  /** Repeating it changes nothing: a read by GET or HEAD. */
  readonly safe: boolean
  /** Of a request that the host writes: what it asks for, and how its answer is read. It has no `body` yet. */
  readonly written: { readonly wish: Wish; readonly read: Written['read'] } | undefined
}

const scalar = z.union([z.string(), z.number(), z.boolean()])
const shape = z.strictObject({
  service: z.string(), path: z.string(), method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'DELETE']).default('GET'),
  query: z.record(z.string(), scalar.optional()).default({}), headers: z.record(z.string(), z.string()).default({}),
  form: z.record(z.string(), scalar).optional(), json: z.unknown().optional(), multipart: parts.optional(),
  charset: z.string().max(32).optional(), timeoutMs: z.number().positive().optional(),
})
type Shape = z.output<typeof shape>

/**
 * Checks a request against its service and the calling tool's declared effect.
 * @throws CAMPUS_REQUEST_INVALID, CAMPUS_PATH_REFUSED, CAMPUS_ENDPOINT_RESERVED, CAMPUS_EFFECT_EXCEEDED
 */
export function checkRequest(service: Service, request: CampusRequest, { effect }: Pick<CampusLimits, 'effect'>): Plan {
  const parsed = shape.safeParse(request)
  if (!parsed.success) throw invalid(service, `fields: ${parsed.error.issues.map((issue) => issue.path.join('.') || issue.code).join(', ')}`)
  const asked = parsed.data
  if (!isCanonicalPath(asked.path) || !asked.path.startsWith(service.within) || namesForeignScript(service, asked.path)) throw new HarnessError('CAMPUS_PATH_REFUSED', { service: service.id })
  const endpoint = lookUp(service, asked.method, asked.path, asked.query)
  if (endpoint.effect === 'sign-in' && service.officialPage && asked.path.toLowerCase().startsWith(service.officialPage.path)) throw new HarnessError('CAMPUS_OFFICIAL_PAGE_ONLY', { service: service.id, page: service.officialPage.page })
  if (endpoint.effect === 'sign-in') throw new HarnessError('CAMPUS_ENDPOINT_RESERVED', { service: service.id })
  if (!allows(effect, endpoint.effect)) throw new HarnessError('CAMPUS_EFFECT_EXCEEDED', { service: service.id, declared: effect, effect: endpoint.effect })
  const { type, body, multipart } = bodyOf(service, asked)
  // What only reads takes no file.
  if (multipart && endpoint.effect === 'read') throw invalid(service, 'multipart to a read')
  const written = service.signedIn?.written?.find(({ path }) => endpoint.listed && path === endpoint.path)
  return {
    endpoint, written: written && { wish: wishOf(service, written, asked), read: readOnce(written.read) }, method: asked.method, path: asked.path, body: written ? undefined : body, multipart, charset: asked.charset, timeoutMs: asked.timeoutMs,
    url: service.origin + asked.path + queryOf(asked.query),
    headers: { 'accept-language': 'zh-CN', ...type, ...headersOf(service, asked) },
    safe: endpoint.effect === 'read' && (asked.method === 'GET' || asked.method === 'HEAD'),
  }
}

/**
 * Frameworks take this name for the real method, which would make the table's row the wrong one. PHP has other spellings of
 * it: blanks before it are dropped, a blank, a dot or an open bracket in it is read as `_`, and a NUL ends it.
 */
export const overridesMethod = (name: string): boolean =>
  /^_method(?:_|$)/i.test(name.replace(/\0[^]*/, '').trimStart().replaceAll(/[ .[]/g, '_'))

interface Body { readonly type: Readonly<Record<string, string>>; readonly body?: string; readonly multipart?: FormData }

function bodyOf(service: Service, { method, query, form, json, multipart }: Shape): Body {
  const names = [...[query, form ?? {}, typeof json === 'object' && json !== null ? json : {}].flatMap((fields) => Object.keys(fields)), ...(multipart ?? []).map(({ name }) => name)]
  if (names.some(overridesMethod)) throw invalid(service, '_method')
  const bodies = Object.entries({ form, json, multipart }).flatMap(([name, given]) => (given === undefined ? [] : [name]))
  if (bodies.length === 0) return { type: {} }
  if (bodies.length > 1) throw invalid(service, bodies.join(' and '))
  if (method === 'GET' || method === 'HEAD') throw invalid(service, `a body with ${method}`)
  if (multipart) {
    const whole = method === 'POST' ? multipartOf(multipart) : undefined
    if (!whole) throw invalid(service, method === 'POST' ? `multipart over ${mostMultipart} bytes` : `multipart with ${method}`)
    return { type: {}, multipart: whole }
  }
  return form === undefined
    ? { type: { 'content-type': 'application/json' }, body: textOf(service, json) }
    : { type: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' }, body: pairs(form) }
}

/** Of such a request nothing is sent as a plugin wrote it, so what it says beside the values is a mistake. */
function wishOf(service: Service, { wish, takes }: Written, { form = {}, json, multipart, query }: Shape): Wish {
  const values = Object.fromEntries(Object.entries(form).map(([name, value]) => [name, String(value)]))
  const wished = json === undefined && multipart === undefined && Object.keys(query).length === 0 ? wish(values) : undefined
  if (!wished) throw invalid(service, `form: ${takes}`)
  return wished
}

function textOf(service: Service, json: unknown): string {
  try {
    return JSON.stringify(json)
  } catch (cause) {
    throw new HarnessError('CAMPUS_REQUEST_INVALID', { service: service.id, problem: 'json' }, { cause })
  }
}

/** The few headers a plugin may set. Everything that could carry or move a session is the host's. */
function headersOf(service: Service, { headers, form, json }: Shape): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([given, value]) => {
    const name = given.toLowerCase()
    const fits = name === 'accept' || name === 'x-requested-with'
      || (name === 'content-type' && (form !== undefined ? isType(value, 'x-www-form-urlencoded') : json !== undefined && isType(value, 'json')))
      || (name === 'referer' && isOwnReferer(value, service.hosts))
    if (!fits || !isHeaderValue(value)) throw invalid(service, `header ${name.slice(0, 40).replaceAll(/[^\w-]/g, '?')}`)
    return [name, value]
  }))
}

/** A page of the service's own. */
export const isOwnReferer = (value: string, hosts: readonly string[]): boolean => hosts.some((host) => value === `https://${host}` || value.startsWith(`https://${host}/`))

export const isHeaderValue = (value: string): boolean => /^[\x20-\x7e]{0,512}$/.test(value)

/** Only what the body is: another name for it would have it read otherwise than it was checked. */
const isType = (type: string, subtype: 'x-www-form-urlencoded' | 'json'): boolean =>
  type.toLowerCase().replace(/; ?charset=utf-8$/, '') === `application/${subtype}`

/** A query with its question mark; nothing for one of no fields. */
export const queryOf = (query: Shape['query']): string => {
  const text = pairs(Object.fromEntries(Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))))
  return text === '' ? '' : `?${text}`
}

/** UTF-8 percent-encoding; a space is %20, which forms and queries both read. */
const pairs = (fields: Readonly<Record<string, string | number | boolean>>): string =>
  Object.entries(fields).map(([name, value]) => `${percent(name)}=${percent(String(value))}`).join('&')

/** Half a surrogate pair becomes U+FFFD, because encodeURIComponent would throw on it. */
const percent = (text: string): string => encodeURIComponent(Buffer.from(text).toString())

const invalid = (service: Service, problem: string) => new HarnessError('CAMPUS_REQUEST_INVALID', { service: service.id, problem })
