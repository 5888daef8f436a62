import { timingSafeEqual } from 'node:crypto'
import type { Socket } from 'node:net'
import { HarnessError, explain } from '../../rules/errors/index.ts'
import { isObject } from '../../rules/json.ts'
import { type Capability, type Claims, capabilities, granted } from '../protocol/capability.ts'
import { createFrameReader, encodeFrame } from '../protocol/frames.ts'
import { type Fault, type Message, type Request, parseMessage, wire } from '../protocol/message.ts'
import { isNewer, versionIn } from '../protocol/is-newer.ts'
import type { Hello } from '../protocol/push.ts'
import { type Bounds, protocolVersion } from '../protocol/version.ts'
import type { Dispatch } from './dispatch.ts'
import { faultOf } from './fault.ts'
import type { Peer } from './peer.ts'
import { createPrompts } from './prompts.ts'

export interface ConnectionHost {
  readonly id: string
  readonly token: string
  readonly version: string
  readonly bounds: Bounds
  readonly dispatch: Dispatch
  /** Takes known secrets out of an error's words. */
  readonly scrub: (text: string) => string
  /** Says whether there is room for one more that has said hello and holds this. */
  admit(capability: Capability): boolean
  /** A client of a newer protocol knocked. */
  outdated(): void
  /** Ends the daemon for its successor where it is idle and nothing is lost with it; says whether it does. */
  makesRoom(): boolean
  gone(connection: Connection): void
  /** A request under way; settles when its handler has. */
  track(work: Promise<void>): void
  log(event: string, detail: Readonly<Record<string, string | number>>): void
}

export interface Connection {
  readonly id: string
  readonly since: number
  readonly greeted: boolean
  /** undefined before the hello. */
  readonly capability: Capability | undefined
  readonly busy: boolean
  /** Says why, then closes. */
  close(reason: string): void
}

