import { readFileSync } from 'node:fs'
import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { systemClock } from '../../../src/host/clock/clock.ts'
import type { Resolve } from '../../../src/host/net/checked-lookup.ts'
import type { DoorRequest } from '../../../src/host/net/door.ts'
import type { Proxy } from '../../../src/host/net/proxy-url.ts'
import { type DoorSeams, openDoor } from '../../../src/host/net/open-door.ts'
import { openProxyLogin } from '../../../src/host/net/proxy-login.ts'
import { openKeystore } from '../../../src/host/keystore/open-keystore.ts'
import { HarnessError } from '../../../src/rules/errors/index.ts'

/** A process of its own, because only at its start is a CA of the test's made one of the machine's. Prints how each case ended. */
export interface ProxyReport {
  readonly name: string
  readonly outcome: string
  readonly proxy: readonly string[]
  readonly origin: readonly string[]
  /** What the proxy was told of who asks, one for each CONNECT. */
  readonly told: readonly string[]
  readonly state?: string
  readonly uses?: readonly string[]
}

const [folder = ''] = process.argv.slice(2)
const keys = (name: string) => ({ cert: readFileSync(`${folder}/${name}.cert.pem`), key: readFileSync(`${folder}/${name}.key.pem`) })
const portOf = (server: { address(): AddressInfo | string | null }): string => String((server.address() as AddressInfo).port)
let seen: string[] = []
let asked: string[] = []
let answer: (request: IncomingMessage, response: ServerResponse) => void = () => {}
const listening = async (name: string): Promise<string> => {
  const server = createServer(keys(name), (request, response) => { seen.push(`${request.headers.host}${request.url} ${Object.keys(request.headers).filter((header) => header.startsWith('proxy')).join()}`); answer(request, response) })
  server.on('tlsClientError', () => {})
  await new Promise<void>((done) => { server.listen(0, '127.0.0.1', done) })
  return portOf(server)
}
const origin = await listening('good')
const impostor = await listening('other')

/** Carries every tunnel to `to`, or answers with `refusal`. What it could read of a tunnel is kept. */
let carry: { to: string } | { refusal: string } = { to: origin }
/** Whom it carries for, as `name:password`; undefined for everybody. */
let knows: string | undefined
let challenge = 'Basic realm="campus, Digest only", charset="UTF-8"'
let told: string[] = []
const proxy = createHttp((request, response) => { asked.push(`${request.method} ${request.url}`); response.writeHead(403).end() })
proxy.on('connect', (request: IncomingMessage, socket: Duplex) => {
  socket.on('error', () => {})
  asked.push(`CONNECT ${request.url} ${Object.keys(request.headers).join()}`)
  const said = Buffer.from(request.headers['proxy-authorization']?.replace(/^Basic /, '') ?? '', 'base64').toString('utf8')
  told.push(said)
  if (knows !== undefined && said !== knows) return void socket.end(`HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: ${challenge}\r\nContent-Length: 2\r\n\r\nno`)
  if ('refusal' in carry) return void socket.end(carry.refusal)
  const onward = connect(Number(carry.to), '127.0.0.1', () => { socket.write('HTTP/1.1 200 Connection established\r\n\r\n'); onward.pipe(socket).pipe(onward) })
  onward.on('error', () => socket.destroy())
})
await new Promise<void>((done) => { proxy.listen(0, '127.0.0.1', done) })

async function run(name: string, more: Partial<DoorRequest> = {}, resolve: Resolve = async () => ['162.105.131.160'], port = portOf(proxy)): Promise<void> {
  seen = []
  asked = []
  told = []
  const door = openDoor({ kind: 'public' }, { clock: systemClock, resolve, proxy: { protocol: 'http:', host: '127.0.0.1', port } })
  const outcome = await door.request({ destination: { kind: 'campus', service: 'test' }, url: 'https://a.campus.test/1?token=SECRET', hosts: ['a.campus.test', 'b.campus.test'], redirects: 3, headers: { authorization: 'Bearer x' }, caps: { headersMs: 3000 }, ...more })
    .then(({ text }) => text, (error: unknown) => error instanceof HarnessError ? `${error.code} ${error.params['reason'] ?? ''} left ${error.params['left']}` : String(error))
  await door.close()
  const report: ProxyReport = { name, outcome, proxy: asked, origin: seen, told }
  console.log(JSON.stringify(report))
}

