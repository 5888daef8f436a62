import { readFileSync } from 'node:fs'
import { createServer as createPlain } from 'node:net'
import { createServer } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { systemClock } from '../../../src/host/clock/clock.ts'
import type { DoorRequest } from '../../../src/host/net/door.ts'
import { openDoor } from '../../../src/host/net/open-door.ts'
import { HarnessError } from '../../../src/rules/errors/index.ts'
import { startDnsStub } from './dns-stub.ts'

/**
 * Runs in a network of its own, where a global address is this machine's and the system's resolver asks the stub: so the door is
 * the real one on the public network, with nothing replaced. Prints how each case ended and what each listener heard.
 */
export interface RebindingReport { readonly name: string; readonly outcome: string; readonly asked: number; readonly heard: Readonly<Record<string, readonly string[]>> }

const [folder = '', outside = '', inside = ''] = process.argv.slice(2)
const tls = { cert: readFileSync(`${folder}/cert.pem`), key: readFileSync(`${folder}/key.pem`) }
const dns = await startDnsStub('127.0.0.1', 53)
const heard: Record<string, string[]> = {}
let answer: (request: IncomingMessage, response: ServerResponse) => void = () => {}

/** Hears requests, and connections on which none came. */
async function listen(address: string): Promise<void> {
  const server = createServer(tls, (request, response) => { heard[address]?.push(`${request.headers.host}${request.url}`); answer(request, response) })
  server.on('connection', () => heard[address]?.push('connection'))
  server.on('tlsClientError', () => {})
  const plain = createPlain((socket) => { heard[`${address}:80`]?.push('connection'); socket.destroy() })
  await Promise.all([new Promise<void>((done) => { server.listen(443, address, done) }), new Promise<void>((done) => { plain.listen(80, address, done) })])
}
const addresses = [outside, inside, '127.0.0.1', '169.254.169.254']
for (const address of addresses) await listen(address)

const hosts = ['a.campus.test', 'b.campus.test']
async function run(name: string, request: Partial<DoorRequest> & { readonly path?: string; readonly redirect?: string }): Promise<void> {
  for (const address of addresses) { heard[address] = []; heard[`${address}:80`] = [] }
  answer = (asked, response) => {
    // A new connection for each hop, so that each has to ask for the address again.
    response.setHeader('connection', 'close')
    if (asked.url === '/1' && request.redirect) response.writeHead(302, { location: request.redirect }).end()
    else response.end('in')
  }
  const before = dns.asked('a.campus.test')
  const door = openDoor({ kind: 'public' }, { clock: systemClock })
  const outcome = await door.request({ destination: { kind: 'campus', service: 'test' }, url: 'https://a.campus.test/1', hosts, redirects: 5, headers: { authorization: 'Bearer x' }, ...request })
    .then(({ text }) => text, (error: unknown) => error instanceof HarnessError ? `${error.code} left ${error.params['left']}` : String(error))
  await door.close()
  const report: RebindingReport = { name, outcome, asked: dns.asked('a.campus.test') - before, heard: Object.fromEntries(Object.entries(heard).filter(([, list]) => list.length > 0)) }
  console.log(JSON.stringify(report))
}

dns.say('a.campus.test', [outside])
dns.say('b.campus.test', [outside])
await run('a public name', {})
await run('a redirect between public names', { redirect: 'https://b.campus.test/2' })
dns.say('a.campus.test', [outside], [inside])
await run('a name that changes its mind between check and connection', {})
dns.say('a.campus.test', [outside], [inside])
await run('a name that changes its mind between two hops', { redirect: '/2' })
for (const [what, address] of [['private', inside], ['loopback', '127.0.0.1'], ['metadata', '169.254.169.254']] as const) {
  dns.say('a.campus.test', [outside])
  dns.say('b.campus.test', [address])
  await run(`a redirect to a declared name with a ${what} address`, { redirect: 'https://b.campus.test/2' })
}
dns.say('b.campus.test', [outside, inside])
await run('a redirect to a name with a public and a private address', { redirect: 'https://b.campus.test/2' })
dns.say('b.campus.test', [outside])
dns.say('evil.test', [outside])
await run('a redirect to an undeclared name', { redirect: 'https://evil.test/2' })
await run('a redirect to a private address itself', { redirect: `https://${inside}/2` })
await run('a redirect to an odd spelling of loopback', { redirect: 'https://0x7f.1/2' })
await run('a redirect to http', { redirect: 'http://a.campus.test/2' })
await run('a redirect to itself', { redirect: '/1' })
dns.say('a.campus.test', [inside])
await run('a name with a private address alone', {})
process.exit(0)
