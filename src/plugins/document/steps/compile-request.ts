import type { z } from 'zod'
import { isHeaderValue } from '../../../host/campus/request/check-request.ts'
import type { Template } from '../expression/template.ts'
import type { Place } from '../manifest/place.ts'
import { compileMultipart } from './compile-multipart.ts'
import type { Reader } from './compile-steps.ts'
import type { RequestStep, Values } from './step.ts'
import type { stepSchemas } from './step-schemas.ts'

type Raw = z.output<typeof stepSchemas.request>

/**
 * Headers a document may set. Cookies, credentials, the host and the framing of a request are the host's alone; to a campus
 * service it says the language too, and takes no other than these (`host/campus/request/check-request.ts`).
 */
const campusHeaders: readonly string[] = ['accept', 'referer', 'x-requested-with']
const websiteHeaders: readonly string[] = [...campusHeaders, 'accept-language', 'cache-control']

/** Reads a `request` step: to a service's path or to a website's URL, with at most one body. */
export function compileRequest(raw: Raw, place: Place, read: Reader): RequestStep {
  const invalid = (at: Place, expected: string) => at.error('DOC_FIELD_INVALID', { expected })
  const bodies = (['form', 'json', 'multipart'] as const).filter((name) => raw[name] !== undefined)
  const [body, second] = bodies
  if (second !== undefined) throw invalid(place.child(second), 'form | json | multipart')
  if ((raw.method === 'GET' || raw.method === 'HEAD') && body !== undefined) throw invalid(place.child('method'), 'POST | PUT | DELETE')
  const to = target(raw, place, read)
  if (raw.multipart !== undefined && to.kind !== 'campus') throw invalid(place.child('multipart'), 'service + path')
  if (raw.multipart !== undefined && raw.method !== 'POST') throw invalid(place.child('method'), 'POST')
  const allowed = to.kind === 'campus' ? campusHeaders : websiteHeaders
  const headers: Values = [
    ...(raw.accept === undefined ? [] : [['accept', read.template(raw.accept, place.child('accept'))] as const]),
    ...valuesOf(raw.headers, place.child('headers'), read).map(([name, value]) => {
      const lower = name.toLowerCase()
      if (!allowed.includes(lower)) throw invalid(place.child('headers').child(name), allowed.join(' | '))
      if (!isHeaderValue(literals(value).join(''))) throw invalid(place.child('headers').child(name), 'ASCII, ≤ 512')
      return [lower, value] as const
    }),
  ]
  return {
    to,
    method: raw.method,
    query: valuesOf(raw.query, place.child('query'), read),
    headers,
    form: raw.form && valuesOf(raw.form, place.child('form'), read),
    json: raw.json === undefined ? undefined : read.template(raw.json, place.child('json')),
    multipart: raw.multipart && compileMultipart(raw.multipart, place.child('multipart'), read),
    charset: raw.charset,
    status: raw.expect.status,
    type: raw.expect.type,
    timeoutMs: raw.timeout === undefined ? undefined : Math.round(raw.timeout * 1000),
    safe: raw.safe === true,
  }
}

export const valuesOf = (values: Readonly<Record<string, unknown>> | undefined, place: Place, read: Reader): Values =>
  Object.entries(values ?? {}).map(([key, value]) => [key, read.template(value, place.child(key))] as const)

function target(raw: Raw, place: Place, read: Reader): RequestStep['to'] {
  const { service, path, url } = raw
  const invalid = (at: Place, expected: string) => at.error('DOC_FIELD_INVALID', { expected })
  if (service !== undefined && path !== undefined && url === undefined) {
    const at = place.child('path')
    if (!/^\/(?!\/)/.test(path)) throw invalid(at, '/…')
    const template = read.template(path, at)
    if (literals(template).some((part) => /[?#\\%\s\x00-\x1f\x7f]/.test(part))) throw invalid(at, 'path, query:')
    if (climbs(template)) throw invalid(at, '/… (≠ . ..)')
    return { kind: 'campus', service, path: template }
  }
  if (url !== undefined && service === undefined && path === undefined) return website(url, place.child('url'), read)
  throw invalid(place, 'service + path | url')
}

/** The scheme and the host are literals: nothing that a page or a person brings can choose where a request goes (bug-log 80). */
function website(url: string, place: Place, read: Reader): RequestStep['to'] {
  const form = /^https:\/\/([a-z0-9.-]+)(\/[^?#]*)?(\?[^#]*)?$/s.exec(url.replace(/\$\{\{.*?\}\}/gs, (hole) => '\u{e000}'.repeat(hole.length)))
  const host = form?.[1]
  if (host === undefined) throw place.error('DOC_FIELD_INVALID', { expected: 'https://host/path?query' })
  const headLength = 'https://'.length + host.length + (form?.[2]?.length ?? 0)
  const head = read.template(url.slice(0, headLength), place)
  const tail = form?.[3] === undefined ? undefined : read.template(url.slice(headLength), place)
  if (climbs(head) || literals(head).some((part) => /[\\\s\x00-\x1f\x7f]/.test(part))) throw place.error('DOC_FIELD_INVALID', { expected: 'https://host/path?query' })
  return { kind: 'website', host, head, tail }
}

/** What the author wrote of a text. */
function literals(template: Template): readonly string[] {
  if (template.kind === 'text') return template.parts.filter((part) => typeof part === 'string')
  return template.kind === 'fixed' ? [String(template.value)] : []
}

const climbs = (template: Template): boolean => literals(template).some((part) => /(^|\/)\.{1,2}(\/|$)/.test(part))
