import { pipeline, Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import { HarnessError } from '../../rules/errors/index.ts'
import type { Caps } from './door.ts'

/** What is offered in Accept-Encoding. zstd is not: Node 20 cannot undo it. */
export const acceptedCodings = 'gzip, deflate, br'

export interface BodyLimits extends Pick<Caps, 'bytes' | 'ratio'> {
  readonly host: string
  /** Told of each chunk as it came. */
  readonly onRaw: (bytes: number) => void
}

/**
 * Undoes the content codings of a body while it streams, counting decoded bytes under each of them. Throws `NET_TOO_LARGE` or
 * `NET_RATIO` as soon as a cap is passed, `NET_CODING` for a coding not offered or more than two, `NET_BODY_BROKEN` for damage.
 */
export function decodeBody(raw: AsyncIterable<Uint8Array>, contentEncoding: string | undefined, limits: BodyLimits): AsyncGenerator<Uint8Array, void> {
  const meter = { received: 0 }
  const codings = codingsOf(contentEncoding)
  const unknown = codings.find((coding) => !known.includes(coding))
  if (unknown !== undefined) throw new HarnessError('NET_CODING', { host: limits.host, coding: unknown.slice(0, 20) })
  if (codings.length > maxCodings) throw new HarnessError('NET_CODING', { host: limits.host, coding: codings.slice(0, 4).join('+').slice(0, 40) })
  let body = received(raw, meter, limits)
  for (const coding of codings.reverse()) body = undo(body, coding, meter, limits)
  return body
}

const known: readonly string[] = ['gzip', 'x-gzip', 'deflate', 'br']
const maxCodings = 2
/** Below this a high ratio is harmless and common (a page of spaces). */
const ratioFloor = 64 * 1024

const codingsOf = (header: string | undefined): string[] =>
  (header ?? '').split(',').map((coding) => coding.trim().toLowerCase()).filter((coding) => coding !== '' && coding !== 'identity')

async function* received(raw: AsyncIterable<Uint8Array>, meter: { received: number }, limits: BodyLimits): AsyncGenerator<Uint8Array, void> {
  let bytes = 0
  for await (const chunk of raw) {
    meter.received += chunk.length
    limits.onRaw(chunk.length)
    bytes += chunk.length
    if (bytes > limits.bytes) throw tooLarge(limits)
    yield chunk
  }
}

async function* undo(source: AsyncGenerator<Uint8Array, void>, coding: string, meter: { received: number }, limits: BodyLimits): AsyncGenerator<Uint8Array, void> {
  const first = await beginning(source)
  // An empty body (HEAD, 304, 204) has nothing to undo, whatever its headers say.
  if (first.length === 0) return
  let bytes = 0
  try {
    for await (const chunk of pipeline(Readable.from(prepend(first, source), { highWaterMark: 1 }), decoderOf(coding, first), () => {})) {
      bytes += chunk.length
      if (bytes > limits.bytes) throw tooLarge(limits)
      if (bytes > ratioFloor && bytes > meter.received * limits.ratio) throw new HarnessError('NET_RATIO', { host: limits.host, limit: limits.ratio })
      yield chunk
    }
  } catch (error) {
    throw error instanceof HarnessError ? error : new HarnessError('NET_BODY_BROKEN', { host: limits.host }, { cause: error })
  }
}

const tooLarge = (limits: BodyLimits) => new HarnessError('NET_TOO_LARGE', { host: limits.host, limit: limits.bytes })

/** The first two bytes and what came with them, or less where the body ends there: a server may send them one by one. */
async function beginning(source: AsyncGenerator<Uint8Array, void>): Promise<Uint8Array> {
  let bytes: Uint8Array = new Uint8Array()
  while (bytes.length < 2) {
    const next = await source.next()
    if (next.done) break
    bytes = Buffer.concat([bytes, next.value])
  }
  return bytes
}

async function* prepend(first: Uint8Array, rest: AsyncGenerator<Uint8Array, void>): AsyncGenerator<Uint8Array, void> {
  yield first
  yield* rest
}

function decoderOf(coding: string, first: Uint8Array): Transform {
  if (coding === 'br') return createBrotliDecompress()
  if (coding === 'deflate') return hasZlibHeader(first) ? createInflate() : createInflateRaw()
  return createGunzip()
}

/** RFC 1950 §2.2: method 8, and the first two bytes divide by 31. Servers also send raw deflate under this name. */
const hasZlibHeader = ([method = 0, flags = 0]: Uint8Array): boolean => (method & 0x0f) === 8 && ((method << 8) | flags) % 31 === 0
