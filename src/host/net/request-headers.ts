import { HarnessError } from '../../rules/errors/index.ts'
import { acceptedCodings } from './decode-body.ts'

/** A caller's headers with lower-case names, and what the door adds. Throws `NET_HEADER_REFUSED` for one that is the door's own or malformed. */
export function requestHeaders(own: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const headers: Record<string, string> = { accept: '*/*', 'user-agent': 'pku-harness' }
  for (const [name, value] of Object.entries(own)) {
    const lower = name.toLowerCase()
    if (doorsOwn.includes(lower) || lower.startsWith('proxy-') || !isToken(lower) || !isFieldValue(value)) throw new HarnessError('NET_HEADER_REFUSED', { name: isToken(lower) ? lower : '?' })
    headers[lower] = value
  }
  return { ...headers, 'accept-encoding': acceptedCodings }
}

/** Framing, routing and cookies: a caller who sets these could smuggle a request, a host or a session. */
const doorsOwn: readonly string[] = [
  'host', 'connection', 'keep-alive', 'content-length', 'transfer-encoding', 'te', 'trailer', 'upgrade', 'expect', 'cookie', 'accept-encoding',
]

const isToken = (name: string): boolean => /^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name)
/** Visible ASCII, spaces and tabs: RFC 9110 §5.5 without obs-text, which servers read in no agreed charset. */
const isFieldValue = (value: string): boolean => /^[\t\x20-\x7e]*$/.test(value)
