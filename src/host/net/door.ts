import type { CookieJar } from 'tough-cookie'
import type { Destination } from '../../rules/call.ts'
import type { Method } from '../../sdk/index.ts'
import type { MissingIntermediates } from './extra-ca/missing-intermediates.ts'

/**
 * The one way out (law 2). Implemented in `open-door.ts`; nothing else in `src` imports an HTTP client, a socket
 * client or a resolver. Every hop is checked: scheme, declared host, every resolved address, then the connection
 * is made to exactly the address that was checked.
 */
export interface Door {
  /**
   * Buffers the body up to its cap. Rejects with a `NET_*` HarnessError; an HTTP error status is not an error here.
   * `requestLeft(error)` says whether a byte of the request can have left.
   */
  request(request: DoorRequest): Promise<DoorResponse>
  /**
   * Streams a body's decoded chunks, capped; for model providers. Leaving the body early breaks off the request.
   * Deadlines run until the body has been read or left.
   */
  stream(request: DoorRequest): Promise<DoorStream>
  /** Ends idle connections; requests in flight are aborted. */
  close(): Promise<void>
}

export interface DoorRequest {
  readonly destination: Destination
  readonly url: string
  readonly method?: Method
  /** Visible ASCII. Host, framing, Cookie and Accept-Encoding are the door's own (`NET_HEADER_REFUSED`). None but accept, accept-language and user-agent follows a redirect to another origin. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Exact host names that this destination may reach, each hop included. */
  readonly hosts: readonly string[]
  /** Cookies are kept at each hop and computed anew for each. */
  readonly jar?: CookieJar
  /** How many redirects to follow, 0 to 10; 0 (the default) returns the 3xx itself. */
  readonly redirects?: number
  /** Called before a redirect is followed; false stops there and returns that 3xx. For services that read a Location. */
  readonly onRedirect?: (hop: Hop) => boolean
  /** Paths on declared hosts whose http URL is upgraded to https at once, never sent in clear (protocols §1.11). */
  readonly upgradeHttp?: boolean
  readonly charset?: string
  readonly caps?: Partial<Caps>
  readonly signal?: AbortSignal
  /** Called exactly once for each hop: when its body has been read, was not wanted, or the hop has failed. */
  readonly trace?: (entry: TraceEntry) => void
}

/** Bytes are counted after decoding; times are milliseconds. */
export interface Caps {
  readonly bytes: number
  /** Decoded bytes allowed for each byte received. */
  readonly ratio: number
  readonly headersMs: number
  readonly idleMs: number
  readonly totalMs: number
}
export const defaultCaps: Caps = { bytes: 2 * 1024 * 1024, ratio: 100, headersMs: 10_000, idleMs: 10_000, totalMs: 20_000 }

export interface Hop {
  readonly url: string
  readonly status: number
  /** Absolute, or undefined when the answer has no Location. */
  readonly location: string | undefined
}

export interface DoorResponse {
  /** Of the last hop. */
  readonly url: string
  readonly status: number
  /** Lower-case names; several values joined with ", ", without Set-Cookie. */
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
  readonly text: string
  /** WHATWG label of the charset used for `text`, and the share of U+FFFD in it, 0 to 1. */
  readonly charset: string
  readonly replaced: number
  readonly hops: readonly Hop[]
  /** The server's clock minus ours in milliseconds, from its Date header; undefined without one. */
  readonly skewMs: number | undefined
}

export interface DoorStream {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: AsyncIterable<Uint8Array>
  /** Breaks off without reading the body; for an answer whose head says enough. */
  leave(): void
}

export interface TraceEntry {
  readonly at: number
  readonly destination: Destination
  readonly method: string
  readonly host: string
  /** Without query values. */
  readonly path: string
  readonly status: number | undefined
  readonly bytes: number
  readonly ms: number
  readonly error: string | undefined
}

/**
 * The network a profile has. `public` refuses every address that is not globally routable. `sim` reaches
 * exactly the simulated campus: these host names, at this port on 127.0.0.1, under this CA and no other; every other
 * host is refused. It is chosen by the composition root from the profile alone.
 */
export type Network =
  | { readonly kind: 'public' }
  | { readonly kind: 'sim'; readonly port: number; readonly ca: string; readonly hosts: readonly string[]; readonly missingIntermediates?: MissingIntermediates }
