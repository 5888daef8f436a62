import { HarnessError } from '../../rules/errors/index.ts'
import type { Deadlines } from './deadlines.ts'
import { decodeBody } from './decode-body.ts'
import type { Caps } from './door.ts'
import type { Arrival } from './travel.ts'

/** Decoded, capped, with the idle clock running only while the network is waited for. */
export async function* bodyOf(arrival: Arrival, deadlines: Deadlines, caps: Caps): AsyncGenerator<Uint8Array, void> {
  const host = arrival.out.url.hostname
  try {
    refuseDeclaredSize(arrival, caps, host)
    const onRaw = (bytes: number) => { arrival.trace.received(bytes); deadlines.idle(host) }
    for await (const chunk of decodeBody(arrival.answer.raw, headerOf(arrival, 'content-encoding'), { host, bytes: caps.bytes, ratio: caps.ratio, onRaw })) {
      deadlines.rest()
      yield chunk
      deadlines.idle(host)
    }
    arrival.trace.done()
  } catch (error) {
    arrival.answer.abandon()
    arrival.trace.failed(error)
  } finally {
    deadlines.rest()
    arrival.trace.done()
  }
}

/** A body whose declared length is over the cap is not begun. HEAD is told the length of one that does not follow. */
function refuseDeclaredSize(arrival: Arrival, caps: Caps, host: string): void {
  const declared = arrival.out.method === 'HEAD' ? 0 : Number(headerOf(arrival, 'content-length') ?? 0)
  if (declared > caps.bytes) throw new HarnessError('NET_TOO_LARGE', { host, limit: caps.bytes })
}

/** Several values of one header are joined as one. */
export const headerOf = (arrival: Arrival, name: string): string | undefined => {
  const value = arrival.answer.headers[name]
  return value === undefined || typeof value === 'string' ? value : value.join(', ')
}

/** All but Set-Cookie, which only the jar gets. */
export const headersOf = (arrival: Arrival): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.keys(arrival.answer.headers).filter((name) => name !== 'set-cookie').map((name) => [name, headerOf(arrival, name) ?? '']))

/** The Date header has whole seconds, so this is right to about one. */
export function skewOf(date: string | undefined, now: number): number | undefined {
  const at = date === undefined ? Number.NaN : Date.parse(date)
  return Number.isNaN(at) ? undefined : at - now
}
