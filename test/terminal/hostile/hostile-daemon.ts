import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type Socket, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createFrameReader, encodeFrame } from '../../../src/daemon/protocol/frames.ts'
import { type Fault, type Message, parseMessage, wire } from '../../../src/daemon/protocol/message.ts'
import { methods } from '../../../src/daemon/protocol/methods.ts'
import { placesOf } from '../../../src/daemon/protocol/places.ts'
import type { PushName, Pushes } from '../../../src/daemon/protocol/push.ts'
import { protocolVersion } from '../../../src/daemon/protocol/version.ts'
import { isObject } from '../../../src/rules/json.ts'
import { filled } from './filled.ts'
import { hostileCard, hostileScreen, turnEvents } from './hostile-texts.ts'

/** What it says from now on: `text` in every place of every answer and push, or as the words with which it refuses everything or leaves. */
export interface Script { text: string; turn: number; does: 'answer' | 'refuse' | 'leave' }

export interface HostileDaemon extends AsyncDisposable {
  /** Where its clients find it, and nothing of anybody's. */
  readonly env: NodeJS.ProcessEnv
  readonly script: Script
}

/** A daemon on a socket of its own whose every answer is made from the method table's schema and one hostile text. */
export async function openHostileDaemon(): Promise<HostileDaemon> {
  const home = mkdtempSync(join(tmpdir(), 'pkuh-h-'))
  const env = { HOME: home, XDG_DATA_HOME: join(home, 'd'), XDG_RUNTIME_DIR: join(home, 'r'), XDG_CONFIG_HOME: join(home, 'c'), PATH: process.env['PATH'], TERM: 'xterm' }
  const places = placesOf('default', env)
  for (const folder of [places.data, places.run, dirname(places.config)]) mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(places.token, 'token', { mode: 0o600 })
  const script: Script = { text: '', turn: 0, does: 'answer' }
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    const send = (message: Message): void => {
      const frame = encodeFrame(wire(message))
      if (!frame) throw new Error(`an answer of ${JSON.stringify(message).length} characters is no frame`)
      if (!socket.destroyed) socket.write(frame)
    }
    const reader = createFrameReader((frame) => { const message = parseMessage(frame); if (message) answer(message, script, send, () => socket.end()) }, () => socket.destroy())
    socket.on('data', (chunk) => reader.push(chunk)).on('error', () => {}).on('close', () => open.delete(socket))
  })
  await new Promise<void>((done) => { server.listen(places.socket, done) })
  chmodSync(places.socket, 0o600)
  return {
    env, script,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy()
      await new Promise((done) => { server.close(done) })
      rmSync(home, { recursive: true, force: true })
    },
  }
}

function answer(message: Message, script: Script, send: (message: Message) => void, leave: () => void): void {
  if (!('method' in message) || !('id' in message)) return
  const { id, method } = message
  const { text } = script
  if (method === 'hello') return send({ id, result: { protocol: protocolVersion, version: text, client: text, capability: 'admin', pid: 2_000_000_000 } })
  if (script.does === 'refuse') return send({ id, error: faultOf(text) })
  if (script.does === 'leave') { send({ method: 'closing', params: faultOf(text) }); return leave() }
  for (const [name, what] of pushesOf(method, id, text)) send({ method: name, params: what })
  // Each answer is another choice than the one before, so that nobody who asks again hears the same for ever.
  const result = method === 'plugins.widget' ? widget(text, script.turn++) : isMethod(method) ? filled(methods[method].result, text, script.turn++) : {}
  send({ id, result: withCards(result, text) })
  if (method === 'approvals.watch') for (const [at, event] of cardEvents(text).entries()) setTimeout(() => send({ method: 'approval', params: event }), at * 10)
}

/** A screen's parts name each other, which no schema says. */
const widget = (text: string, turn: number) => ({ screen: hostileScreen(text), outcome: filled(methods['plugins.widget'].result.shape.outcome, text, turn) })

const isMethod = (name: string): name is keyof typeof methods => Object.hasOwn(methods, name)
const faultOf = (text: string): Fault => ({ code: text, exit: 1, message: text, hint: text, rules: [text], id: text })

/** A card's arguments are the JSON of a call. */
function withCards(value: unknown, text: string): unknown {
  if (Array.isArray(value)) return value.map((one) => withCards(one, text))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, name === 'card' ? hostileCard(text) : withCards(inner, text)]))
}

/** What it tells unasked before it answers. */
function pushesOf(method: string, request: number, text: string): { [N in PushName]: readonly [N, Pushes[N]] }[PushName][] {
  switch (method) {
    case 'ask': return turnEvents(text, [text]).map((event) => ['turn', { request, event }])
    case 'login': case 'otp.bind': return [
      ['sign-in', { request, shown: { kind: 'qr-said', message: text } }], ['prompt', { request, id: text, prompt: { kind: 'choice', choice: text, options: [text], current: text } }],
      ['prompt', { request, id: text, prompt: { kind: 'sms', mask: text } }], ['prompt', { request, id: text, prompt: { kind: 'sms-send', mask: text } }],
    ]
    case 'paycode.show': return [['pay-code', { request, digits: '0'.repeat(18) }]]
    default: return []
  }
}

/** Cards that come and end by themselves while they stand on a screen. */
function cardEvents(text: string): Pushes['approval'][] {
  const told = (kind: Pushes['approval']['kind'], id: string) => ({ kind, card: { ...hostileCard(text), id }, digest: text, by: text })
  return [told('asked', 'a1'), { ...told('answered', 'a1'), answer: 'always' }, told('asked', 'a2'), told('expired', 'a2')]
}
