import type { Clock } from '../clock/clock.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import type { Resolve } from './checked-lookup.ts'
import { decodeText, type DecodedText } from './charset.ts'
import { type Deadlines, startDeadlines } from './deadlines.ts'
import { makeDialers } from './dial.ts'
import { type Caps, defaultCaps, type Door, type DoorRequest, type DoorResponse, type DoorStream, type Network } from './door.ts'
import { loopbackRule } from './loopback-rule.ts'
import { bodyOf, headerOf, headersOf, skewOf } from './read-answer.ts'
import type { ProxyLogin } from './proxy-login.ts'
import type { Proxy } from './proxy-url.ts'
import { type Means, type Progress, travel } from './travel.ts'

export interface DoorSeams {
  /** For trace times and the skew of a server's clock. Deadlines run on real time. */
  readonly clock: Clock
  /**
   * The person's own model server on this machine, from their model configuration: requests with destination `model` may reach exactly
   * this origin over http (`http://127.0.0.1:PORT` or `http://localhost:PORT`), and nothing else ever reaches loopback.
   */
  readonly loopbackModel?: { readonly origin: string } | undefined
  /**
   * Servers under development on this machine that the person named with `--dev`, by the id of the remote plugin: requests with destination
   * `remote` of that very plugin may reach that very origin, in the same form. No document, manifest or server can put one here.
   */
  readonly loopbackRemotes?: ReadonlyMap<string, { readonly origin: string }> | undefined
  /** The proxy that the person set for the harness itself. The simulated campus and servers on loopback are reached without it. */
  readonly proxy?: Proxy | undefined
  /** What that proxy is told when it asks for a name and password; one for all doors to it. Without one it is told nothing. */
  readonly proxyLogin?: ProxyLogin | undefined
  /** Told of every hop of a request that brings no trace of its own: a sign-in's, a model's. So no hop goes untold. */
  readonly trace?: DoorRequest['trace']
  /** Replaces the system's resolver in tests. */
  readonly resolve?: Resolve | undefined
}

/**
 * Opens the one way out for a profile's network. Reads no proxy and no other setting from the environment; nothing switches the checks off.
 * Throws `NET_HOST_FORM` when `loopbackModel` or one of `loopbackRemotes` is not on loopback.
 */
export function openDoor(network: Network, seams: DoorSeams): Door {
  const loopbackFor = loopbackRule(seams)
  const dialers = makeDialers(network, seams)
  const means: Means = { dialers, clock: seams.clock, trace: seams.trace, loopbackFor }
  return {
    request: (request) => guarded(request, (deadlines, progress, caps) => buffered(request, means, deadlines, progress, caps)),
    stream: (request) => streamed(request, means),
    close: () => dialers.close(),
  }
}

async function buffered(request: DoorRequest, means: Means, deadlines: Deadlines, progress: Progress, caps: Caps): Promise<DoorResponse> {
  const arrival = await travel(request, means, deadlines, progress)
  const skewMs = skewOf(headerOf(arrival, 'date'), means.clock.now())
  const chunks: Uint8Array[] = []
  for await (const chunk of bodyOf(arrival, deadlines, caps)) chunks.push(chunk)
  const bytes = new Uint8Array(Buffer.concat(chunks))
  let decoded: DecodedText | undefined
  const text = () => (decoded ??= decodeText(bytes, headerOf(arrival, 'content-type'), request.charset))
  return {
    url: arrival.out.url.href, status: arrival.answer.status, headers: headersOf(arrival), bytes, hops: arrival.hops, skewMs,
    // Decoded on first use: most pictures and files are never read as text.
    get text() { return text().text },
    get charset() { return text().charset },
    get replaced() { return text().replaced },
  }
}

async function streamed(request: DoorRequest, means: Means): Promise<DoorStream> {
  const caps = { ...defaultCaps, ...request.caps }
  const deadlines = startDeadlines(caps, request.signal, hostOf(request.url))
  const progress = { left: false }
  try {
    const arrival = await travel(request, means, deadlines, progress)
    return {
      status: arrival.answer.status, headers: headersOf(arrival), body: guardedBody(bodyOf(arrival, deadlines, caps), deadlines, progress),
      leave: () => { arrival.answer.abandon(); arrival.trace.done(); deadlines.end() },
    }
  } catch (error) {
    deadlines.end()
    throw withLeft(error, progress)
  }
}

async function* guardedBody(body: AsyncIterable<Uint8Array>, deadlines: Deadlines, progress: Progress): AsyncGenerator<Uint8Array, void> {
  try {
    yield* body
  } catch (error) {
    throw withLeft(error, progress)
  } finally {
    deadlines.end()
  }
}

async function guarded<T>(request: DoorRequest, run: (deadlines: Deadlines, progress: Progress, caps: Caps) => Promise<T>): Promise<T> {
  const caps = { ...defaultCaps, ...request.caps }
  const deadlines = startDeadlines(caps, request.signal, hostOf(request.url))
  const progress = { left: false }
  try {
    return await run(deadlines, progress, caps)
  } catch (error) {
    throw withLeft(error, progress)
  } finally {
    deadlines.end()
  }
}

/** Puts on every error whether a byte had left; see `request-left.ts`. */
const withLeft = (error: unknown, progress: Progress): unknown =>
  error instanceof HarnessError ? new HarnessError(error.code, { ...error.params, left: progress.left ? 'yes' : 'no' }, { cause: error.cause }) : error

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : '?')
