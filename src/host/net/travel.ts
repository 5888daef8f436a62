import type { Clock } from '../clock/clock.ts'
import type { Destination } from '../../rules/call.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import { checkUrl, type CheckedUrl, type UrlRules } from './check-url.ts'
import { cookieHeader, keepCookies } from './cookies.ts'
import type { Deadlines } from './deadlines.ts'
import type { Dialers } from './dial.ts'
import type { DoorRequest, Hop } from './door.ts'
import { exchange, type Exchange, type Outgoing } from './exchange.ts'
import { isRedirect, nextRequest } from './redirect.ts'
import { type HopTrace, startTrace } from './hop-trace.ts'
import { requestHeaders } from './request-headers.ts'

export interface Means {
  readonly dialers: Dialers
  readonly clock: Clock
  /** Told of the hops of requests that bring no trace. */
  readonly trace: DoorRequest['trace']
  /** See `loopback-rule.ts`. */
  readonly loopbackFor: (to: Destination) => string | undefined
}

/** Set true in the instant before the first byte of any hop is written, and never back. */
export interface Progress { left: boolean }

/** Where the hops ended: an answer whose body is still to be read, and the request it answers. */
export interface Arrival {
  readonly answer: Exchange
  readonly out: Outgoing
  readonly hops: readonly Hop[]
  readonly trace: HopTrace
}

/**
 * Goes from hop to hop. Each is checked before a byte of it is sent, gets the cookies that are right for it at that moment, and gives
 * its own to the jar. Rejects with a `NET_*` error.
 */
export async function travel(request: DoorRequest, means: Means, deadlines: Deadlines, progress: Progress): Promise<Arrival> {
  const rules = rulesOf(request, means)
  const limit = Math.max(0, Math.min(10, request.redirects ?? 0))
  const hops: Hop[] = []
  const seen = new Set<string>()
  const refused = new Set<string>()
  let { target, out } = firstHop(request, rules)
  for (;;) {
    const host = out.url.hostname
    const cookies = await cookieHeader(request.jar, out.url)
    refuseLoop(seen, out, cookies, refused)
    const trace = startTrace(request, out, means.clock, means.trace)
    const answer = await send(target, cookies ? { ...out, headers: { ...out.headers, cookie: cookies } } : out, means, deadlines, progress).catch((error: unknown) => trace.failed(error))
    trace.answered(answer.status)
    try {
      for (const name of await keepCookies(request.jar, out.url, answer.headers['set-cookie'])) refused.add(name)
      const hop = { url: out.url.href, status: answer.status, location: locationOf(answer, out.url) }
      hops.push(hop)
      if (limit === 0 || !isRedirect(hop.status) || hop.location === undefined || request.onRedirect?.(hop) === false) return { answer, out, hops, trace }
      if (hops.length > limit) throw new HarnessError('NET_TOO_MANY_REDIRECTS', { host, limit })
      target = checkLocation(hop.location, rules, out.url)
      out = nextRequest(out, hop.status, target.url)
    } catch (error) {
      answer.abandon()
      trace.failed(error)
    }
    await discard(answer, deadlines, host)
    trace.done()
  }
}

/** A server on loopback is reached by a first hop of its own destination alone; no redirect leads there. */
const rulesOf = (request: DoorRequest, means: Means): UrlRules => ({
  hosts: request.hosts, upgradeHttp: request.upgradeHttp ?? false,
  loopbackOrigin: means.loopbackFor(request.destination),
})

function firstHop(request: DoorRequest, rules: UrlRules): { target: CheckedUrl; out: Outgoing } {
  const target = checkUrl(request.url, rules)
  return { target, out: { url: target.url, method: request.method ?? 'GET', headers: requestHeaders(request.headers), body: request.body } }
}

function checkLocation(location: string, rules: UrlRules, from: URL): CheckedUrl {
  if (location.startsWith('http:') && !rules.upgradeHttp) throw new HarnessError('NET_DOWNGRADE', { host: from.hostname })
  return checkUrl(location, { ...rules, loopbackOrigin: undefined })
}

async function send(target: CheckedUrl, out: Outgoing, means: Means, deadlines: Deadlines, progress: Progress): Promise<Exchange> {
  const host = out.url.hostname
  deadlines.headers(host)
  const answer = await exchange(target.loopback ? means.dialers.loopback : means.dialers.secure, out, deadlines.signal, () => { progress.left = true })
  deadlines.idle(host)
  return answer
}

/** A redirect's body is not wanted, but a short one is read to its end so that the connection can serve the next hop. */
async function discard(answer: Exchange, deadlines: Deadlines, host: string): Promise<void> {
  let bytes = 0
  try {
    for await (const chunk of answer.raw) {
      bytes += chunk.length
      deadlines.idle(host)
      if (bytes > 16_384) break
    }
  } catch {
    // The head was all that was needed; a deadline or cancel shows itself on the next hop.
    answer.abandon()
  }
}

/** The same request with the same cookies gets the same answer, so going on would never end (bug-log 110, 112). */
function refuseLoop(seen: Set<string>, out: Outgoing, cookies: string, refused: ReadonlySet<string>): void {
  const key = JSON.stringify([out.method, out.url.href, cookies])
  const [cookie] = refused
  if (seen.has(key)) {
    throw cookie === undefined
      ? new HarnessError('NET_LOOP', { host: out.url.hostname })
      : new HarnessError('NET_LOOP_COOKIE_REFUSED', { host: out.url.hostname, cookie })
  }
  seen.add(key)
}

/** Absolute; undefined without one. A Location that cannot be parsed, or two of them, are kept as they came and fail when followed. */
function locationOf(answer: Exchange, base: URL): string | undefined {
  const { location } = answer.headers
  if (location === undefined) return undefined
  const text = typeof location === 'string' ? location : location.join(', ')
  return URL.canParse(text, base.href) ? new URL(text, base).href : text
}
