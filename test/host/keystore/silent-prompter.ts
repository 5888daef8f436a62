import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/**
 * The desktop's prompter whose window nobody answers: it owns the name that gnome-keyring asks for one, takes each prompt as a real one
 * does, and then never says that a person has typed. The keyring, its locked collection and its prompt are the real ones.
 */
export interface SilentPrompter extends Disposable {
  /** How many prompts it has shown to nobody. */
  readonly asked: () => number
}

/** @param address `DBUS_SESSION_BUS_ADDRESS` of a bus on a Unix socket */
export async function openSilentPrompter(address: string): Promise<SilentPrompter> {
  const socket = connect(/unix:path=([^,;]+)/.exec(address)?.[1] ?? '')
  socket.write(`\0AUTH EXTERNAL ${Buffer.from(String(process.getuid?.() ?? 0)).toString('hex')}\r\n`)
  const [welcome] = await once(socket, 'data') as [Buffer]
  if (!welcome.toString('latin1').startsWith('OK ')) throw new Error(`the bus said ${welcome.toString('latin1')}`)
  socket.write('BEGIN\r\n')
  let serial = 0
  let asked = 0
  const replies = new Map<number, () => void>()
  const send = (type: 'call' | 'return', fields: readonly Field[], signature = '', body: Buffer = Buffer.alloc(0)): number => {
    serial += 1
    socket.write(encode(type === 'call' ? 1 : 2, serial, signature === '' ? fields : [...fields, [8, 'g', signature]], body))
    return serial
  }
  const ask = (member: string, signature: string, body: Buffer): Promise<void> => new Promise((done) => {
    replies.set(send('call', [[1, 'o', '/org/freedesktop/DBus'], [2, 's', 'org.freedesktop.DBus'], [3, 's', member], [6, 's', 'org.freedesktop.DBus']], signature, body), done)
  })
  onMessages(socket, ({ type, serial: theirs, replyTo, sender, member }) => {
    if (type === 2) replies.get(replyTo)?.()
    if (type !== 1) return
    if (member === 'BeginPrompting') asked += 1
    send('return', [[5, 'u', theirs], [6, 's', sender]])
  })
  await ask('Hello', '', Buffer.alloc(0))
  await ask('RequestName', 'su', Buffer.concat([padded(text('org.gnome.keyring.SystemPrompter'), 4), uint(4)]))
  return { asked: () => asked, [Symbol.dispose]: () => { socket.destroy() } }
}

type Field = readonly [code: number, type: 'o' | 's' | 'g' | 'u', value: string | number]
interface Message { readonly type: number; readonly serial: number; readonly replyTo: number; readonly sender: string; readonly member: string }

const uint = (value: number): Buffer => { const bytes = Buffer.alloc(4); bytes.writeUInt32LE(value); return bytes }
const text = (value: string): Buffer => Buffer.concat([uint(Buffer.byteLength(value)), Buffer.from(`${value}\0`)])
const padded = (bytes: Buffer, to: number): Buffer => Buffer.concat([bytes, Buffer.alloc((to - (bytes.length % to)) % to)])

/** Little-endian, of the D-Bus specification's wire format; only what this one sends. */
function encode(type: number, serial: number, fields: readonly Field[], body: Buffer): Buffer {
  let all = Buffer.alloc(0)
  for (const [code, kind, value] of fields) {
    const written = kind === 'u' ? uint(Number(value)) : kind === 'g' ? Buffer.from(`${String.fromCharCode(String(value).length)}${value}\0`, 'latin1') : text(String(value))
    // A struct begins at eight; behind its code stands the variant's signature, which leaves four for what follows.
    all = Buffer.concat([padded(all, 8), Buffer.from([code, 1, kind.charCodeAt(0), 0]), written])
  }
  return Buffer.concat([Buffer.from([0x6c, type, 0, 1]), uint(body.length), uint(serial), aligned(all), body])
}

/** The array of header fields, whose end is where the body begins: at eight from the start of the message. */
const aligned = (fields: Buffer): Buffer => Buffer.concat([uint(fields.length), padded(fields, 8)])

function onMessages(socket: Socket, take: (message: Message) => void): void {
  let held: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    held = Buffer.concat([held, chunk])
    for (;;) {
      if (held.length < 16) return
      const fieldsLength = held.readUInt32LE(12)
      const start = 16 + Math.ceil(fieldsLength / 8) * 8
      const whole = start + held.readUInt32LE(4)
      if (held.length < whole) return
      take({ type: held[1] ?? 0, serial: held.readUInt32LE(8), ...fieldsOf(held.subarray(16, 16 + fieldsLength)) })
      held = held.subarray(whole)
    }
  })
}

function fieldsOf(bytes: Buffer): Pick<Message, 'replyTo' | 'sender' | 'member'> {
  const found = { replyTo: 0, sender: '', member: '' }
  for (let at = 0; at + 4 < bytes.length;) {
    at = Math.ceil(at / 8) * 8
    const [code, , kind] = bytes.subarray(at, at + 4)
    at += 4
    if (kind === 0x67) { at += (bytes[at] ?? 0) + 2; continue }
    const value = bytes.readUInt32LE(at)
    at += 4
    if (kind === 0x75) { if (code === 5) found.replyTo = value; continue }
    const string = bytes.toString('utf8', at, at + value)
    at += value + 1
    if (code === 7) found.sender = string
    if (code === 3) found.member = string
  }
  return found
}