answer = (_, response) => response.end('in')
await run('a request')
answer = (request, response) => request.url === '/2' ? response.end('in') : response.writeHead(302, { location: 'https://b.campus.test/2', connection: 'close' }).end()
await run('a redirect to another declared host')
answer = (_, response) => response.writeHead(302, { location: 'https://evil.test/2', connection: 'close' }).end()
await run('a redirect to an undeclared host')
await run('a name with a private address', {}, async () => ['10.0.0.1'])
await run('a name with a public and a loopback address', {}, async () => ['162.105.131.160', '127.0.0.1'])
answer = (_, response) => response.end('in')
await run('an address of IPv6', {}, async () => ['2001:da8:201::1'])
carry = { to: impostor }
await run('a proxy that leads to an impostor')
carry = { refusal: 'HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\n\r\nforged' }
await run('a proxy that answers before it is asked')
carry = { refusal: `HTTP/1.1 200 ${'x'.repeat(20_000)}` }
await run('a proxy whose head has no end')
carry = { refusal: '' }
await run('a proxy that hangs up')
await run('no proxy there', {}, undefined, '1')

// From here on it carries for those it knows.
carry = { to: origin }
answer = (request, response) => request.url === '/2' ? response.end('in') : response.writeHead(302, { location: 'https://b.campus.test/2', connection: 'close' }).end()
knows = '测试 user:p:ä ss'
await run('a proxy that asks for a password')
let uses: string[] = []
const keystore = openKeystore({ backend: 'memory', service: 'x', index: '', helper: '', onUse: ({ purpose }) => { uses.push(purpose) } })
const proxyAt = (): Proxy => ({ protocol: 'http:', host: '127.0.0.1', port: portOf(proxy) })
let login = openProxyLogin(proxyAt(), keystore)
async function signedIn(name: string, times = 1, more: Partial<DoorSeams> = {}): Promise<void> {
  seen = []
  asked = []
  told = []
  uses = []
  const doors = Array.from({ length: times }, () => openDoor({ kind: 'public' }, { clock: systemClock, resolve: async () => ['162.105.131.160'], proxy: proxyAt(), proxyLogin: login, ...more }))
  const outcomes = await Promise.all(doors.map((door) => door.request({ destination: { kind: 'campus', service: 'test' }, url: 'https://a.campus.test/1?token=SECRET', hosts: ['a.campus.test', 'b.campus.test'], redirects: 3, caps: { headersMs: 3000 } })
    .then(({ text }) => text, (error: unknown) => error instanceof HarnessError ? `${error.code} left ${error.params['left']}` : String(error))))
  await Promise.all(doors.map((door) => door.close()))
  const report: ProxyReport = { name, outcome: outcomes.join('; '), proxy: asked, origin: seen, told, state: login.state, uses }
  console.log(JSON.stringify(report))
}
await signedIn('none is kept')
await login.keep('测试 user', 'wrong')
await signedIn('a wrong one, three at once', 3)
await signedIn('a wrong one, asked for again')
await login.keep('测试 user', 'p:ä ss')
carry = { refusal: '' }
await signedIn('the right one, to a proxy that then hangs up')
carry = { to: origin }
await signedIn('the right one')
await signedIn('the right one, once it was taken')
knows = 'somebody:else'
await signedIn('a right one that no longer is')
knows = undefined
await signedIn('a proxy that asks no more')
knows = '测试 user:p:ä ss'
await signedIn('the refused one, behind a tunnel that was open to all')
await login.keep('测试 user', 'p:ä ss')
await signedIn('the refused one, kept anew')
await signedIn('another proxy of the same machine', 1, { proxyLogin: openProxyLogin({ ...proxyAt(), port: '1' }, keystore) })
challenge = 'Negotiate, Digest realm="Basic x", nonce="n", algorithm=MD5'
login = openProxyLogin(proxyAt(), keystore)
await signedIn('a proxy that does not speak Basic')
challenge = 'basic'
await login.forget()
await signedIn('forgotten')
process.exit(0)
