import type { Dispatcher } from 'undici'
import type { Method } from '../../sdk/index.ts'
import { toNetError } from './failures.ts'

export interface Outgoing {
  readonly url: URL
  readonly method: Method
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | undefined
}

/** One answer whose head is in. `raw` yields the body as it came, undecoded; leaving it early breaks the connection. */
export interface Exchange {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly raw: AsyncGenerator<Uint8Array, void>
  /** Breaks off without reading the body. */
  abandon(): void
}

/**
 * Sends one request and resolves when the final head is in; follows nothing. `onSent` is called in the instant before its first byte
 * is written. Rejects with a `NET_*` error, or with the signal's reason.
 */
export function exchange(dispatcher: Dispatcher, out: Outgoing, signal: AbortSignal, onSent: () => void): Promise<Exchange> {
  const host = out.url.hostname
  let controller: Dispatcher.DispatchController | undefined
  let sent = false
  const body = bodyQueue(() => controller?.resume())
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      signal.removeEventListener('abort', onAbort)
      const failure = toNetError(error, host, sent)
      body.fail(failure)
      reject(failure)
    }
    const breakOff = (reason: Error) => { fail(reason); controller?.abort(reason) }
    const onAbort = () => breakOff(signal.reason)
    if (signal.aborted) return reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    dispatcher.dispatch({
      origin: out.url.origin, path: out.url.pathname + out.url.search, method: out.method, headers: { ...out.headers }, body: out.body ?? null,
    }, {
      onRequestStart(started) {
        controller = started
        // Aborting here is what keeps a request that was cancelled while it waited for its connection from being written.
        if (signal.aborted) { started.abort(signal.reason); return }
        sent = true
        onSent()
      },
      onResponseStart(started, status, headers) {
        if (status < 200) return
        resolve({ status, headers, raw: body.read(() => breakOff(new Error('left by its reader'))), abandon: () => breakOff(new Error('abandoned')) })
      },
      onResponseData(started, chunk) { if (body.push(chunk)) started.pause() },
      onResponseEnd() { signal.removeEventListener('abort', onAbort); body.end() },
      onResponseError(_started, error) { fail(error) },
    })
  })
}

const pauseAbove = 256 * 1024

/** Chunks between the socket that pushes and the reader that pulls. Chunks that were in before a failure are dropped with it. */
function bodyQueue(resume: () => void) {
  const chunks: Uint8Array[] = []
  let waiting = 0
  let state: 'open' | 'ended' | 'failed' = 'open'
  let failure: unknown
  let wake = () => {}
  return {
    /** True when the sender should pause. */
    push(chunk: Uint8Array): boolean { chunks.push(chunk); waiting += chunk.length; wake(); return waiting > pauseAbove },
    end() { if (state === 'open') state = 'ended'; wake() },
    fail(error: unknown) { if (state === 'open') { state = 'failed'; failure = error } wake() },
    async *read(leave: () => void): AsyncGenerator<Uint8Array, void> {
      try {
        for (;;) {
          if (state === 'failed') throw failure
          const chunk = chunks.shift()
          if (chunk) {
            waiting -= chunk.length
            yield chunk
            if (waiting <= pauseAbove / 2) resume()
          } else if (state === 'ended') return
          else await new Promise<void>((resolve) => { wake = resolve })
        }
      } finally {
        if (state === 'open') leave()
      }
    },
  }
}
