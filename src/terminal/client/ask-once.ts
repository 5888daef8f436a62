import { connect } from 'node:net'
import { createFrameReader, encodeFrame } from '../../daemon/protocol/frames.ts'
import { parseMessage, wire } from '../../daemon/protocol/message.ts'
import type { MethodName, ParamsOf, ResultOf } from '../../daemon/protocol/methods.ts'
import type { Places } from '../../daemon/protocol/places.ts'
import type { Hello } from '../../daemon/protocol/push.ts'
import { ownVersion } from '../../daemon/protocol/own-version.ts'
import { assertSocketPathFits } from '../../daemon/protocol/socket-path.ts'
import { protocolVersion } from '../../daemon/protocol/version.ts'
import { readToken } from './read-token.ts'

/** How long the answer may take, in milliseconds: a keychain that is asked may need some hundred. */
const patienceMs = 1_000

/**
 * One question to a daemon that is up and well, as a script asks it: the hello and the question go in one write, and a
 * command waits for one answer in place of two. Rejects for whatever else there is, and with nothing to tell: `connect`
 * finds out what it is.
 */
export const askOnce = <M extends MethodName>(places: Places, lang: Hello['lang'], method: M, params: ParamsOf<M>): Promise<ResultOf<M>> => new Promise((resolve, reject) => {
  assertSocketPathFits(places.socket)
  const hello: Hello = { protocol: protocolVersion, token: readToken(places), claims: { kind: 'script', capability: 'call' }, lang, version: ownVersion, successor: true }
  const socket = connect(places.socket)
  const giveUp = (): void => { clearTimeout(timer); socket.destroy(); reject(new Error('not at once')) }
  const timer = setTimeout(giveUp, patienceMs)
  const reader = createFrameReader((text) => {
    const message = parseMessage(text)
    if (!message || !('result' in message)) return giveUp()
    if (message.id !== 1) return
    clearTimeout(timer)
    socket.destroy()
    resolve(message.result as ResultOf<M>)
  }, giveUp)
  socket.on('data', (chunk) => reader.push(chunk)).once('error', giveUp).once('close', giveUp)
  const frame = (id: number, name: string, about: unknown): Buffer => encodeFrame(wire({ id, method: name, params: about })) ?? Buffer.of()
  socket.write(Buffer.concat([frame(0, 'hello', hello), frame(1, method, params)]))
})
