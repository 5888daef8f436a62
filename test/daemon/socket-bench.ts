import { mkdtempSync, rmSync } from 'node:fs'
import { type Socket, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFrameReader, encodeFrame } from '../../src/daemon/protocol/frames.ts'
import { type Message, parseMessage, wire } from '../../src/daemon/protocol/message.ts'
import { type Places, placesOf } from '../../src/daemon/protocol/places.ts'
import type { Handlers } from '../../src/daemon/server/peer.ts'
import { createDispatch } from '../../src/daemon/server/dispatch.ts'
import { listen } from '../../src/daemon/server/listen.ts'
import { type ServeOptions, type SocketServer, serve } from '../../src/daemon/server/serve.ts'
import { HarnessError } from '../../src/rules/errors/index.ts'

/** A profile's places of its own under the system's temporary directory. */
export function temporaryPlaces(profile: 'default' | 'sim' = 'sim'): Places & { readonly home: string; readonly remove: () => void } {
  const home = mkdtempSync(join(tmpdir(), 'pkuh-'))
  const env = { HOME: home, XDG_DATA_HOME: join(home, 'data'), XDG_CONFIG_HOME: join(home, 'config'), XDG_RUNTIME_DIR: join(home, 'run') }
  return { ...placesOf(profile, env), home, remove: () => rmSync(home, { recursive: true, force: true }) }
}

const token = 'right'

/** Handlers that all refuse, but for those given. */
export function handlersWith(own: Partial<Handlers>): Handlers {
  const refuse = () => { throw new HarnessError('UNEXPECTED', { problem: 'not in this test' }) }
  return new Proxy(own, { get: (target, name) => Reflect.get(target, name) ?? refuse }) as Handlers
}

export interface Bench { readonly server: SocketServer; readonly places: Places; readonly events: string[]; close(): Promise<void> }

export async function startBench(handlers: Partial<Handlers>, options: Partial<ServeOptions> = {}): Promise<Bench> {
  const places = temporaryPlaces()
  const events: string[] = []
  const server = serve({
    token, version: '9.9.9', dispatch: createDispatch(handlersWith(handlers)), scrub: (text) => text.replaceAll('s3cret', '[…]'),
    log: (event, detail) => events.push(`${event} ${String(detail['reason'] ?? detail['method'] ?? '')}`), onOutdated: () => events.push('outdated'), ...options,
  })
  await listen(server.server, places, token)
  return { server, places, events, close: async () => { await server.close('test-over'); places.remove() } }
}

/** A client that speaks the wire by hand. */
export interface Raw {
  readonly socket: Socket
  send(message: Message): void
  /** The next message that fits. */
  next(fits?: (message: Message) => boolean): Promise<Message>
  readonly closed: Promise<void>
  readonly got: readonly Message[]
  /** Of what came so far nothing is kept. */
  forget(): void
}

export function raw(path: string): Raw {
  const socket = connect(path)
  const got: Message[] = []
  const waiting: { fits: (message: Message) => boolean; take: (message: Message) => void }[] = []
  const reader = createFrameReader((text) => {
    const message = parseMessage(text)
    if (!message) return
    got.push(message)
    const index = waiting.findIndex(({ fits }) => fits(message))
    if (index >= 0) waiting.splice(index, 1)[0]?.take(message)
  }, () => socket.destroy())
  socket.on('data', (chunk) => reader.push(chunk))
  socket.on('error', () => socket.destroy())
  return {
    socket, got, forget: () => { got.length = 0 },
    send: (message) => { socket.write(encodeFrame(wire(message)) ?? '') },
    next: (fits = () => true) => new Promise((take) => { waiting.push({ fits, take }) }),
    closed: new Promise((resolve) => { socket.on('close', () => resolve()) }),
  }
}

export const hello = (own: { token?: string; kind?: 'interactive' | 'script'; capability?: 'call' | 'approve' | 'admin'; protocol?: number; lang?: 'zh' | 'en'; version?: string; successor?: true } = {}): Message => ({
  id: 0, method: 'hello',
  params: { protocol: own.protocol ?? 1, token: own.token ?? token, claims: { kind: own.kind ?? 'interactive', capability: own.capability ?? 'admin' }, lang: own.lang ?? 'en', version: own.version, successor: own.successor },
})

/** Connects and says hello; resolves with the welcome in hand. */
export async function greeted(path: string, own: Parameters<typeof hello>[0] = {}): Promise<Raw> {
  const client = raw(path)
  const welcome = client.next()
  client.send(hello(own))
  await welcome
  return client
}

/** Asks and waits for the reply of that id. */
export async function ask(client: Raw, id: number, method: string, params: unknown = {}): Promise<Message> {
  const reply = client.next((message) => 'id' in message && message.id === id && !('method' in message))
  client.send({ id, method, params })
  return reply
}

/** The code of the last thing a client was told before it was closed. */
export const lastWords = (client: Raw): string => {
  const closing = client.got.findLast((message) => 'method' in message && message.method === 'closing')
  return closing && 'params' in closing ? JSON.stringify(closing.params) : ''
}
