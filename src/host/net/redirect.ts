import { HarnessError } from '../../rules/errors/index.ts'
import type { Outgoing } from './exchange.ts'

export const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status)

/**
 * The request that follows a redirect (Fetch standard, HTTP-redirect fetch). A 303, and a 301 or 302 after POST, become GET without
 * their body. Another origin gets none of the caller's headers but the harmless ones, for good: a signed header never leaves the
 * origin it was made for, even if a later hop leads back. A body is never passed on to another origin (`NET_REDIRECT_BODY`).
 */
export function nextRequest(from: Outgoing, status: number, to: URL): Outgoing {
  const toGet = status === 303 ? from.method !== 'HEAD' : (status === 301 || status === 302) && from.method === 'POST'
  const sameOrigin = to.origin === from.url.origin
  const body = toGet ? undefined : from.body
  if (body !== undefined && !sameOrigin) throw new HarnessError('NET_REDIRECT_BODY', { host: from.url.hostname, to: to.hostname })
  const headers = Object.entries(from.headers).filter(([name]) => (sameOrigin || harmless.includes(name)) && !(toGet && name.startsWith('content-')))
  return { url: to, method: toGet ? 'GET' : from.method, headers: Object.fromEntries(headers), body }
}

const harmless: readonly string[] = ['accept', 'accept-language', 'accept-encoding', 'user-agent']
