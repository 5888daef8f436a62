import type { Clock } from '../../host/clock/clock.ts'
import type { Keystore } from '../../host/keystore/keystore.ts'
import type { Caps, Door, DoorStream } from '../../host/net/door.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import type { ModelProvider } from '../model.ts'
import { completionsUrl, type ModelEndpoint, modelKeyRef } from './endpoint.ts'
import { openaiBody } from './openai-request.ts'
import { openaiEvents } from './openai-stream.ts'

export interface OpenaiSeams {
  readonly door: Door
  readonly keystore: Keystore
  readonly clock: Clock
}

/** A model may think for a while before its first byte, and write for long. */
const caps: Caps = { bytes: 16 * 1024 * 1024, ratio: 1000, headersMs: 60_000, idleMs: 120_000, totalMs: 600_000 }
const attempts = 3
/** Longer than this is not waited out inside a turn. */
const longestWaitMs = 30_000

/**
 * A provider that speaks the OpenAI dialect. Asks again after 408, 429, 5xx
 * or a network fault, by Retry-After where it is given, only while no byte of an answer has come. Rejects with `MODEL_*`, `NET_*` or
 * `KEYSTORE_*`. Throws `MODEL_ENDPOINT_INVALID` for an address that cannot be used.
 */
export function openaiProvider(endpoint: ModelEndpoint, seams: OpenaiSeams): ModelProvider {
  const { url, host } = completionsUrl(endpoint)
  return {
    id: endpoint.id,
    async *stream(request, signal) {
      const body = openaiBody(request, endpoint.model)
      const send = (key: string | undefined) => seams.door.stream({
        destination: { kind: 'model', provider: endpoint.id }, url, method: 'POST', hosts: [host], redirects: 0, caps, signal, body,
        headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
      })
      const answer = await withRetries(() => lent(endpoint, seams.keystore, send), endpoint, seams.clock, signal)
      yield* openaiEvents(answer.body, endpoint.id)
    },
  }
}

/** The key is lent for the making of one request; only the origin it was stored under is ever asked for. */
const lent = (endpoint: ModelEndpoint, keystore: Keystore, send: (key: string | undefined) => Promise<DoorStream>): Promise<DoorStream> =>
  endpoint.needsKey ? keystore.use(modelKeyRef(endpoint), `model:${endpoint.id}`, (key) => send(key.toString('utf8').trim())) : send(undefined)

async function withRetries(send: () => Promise<DoorStream>, endpoint: ModelEndpoint, clock: Clock, signal: AbortSignal): Promise<DoorStream> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await send().then((answer) => ({ answer }), (error: unknown) => ({ error }))
    if ('answer' in outcome && outcome.answer.status === 200) return outcome.answer
    if ('answer' in outcome) outcome.answer.leave()
    const { error, waitMs } = 'answer' in outcome ? refusal(outcome.answer, endpoint, clock, attempt) : { error: outcome.error, waitMs: networkWait(outcome.error, attempt) }
    if (waitMs === undefined || attempt >= attempts || waitMs > longestWaitMs) throw error
    await clock.sleep(waitMs, signal)
  }
}

interface Refused { readonly error: HarnessError; readonly waitMs: number | undefined }

function refusal({ status, headers }: DoorStream, { id }: ModelEndpoint, clock: Clock, attempt: number): Refused {
  if (status === 401 || status === 403) return { error: new HarnessError('MODEL_KEY_REFUSED', { provider: id, status }), waitMs: undefined }
  if (status !== 408 && status !== 429 && status < 500) return { error: new HarnessError('MODEL_FAILED', { reason: `HTTP ${status}` }), waitMs: undefined }
  const waitMs = retryAfter(headers['retry-after'], clock.now()) ?? backoff(attempt)
  return { error: new HarnessError('MODEL_BUSY', { provider: id, status, seconds: Math.ceil(waitMs / 1000) }), waitMs }
}

/** RFC 9110 §10.2.3: seconds or a date. Undefined for neither. */
function retryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  const seconds = Number(header)
  const waitMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs)
}

const backoff = (attempt: number): number => 500 * 2 ** (attempt - 1)

/** Only what may pass by itself. A lost answer is asked for again: a completion changes nothing. */
const networkWait = (error: unknown, attempt: number): number | undefined =>
  error instanceof HarnessError && ['NET_RESET_BEFORE_SEND', 'NET_RESET_AFTER_SEND', 'NET_DNS'].includes(error.code) ? backoff(attempt) : undefined
