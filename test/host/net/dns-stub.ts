import { createSocket } from 'node:dgram'

/** A DNS server whose mind can change: each name has its answers in the order in which it is asked, the last one for good. */
export interface DnsStub {
  /** @param answers IPv4 addresses for each A question in turn */
  say(name: string, ...answers: readonly (readonly string[])[]): void
  /** How many A questions came for a name. */
  asked(name: string): number
  close(): Promise<void>
}

const typeA = 1

/** @param port 53, where the system's resolver asks; needs to be allowed to take it */
export async function startDnsStub(address: string, port: number): Promise<DnsStub> {
  const plans = new Map<string, (readonly string[])[]>()
  const counts = new Map<string, number>()
  const socket = createSocket('udp4')
  socket.on('message', (question, from) => {
    const { name, type, end } = questionOf(question)
    const plan = plans.get(name)
    let records: readonly string[] = []
    if (type === typeA) {
      counts.set(name, (counts.get(name) ?? 0) + 1)
      records = (plan && plan.length > 1 ? plan.shift() : plan?.[0]) ?? []
    }
    socket.send(answerTo(question.subarray(0, end), records, plan !== undefined), from.port, from.address)
  })
  await new Promise<void>((done) => { socket.bind(port, address, done) })
  return {
    say: (name, ...answers) => { plans.set(name, [...answers]) },
    asked: (name) => counts.get(name) ?? 0,
    close: () => new Promise((done) => { socket.close(() => done()) }),
  }
}

/** RFC 1035 §4.1.2: labels up to an empty one, then two bytes each of type and class. */
function questionOf(message: Buffer): { readonly name: string; readonly type: number; readonly end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 }
}

function answerTo(question: Buffer, addresses: readonly string[], known: boolean): Buffer {
  const head = Buffer.from(question)
  head.writeUInt16BE(known ? 0x8180 : 0x8183, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(addresses.length, 6)
  head.fill(0, 8, 12)
  // A pointer to the question's name, type A, class IN, no time to live, four bytes.
  const records = addresses.map((address) => Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]))
  return Buffer.concat([head, ...records])
}
