import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { HarnessError } from '../../rules/errors/index.ts'
import { isGlobal } from './addresses.ts'

/** All addresses of a host name, of both families. Replaced in tests only. */
export type Resolve = (host: string) => Promise<readonly string[]>

/**
 * Node's `lookup` option for a connection: asks the resolver once, refuses the whole answer when any address in it may not be
 * reached (`NET_ADDRESS_FORBIDDEN`), and hands on exactly that answer, so a name that changes its mind changes nothing.
 */
export const checkedLookup = (resolve: Resolve = systemResolve): LookupFunction => answerWith(async (host) => {
  const addresses = await resolve(host)
  const bad = addresses.find((address) => !isGlobal(address))
  if (bad !== undefined) throw new HarnessError('NET_ADDRESS_FORBIDDEN', { host, address: bad })
  if (addresses.length === 0) throw new HarnessError('NET_DNS', { host })
  return addresses
})

/** Asks nobody: for the simulated campus and the servers on loopback that the person named. */
export const loopbackLookup: LookupFunction = (host, options, done) => answerWith(async () => ['127.0.0.1'])(host, options, done)

const systemResolve: Resolve = async (host) => (await lookup(host, { all: true, verbatim: true })).map((entry) => entry.address)

const answerWith = (addresses: (host: string) => Promise<readonly string[]>): LookupFunction => (host, options, done) => {
  const fail = (error: unknown) => done(error instanceof Error ? error : new Error('lookup failed', { cause: error }), [])
  addresses(host).then((list) => {
    const found = list.map((address) => ({ address, family: isIP(address) }))
    const [first] = found
    if (options.all) done(null, found)
    else if (first) done(null, first.address, first.family)
    else fail(new HarnessError('NET_DNS', { host }))
  }).catch(fail)
}
