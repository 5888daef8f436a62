import { isIP } from 'node:net'
import type { SecureContext } from 'node:tls'
import { Agent, buildConnector } from 'undici'
import { HarnessError } from '../../rules/errors/index.ts'
import { checkedLookup, loopbackLookup, type Resolve } from './checked-lookup.ts'
import type { Network } from './door.ts'
import type { ProxyLogin } from './proxy-login.ts'
import type { Proxy } from './proxy-url.ts'
import { tunnelThrough } from './proxy-tunnel.ts'
import { contextsFor, missingIntermediates } from './extra-ca/missing-intermediates.ts'

/** What opens connections, apart for the network and for the servers on loopback that the person named. */
export interface Dialers {
  readonly secure: Agent
  readonly loopback: Agent
  close(): Promise<void>
}

export interface DialSeams { readonly resolve?: Resolve | undefined; readonly proxy?: Proxy | undefined; readonly proxyLogin?: ProxyLogin | undefined }

/**
 * A connection is made to an address that was checked for that very connection: the resolver's one answer is checked whole
 * and handed to `connect`, which asks nobody again. TLS is verified against the host name, whatever the environment says; where a
 * server leaves a certificate of its chain out, with that one at hand. A proxy is used on the public network alone, and only carries.
 */
export function makeDialers(network: Network, { resolve, proxy, proxyLogin }: DialSeams): Dialers {
  const sim = network.kind === 'sim' ? network : undefined
  const contextOf = sim ? contextsFor(sim.missingIntermediates ?? {}, sim.ca) : contextsFor(missingIntermediates, undefined)
  const verified = {
    rejectUnauthorized: true, minVersion: 'TLSv1.2' as const, autoSelectFamily: true, timeout: connectMs,
    lookup: sim ? loopbackLookup : checkedLookup(resolve),
    ...(sim ? { ca: sim.ca } : {}),
  }
  const tls = buildConnector(verified)
  const tunnel = proxy && !sim ? tunnelThrough(proxy, verified.lookup, connectMs, proxyLogin) : undefined
  const patched = new Map<SecureContext, buildConnector.connector>()
  /** A connector of its own, so that no session of TLS is shared with hosts that are verified without that certificate. */
  const connectorFor = (host: string): buildConnector.connector => {
    const secureContext = contextOf(host)
    if (!secureContext) return tls
    const connector = patched.get(secureContext) ?? buildConnector({ ...verified, secureContext })
    patched.set(secureContext, connector)
    return connector
  }
  const plain = buildConnector({ timeout: connectMs, lookup: loopbackLookup })
  const secure = agent((options, done) => {
    // An address as a host name would skip `lookup` and with it the check.
    if (isIP(options.hostname) !== 0 || options.protocol !== 'https:') return done(new HarnessError('NET_HOST_FORM', { host: options.hostname }), null)
    if (sim && !sim.hosts.includes(options.hostname)) return done(new HarnessError('NET_HOST_UNSIMULATED', { host: options.hostname }), null)
    const connect = connectorFor(options.hostname)
    if (!tunnel) return connect(sim ? { ...options, port: String(sim.port) } : options, done)
    return tunnel(options.hostname, (error, socket) => {
      if (socket) connect({ ...options, httpSocket: socket }, done)
      else done(error ?? new HarnessError('NET_PROXY', { host: options.hostname, reason: 'closed' }), null)
    })
  })
  const loopback = agent((options, done) => {
    if (options.hostname !== '127.0.0.1' && options.hostname !== 'localhost') return done(new HarnessError('NET_HOST_FORM', { host: options.hostname }), null)
    return plain(options, done)
  })
  return { secure, loopback, close: async () => { await Promise.all([secure.destroy(), loopback.destroy()]) } }
}

const connectMs = 10_000

/** The client's own time-outs are off: they are coarse, and `deadlines.ts` keeps better ones. */
const agent = (connect: buildConnector.connector): Agent =>
  new Agent({ connect, headersTimeout: 0, bodyTimeout: 0, maxHeaderSize: 16_384, keepAliveTimeout: 4000, pipelining: 1, connections: 8 })
