import { isIPv6, type LookupFunction, type Socket } from 'node:net'
import { buildConnector } from 'undici'
import { HarnessError } from '../../rules/errors/index.ts'
import type { Proxy } from './proxy-url.ts'

/** Opens a tunnel to port 443 of a host; TLS with the host itself is the caller's, so the proxy sees neither path nor header. */
export type Tunnel = (host: string, done: (error: Error | null, socket: Socket | null) => void) => void

/**
 * Asks `proxy` for a tunnel (RFC 9110 §9.3.6) to an address that was resolved and checked here, never to a name: what the proxy would
 * make of a name cannot be checked. The proxy's own address is not, for the person named it; it may be on this machine.
 * Fails with what `lookup` fails with, or `NET_PROXY`.
 */
export function tunnelThrough(proxy: Proxy, lookup: LookupFunction, timeoutMs: number): Tunnel {
  const connect = buildConnector({ timeout: timeoutMs, rejectUnauthorized: true, minVersion: 'TLSv1.2', autoSelectFamily: true })
  return (host, done) => lookup(host, { all: true }, (error, found) => {
    if (error) return done(error, null)
    const addresses = typeof found === 'string' ? [found] : found.map(({ address }) => address)
    const address = addresses.find((one) => !isIPv6(one)) ?? addresses[0]
    if (address === undefined) return done(new HarnessError('NET_DNS', { host }), null)
    connect({ hostname: proxy.host, host: `${proxy.host}:${proxy.port}`, protocol: proxy.protocol, port: proxy.port }, (refused, socket) => {
      if (refused) return done(fault(host, 'unreachable', refused), null)
      askFor(`${isIPv6(address) ? `[${address}]` : address}:443`, socket, timeoutMs, (problem) => {
        if (problem === undefined) return done(null, socket)
        socket.destroy()
        done(fault(host, problem), null)
      })
    })
  })
}

const fault = (host: string, reason: string, cause?: unknown) => new HarnessError('NET_PROXY', { host, reason }, { cause })

/** Sends CONNECT and reads the answer's head; what is wrong with it, or undefined. A byte behind the head would be nobody's. */
function askFor(authority: string, socket: Socket, timeoutMs: number, done: (problem: string | undefined) => void): void {
  let head = ''
  const end = (problem: string | undefined): void => {
    clearTimeout(late)
    socket.off('data', onData).off('error', onError).off('close', onClose)
    socket.pause()
    done(problem)
  }
  const onData = (chunk: Buffer): void => {
    head += chunk.toString('latin1')
    const at = head.indexOf('\r\n\r\n')
    if (at < 0) { if (head.length > mostHead) end('head'); return }
    const status = /^HTTP\/1\.[01] (\d{3})[ \r]/.exec(head)?.[1] ?? 'head'
    end(status !== '200' ? status : at + 4 === head.length ? undefined : 'head')
  }
  const onError = (): void => end('closed')
  const onClose = (): void => end('closed')
  const late = setTimeout(() => end('timeout'), timeoutMs)
  socket.on('data', onData).on('error', onError).on('close', onClose)
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`)
}
const mostHead = 8192
