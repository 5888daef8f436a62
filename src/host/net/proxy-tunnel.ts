import { isIPv6, type LookupFunction, type Socket } from 'node:net'
import { buildConnector } from 'undici'
import { HarnessError } from '../../rules/errors/index.ts'
import type { ProxyLogin } from './proxy-login.ts'
import { type Proxy, proxyOrigin } from './proxy-url.ts'

/** Opens a tunnel to port 443 of a host; TLS with the host itself is the caller's, so the proxy sees neither path nor header. */
export type Tunnel = (host: string, done: (error: Error | null, socket: Socket | null) => void) => void

/** The tunnel, or the head that the proxy refused it with; its connection is gone then. */
type Answer = { readonly status: '200'; readonly socket: Socket } | { readonly status: string; readonly head: string }

/**
 * Asks `proxy` for a tunnel (RFC 9110 §9.3.6) to an address that was resolved and checked here, never to a name: what the proxy would
 * make of a name cannot be checked. The proxy's own address is not, for the person named it; it may be on this machine. One that asks for
 * a name and password (407) is asked anew with those of `login`, which stand in CONNECT alone and in nothing that goes through the tunnel.
 * Fails with what `lookup` and `login` fail with, `NET_PROXY`, or `NET_PROXY_SCHEME`.
 */
export function tunnelThrough(proxy: Proxy, lookup: LookupFunction, timeoutMs: number, login?: ProxyLogin): Tunnel {
  const connect = buildConnector({ timeout: timeoutMs, rejectUnauthorized: true, minVersion: 'TLSv1.2', autoSelectFamily: true })
  return (host, done) => { open(host).then((socket) => done(null, socket), (error: Error) => done(error, null)) }

  async function open(host: string): Promise<Socket> {
    const authority = `${await addressOf(host)}:443`
    const signedIn = (to: ProxyLogin): Promise<Answer> => to.lend((authorization) => ask(host, authority, authorization))
    // Where it took them before they go with the first request.
    if (login?.state === 'taken') return opened(await signedIn(login), host)
    const answer = await ask(host, authority)
    if (!isRefusal(answer)) login?.without('unasked')
    if (isRefusal(answer) && answer.status === '407') {
      const scheme = otherThanBasic(answer.head)
      if (scheme !== undefined) {
        login?.without('unspoken')
        throw new HarnessError('NET_PROXY_SCHEME', { proxy: proxyOrigin(proxy), scheme })
      }
      if (!login) throw new HarnessError('NET_PROXY_LOGIN_NEEDED', { proxy: proxyOrigin(proxy) })
      return opened(await signedIn(login), host)
    }
    return opened(answer, host)
  }

  function addressOf(host: string): Promise<string> {
    return new Promise((resolve, reject) => lookup(host, { all: true }, (error, found) => {
      if (error) return reject(error)
      const addresses = typeof found === 'string' ? [found] : found.map(({ address }) => address)
      const address = addresses.find((one) => !isIPv6(one)) ?? addresses[0]
      if (address === undefined) return reject(new HarnessError('NET_DNS', { host }))
      resolve(isIPv6(address) ? `[${address}]` : address)
    }))
  }

  /** Each on a connection of its own: what a proxy leaves behind a refusal is nobody's. */
  function ask(host: string, authority: string, authorization?: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      connect({ hostname: proxy.host, host: `${proxy.host}:${proxy.port}`, protocol: proxy.protocol, port: proxy.port }, (refused, socket) => {
        if (refused) return reject(fault(host, 'unreachable', refused))
        // Until TLS listens to it, a tunnel that breaks is told by TLS, which cannot begin in it.
        socket.on('error', () => undefined)
        askFor(authority, authorization, socket, timeoutMs, (status, head) => {
          if (status === '200') return resolve({ status, socket })
          socket.destroy()
          resolve({ status, head })
        })
      })
    })
  }
}

function opened(answer: Answer, host: string): Socket {
  if (isRefusal(answer)) throw fault(host, answer.status)
  return answer.socket
}

const isRefusal = (answer: Answer): answer is Extract<Answer, { readonly head: string }> => 'head' in answer

const fault = (host: string, reason: string, cause?: unknown) => new HarnessError('NET_PROXY', { host, reason }, { cause })

/** The first scheme that is asked for where Basic (RFC 7617) is not one of them; undefined where it is. */
function otherThanBasic(head: string): string | undefined {
  const challenges = head.split('\r\n').slice(1).flatMap((line) => {
    const colon = line.indexOf(':')
    return line.slice(0, colon).toLowerCase() === 'proxy-authenticate' ? [line.slice(colon + 1).replace(/"[^"]*"/g, '""')] : []
  })
  // A part with `=` behind its first word and no other word before it is a parameter of the scheme before.
  const schemes = challenges.flatMap((value) => value.split(',')).map((part) => /^([A-Za-z][\w-]{0,30})(?: |$)/.exec(part.trim())?.[1] ?? '').filter((scheme) => scheme !== '')
  return schemes.some((scheme) => scheme.toLowerCase() === 'basic') ? undefined : schemes[0] ?? 'none'
}

/** Sends CONNECT and reads the answer's head: its status, or a word for what is wrong with it. A byte behind the head of a 200 would be nobody's. */
function askFor(authority: string, authorization: string | undefined, socket: Socket, timeoutMs: number, done: (status: string, head: string) => void): void {
  let head = ''
  const end = (status: string): void => {
    clearTimeout(late)
    socket.off('data', onData).off('error', onError).off('close', onClose)
    socket.pause()
    done(status, head)
  }
  const onData = (chunk: Buffer): void => {
    head += chunk.toString('latin1')
    const at = head.indexOf('\r\n\r\n')
    if (at < 0) { if (head.length > mostHead) end('head'); return }
    const status = /^HTTP\/1\.[01] (\d{3})[ \r]/.exec(head)?.[1] ?? 'head'
    const isWhole = at + 4 === head.length
    head = head.slice(0, at)
    end(status === '200' && !isWhole ? 'head' : status)
  }
  const onError = (): void => end('closed')
  const onClose = (): void => end('closed')
  const late = setTimeout(() => end('timeout'), timeoutMs)
  socket.on('data', onData).on('error', onError).on('close', onClose)
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${authorization === undefined ? '' : `Proxy-Authorization: ${authorization}\r\n`}\r\n`)
}
const mostHead = 8192