/** One client on its socket, from the first byte to the last: hello, then requests side by side. */
export function openConnection(socket: Socket, host: ConnectionHost): Connection {
  const underWay = new Map<number, AbortController>()
  const farewells: (() => void)[] = []
  let peer: Peer | undefined
  let lang: 'zh' | 'en' = 'zh'
  let closed = false

  const send = (message: Message): boolean => {
    if (closed || socket.destroyed) return false
    const frame = encodeFrame(wire(message), host.bounds.frameBytes)
    if (!frame) return false
    socket.write(frame)
    if (socket.writableLength > host.bounds.backlogBytes) close('slow')
    return true
  }
  const say = (fault: Fault): void => { send({ method: 'closing', params: fault }) }
  const prompts = createPrompts((what) => send({ method: 'prompt', params: what }))

  const close = (reason: string): void => {
    if (closed) return
    if (reason !== 'slow') say(explain(reason === 'stopping' ? new HarnessError('DAEMON_STOPPING') : new HarnessError('DAEMON_REFUSED', { reason }), lang))
    host.log('closed', { client: host.id, reason })
    closed = true
    // A peer that does not read would hold the socket open for its last words: it gets a moment, then nothing.
    if (reason === 'slow') socket.destroy()
    else { socket.end(); setTimeout(() => socket.destroy(), 200).unref() }
    leave()
  }
  const leave = (): void => {
    clearTimeout(helloTimer)
    clearTimeout(frameTimer)
    for (const controller of underWay.values()) controller.abort(new HarnessError('CALL_CANCELLED'))
    prompts.dropAll()
    for (const farewell of farewells.splice(0)) farewell()
    host.gone(connection)
  }

  const greet = (request: Request): void => {
    const hello = readHello(request)
    const fault = !hello ? 'bad-hello' : sameToken(hello.token, host.token) ? undefined : 'bad-token'
    if (!hello || fault) return close(fault ?? 'bad-hello')
    lang = hello.lang
    if (hello.protocol !== protocolVersion) {
      send({ id: request.id, error: explain(new HarnessError('DAEMON_VERSION', { daemon: protocolVersion, client: hello.protocol }), lang) })
      if (hello.protocol > protocolVersion) host.outdated()
      return close('version')
    }
    const newer = hello.version !== undefined && isNewer(hello.version, host.version) ? hello.version : undefined
    if (newer !== undefined && hello.successor && host.makesRoom()) {
      send({ id: request.id, error: explain(new HarnessError('DAEMON_STOPPING'), lang) })
      return close('version')
    }
    const capability = granted(hello.claims)
    if (!host.admit(capability)) return close('full')
    clearTimeout(helloTimer)
    peer = {
      id: host.id, kind: hello.claims.kind, capability, lang, newer,
      push: (name, what) => {
        // A client that went away misses nothing; what is past a frame's bound it would otherwise miss unseen.
        if (!send({ method: name, params: what }) && !closed && !socket.destroyed) host.log('push-too-big', { client: host.id, push: name })
      },
      cancel(id) { const controller = underWay.get(id); controller?.abort(new HarnessError('CALL_CANCELLED')); return controller !== undefined },
      prompt: (id, prompt, signal) => (hello.claims.kind === 'interactive' ? prompts.ask(id, prompt, signal) : Promise.resolve(undefined)),
      answerPrompt: prompts.answer,
      onGone: (listener) => { farewells.push(listener) },
    }
    send({ id: request.id, result: { protocol: protocolVersion, version: host.version, client: host.id, capability, pid: process.pid } })
  }

  const serve = async (request: Request, asking: Peer): Promise<void> => {
    const controller = new AbortController()
    underWay.set(request.id, controller)
    try {
      const result = await host.dispatch(request.method, request.params, { peer: asking, request: request.id, signal: controller.signal })
      if (!send({ id: request.id, result })) throw new HarnessError('DAEMON_TOO_BIG', { method: request.method })
    } catch (error) {
      send({ id: request.id, error: faultOf(error, lang, host.scrub) })
      if (!(error instanceof HarnessError)) host.log('fault', { client: host.id, method: request.method.slice(0, 64), error: error instanceof Error ? error.stack ?? error.message : String(error) })
    } finally {
      underWay.delete(request.id)
    }
  }

  const onFrame = (text: string): void => {
    if (closed) return
    clearTimeout(frameTimer)
    frameTimer = undefined
    const message = parseMessage(text)
    if (!message || !('method' in message) || !('id' in message)) return close('malformed')
    if (!peer) return message.method === 'hello' ? greet(message) : close('hello-first')
    if (underWay.has(message.id)) return close('id-reused')
    if (underWay.size >= host.bounds.requests) { send({ id: message.id, error: faultOf(new HarnessError('DAEMON_BUSY'), lang, host.scrub) }); return }
    host.track(serve(message, peer))
  }

  const reader = createFrameReader(onFrame, (fault) => close(fault), host.bounds.frameBytes)
  const helloTimer = setTimeout(() => close('silent'), host.bounds.helloMs)
  let frameTimer: NodeJS.Timeout | undefined
  socket.on('data', (chunk) => {
    if (closed) return
    reader.push(chunk)
    // The time runs from the chunk with a frame's first byte: dripping bytes does not win more of it.
    if (reader.partial && !closed) frameTimer ??= setTimeout(() => close('silent'), host.bounds.frameMs)
  })
  socket.on('error', () => socket.destroy())
  socket.on('close', () => { if (!closed) { closed = true; leave() } })

  const connection: Connection = {
    id: host.id, since: Date.now(), close,
    get greeted() { return peer !== undefined },
    get capability() { return peer?.capability },
    get busy() { return underWay.size > 0 },
  }
  return connection
}

function readHello({ id, params }: Request): Hello | undefined {
  if (id !== 0 || !isObject(params) || !isObject(params['claims'])) return undefined
  const { protocol, token, lang } = params
  const { kind, capability } = params['claims']
  const claimed = capabilities.find((name) => name === capability)
  if (typeof protocol !== 'number' || typeof token !== 'string' || !claimed || (kind !== 'interactive' && kind !== 'script')) return undefined
  const claims: Claims = { kind, capability: claimed }
  return { protocol, token, claims, lang: lang === 'en' ? 'en' : 'zh', version: versionIn(params['version']), successor: params['successor'] === true }
}

function sameToken(said: string, real: string): boolean {
  const [a, b] = [Buffer.from(said), Buffer.from(real)]
  return a.length === b.length && timingSafeEqual(a, b)
}
