import { defaultCaps, type Door, type DoorResponse } from '../host/net/door.ts'
import { parseJson } from '../host/net/parse-json.ts'
import type { Response, WebRequest } from '../sdk/index.ts'
import type { WebPort } from './house.ts'

/** Redirects that a read follows; anything else gets the 3xx itself. */
const mostRedirects = 5
/** What a plugin may see of an answer's head: nothing that could be a session. */
const shownHeaders = ['content-type', 'content-language', 'date', 'etag', 'last-modified', 'retry-after']

/** Public websites through the one door: https, the plugin's declared hosts at each hop, no cookies. */
export const webThrough = (door: Door): WebPort => ({
  async request(hosts, request, { signal, trace }) {
    const url = addressOf(request)
    const { method = 'GET', charset, timeoutMs } = request
    const reads = method === 'GET' || method === 'HEAD'
    const { body, type } = bodyOf(request)
    return asResponse(await door.request({
      destination: { kind: 'website', host: url.hostname }, url: url.href, method, hosts, redirects: reads ? mostRedirects : 0, signal, trace,
      headers: { ...request.headers, ...(type === undefined ? {} : { 'content-type': type }) },
      ...(body === undefined ? {} : { body }),
      ...(charset === undefined ? {} : { charset }),
      ...(timeoutMs === undefined ? {} : { caps: { totalMs: Math.min(timeoutMs, defaultCaps.totalMs) } }),
    }))
  },
})

function addressOf({ url: text, query = {} }: WebRequest): URL {
  const url = new URL(text)
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.append(name, String(value))
  return url
}

function bodyOf({ form, json }: WebRequest): { readonly body: string | undefined; readonly type: string | undefined } {
  if (form) return { body: new URLSearchParams(Object.fromEntries(Object.entries(form).map(([name, value]) => [name, String(value)]))).toString(), type: 'application/x-www-form-urlencoded' }
  return json === undefined ? { body: undefined, type: undefined } : { body: JSON.stringify(json), type: 'application/json' }
}

function asResponse({ url, status, headers, text, bytes }: DoorResponse): Response {
  return {
    status, text, bytes, json: parseJson(text), finalPath: new URL(url).pathname,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => shownHeaders.includes(name))),
  }
}
