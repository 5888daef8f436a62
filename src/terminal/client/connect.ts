import { type Socket, connect as connectSocket } from 'node:net'
import { createFrameReader, encodeFrame } from '../../daemon/protocol/frames.ts'
import { type Message, type Reply, parseMessage, wire } from '../../daemon/protocol/message.ts'
import type { MethodName, ParamsOf, ResultOf } from '../../daemon/protocol/methods.ts'
import type { Places } from '../../daemon/protocol/places.ts'
import { ownVersion } from '../../daemon/protocol/own-version.ts'
import { assertSocketPathFits } from '../../daemon/protocol/socket-path.ts'
import type { Hello, PushName, Pushes, Welcome } from '../../daemon/protocol/push.ts'
import { protocolVersion } from '../../daemon/protocol/version.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import { isObject } from '../../rules/json.ts'
import { readToken } from './read-token.ts'
import { ReportedError } from './reported-error.ts'

/** A connection to the daemon, typed by its method table. */
export interface Client {
  readonly welcome: Welcome
  /**
   * Asks. Rejects with `ReportedError` for what the daemon answers, with `DAEMON_LOST` when it goes away, and with the
   * signal's reason at once when aborted: the daemon cancels what this connection leaves behind.
   */
  request<M extends MethodName>(method: M, params: ParamsOf<M>, signal?: AbortSignal): Promise<ResultOf<M>>
  /** Hears what the daemon tells unasked. Returns how to stop. */
  on<N extends PushName>(name: N, listener: (what: Pushes[N]) => void): () => void
  /** Aborted, with what a request would reject with, when the daemon goes away. */
  readonly lost: AbortSignal
  close(): void
}

export type Claims = Hello['claims']
export interface ConnectOptions {
  readonly places: Places
  readonly claims: Claims
  readonly lang: 'zh' | 'en'
  /** A daemon of this version is started where an older one that is idle makes room for it. */
  readonly successor?: boolean
  /** Gives up while the daemon has not yet said hello; `connect` rejects with its reason. */
  readonly signal?: AbortSignal
}

/** How long the daemon may take to answer a hello, in milliseconds. */
const helloMs = 5_000

/**
 * Connects to a daemon that is up. Checks the directory's and the socket's owner before the token is sent (bug-log 97).
 * Rejects with `DAEMON_UNREACHABLE` where nothing listens, `DAEMON_SOCKET_PATH_LONG`, `DAEMON_UNSAFE_PLACE`, `DAEMON_VERSION`, or the
 * daemon's refusal.
 */
export async function connect({ places, claims, lang, successor = false, signal: beforeHello }: ConnectOptions): Promise<Client> {
  assertSocketPathFits(places.socket)
  const token = readToken(places)
  const socket = await open(places.socket)
  const waiting = new Map<number, { readonly resolve: (result: unknown) => void; readonly reject: (error: unknown) => void }>()
  const listeners = new Map<string, Set<(what: unknown) => void>>()
  const lost = new AbortController()
  let leaving = false
  let farewell: unknown
  let next = 0

  const take = (message: Message): void => {
    if ('method' in message) {
      if (message.method === 'closing') farewell = lastWords(message.params)
      for (const listener of listeners.get(message.method) ?? []) listener(message.params)
      return
    }
    settle(message)
  }
  const settle = (reply: Reply): void => {
    const asked = waiting.get(reply.id)
    waiting.delete(reply.id)
    if ('error' in reply) asked?.reject(new ReportedError(reply.error))
    else asked?.resolve(reply.result)
  }
  const reader = createFrameReader((text) => { const message = parseMessage(text); if (message) take(message) }, () => socket.destroy())
  socket.on('data', (chunk) => reader.push(chunk))
  socket.on('error', () => socket.destroy())
  socket.on('close', () => {
    const error = farewell ?? new HarnessError('DAEMON_LOST', { reason: 'closed' })
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
    if (!leaving) lost.abort(error)
  })

  const ask = (method: string, params: unknown, signal?: AbortSignal): Promise<unknown> => new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const id = next++
    const frame = encodeFrame(wire({ id, method, params }))
    if (!frame) return reject(new HarnessError('DAEMON_TOO_BIG', { method }))
    if (socket.destroyed) return reject(farewell ?? new HarnessError('DAEMON_LOST', { reason: 'closed' }))
    const onAbort = (): void => {
      waiting.delete(id)
      if (!socket.destroyed) socket.write(encodeFrame(wire({ id: next++, method: 'cancel', params: { request: id } })) ?? '')
      reject(signal?.reason)
    }
    const done = (): void => signal?.removeEventListener('abort', onAbort)
    signal?.addEventListener('abort', onAbort, { once: true })
    waiting.set(id, { resolve: (result) => { done(); resolve(result) }, reject: (error) => { done(); reject(error) } })
    socket.write(frame)
  })

  const hello: Hello = { protocol: protocolVersion, token, claims, lang, version: ownVersion, successor }
  const patience = setTimeout(() => { farewell = new HarnessError('DAEMON_UNREACHABLE'); socket.destroy() }, helloMs)
  const welcome = await ask('hello', hello, beforeHello)
    .catch((error: unknown) => { socket.destroy(); throw error })
    .finally(() => clearTimeout(patience))
  return {
    welcome: welcome as Welcome,
    request: (method, params, signal) => ask(method, params, signal) as Promise<ResultOf<typeof method>>,
    on(name, listener) {
      const heard = listener as (what: unknown) => void
      const all = listeners.get(name) ?? new Set()
      listeners.set(name, all.add(heard))
      return () => { all.delete(heard) }
    },
    lost: lost.signal,
    close: () => { leaving = true; socket.end(); socket.unref() },
  }
}

const open = (path: string): Promise<Socket> => new Promise((resolve, reject) => {
  const socket = connectSocket(path)
  socket.once('connect', () => resolve(socket))
  socket.once('error', (cause) => reject(new HarnessError('DAEMON_UNREACHABLE', {}, { cause })))
})

/** What the daemon said before it closed. */
function lastWords(params: unknown): Error {
  if (!isObject(params)) return new HarnessError('DAEMON_LOST', { reason: 'closing' })
  const { code, exit, message, hint } = params
  return typeof code === 'string' && typeof exit === 'number' && typeof message === 'string' && typeof hint === 'string'
    ? new ReportedError({ code, exit, message, hint })
    : new HarnessError('DAEMON_LOST', { reason: 'closing' })
}
