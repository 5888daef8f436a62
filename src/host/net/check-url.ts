import { isIP } from 'node:net'
import { HarnessError } from '../../rules/errors/index.ts'

export interface UrlRules {
  /** Exact host names, lower case. */
  readonly hosts: readonly string[]
  /** http is turned into https before anything is sent. */
  readonly upgradeHttp: boolean
  /** Origin of the one server on this machine that this request may reach (`loopback-rule.ts`). */
  readonly loopbackOrigin: string | undefined
}

/** A URL that passed every rule: parsed, https (or a loopback server the person named), on a declared host, default port. */
export interface CheckedUrl { readonly url: URL; readonly loopback: boolean }

/**
 * Checks a URL by parsing it as WHATWG says and judging the parts, so that an odd spelling is judged as what it means
 * (`https://0x7f.1/` is an address, a backslash is a slash). `base` resolves a Location.
 * Throws `NET_URL_*`, `NET_SCHEME`, `NET_PORT_FORBIDDEN`, `NET_HOST_FORM` or `NET_HOST_UNDECLARED`.
 */
export function checkUrl(input: string, rules: UrlRules, base?: URL): CheckedUrl {
  const url = parse(input, base)
  if (url.username !== '' || url.password !== '') throw new HarnessError('NET_URL_USERINFO', { host: url.hostname })
  if (isNamedLoopback(url, rules)) return { url, loopback: true }
  if (url.protocol === 'http:' && rules.upgradeHttp) url.protocol = 'https:'
  if (url.protocol !== 'https:') throw new HarnessError('NET_SCHEME', { scheme: url.protocol.slice(0, -1) })
  if (url.port !== '') throw new HarnessError('NET_PORT_FORBIDDEN', { host: url.hostname, port: url.port })
  if (!isFullName(url.hostname)) throw new HarnessError('NET_HOST_FORM', { host: url.hostname })
  if (!rules.hosts.includes(url.hostname)) throw new HarnessError('NET_HOST_UNDECLARED', { host: url.hostname })
  url.hash = ''
  return { url, loopback: false }
}

/** The origin of a server on this machine: http, `127.0.0.1` or `localhost`, a port. Throws `NET_URL_MALFORMED` or `NET_HOST_FORM`. */
export function loopbackOriginOf(input: string): string {
  const url = parse(input)
  if (url.protocol !== 'http:' || !loopbackNames.includes(url.hostname)) throw new HarnessError('NET_HOST_FORM', { host: url.hostname })
  return url.origin
}

const loopbackNames: readonly string[] = ['127.0.0.1', 'localhost']

const isNamedLoopback = (url: URL, rules: UrlRules): boolean =>
  rules.loopbackOrigin !== undefined && url.origin === rules.loopbackOrigin && url.protocol === 'http:'
  && loopbackNames.includes(url.hostname) && rules.hosts.includes(url.hostname)

/** After parsing an IPv4 address in any spelling is dotted decimal and an IPv6 one stands in brackets. */
const isFullName = (host: string): boolean =>
  isIP(host) === 0 && !host.startsWith('[') && !host.endsWith('.') && host.includes('.') && !host.startsWith('.') && !host.endsWith('.localhost')

function parse(input: string, base?: URL): URL {
  try {
    return new URL(input, base)
  } catch (cause) {
    throw new HarnessError('NET_URL_MALFORMED', {}, { cause })
  }
}
