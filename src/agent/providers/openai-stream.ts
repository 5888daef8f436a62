import { createParser } from 'eventsource-parser'
import { z } from 'zod'
import { HarnessError } from '../../rules/errors/index.ts'
import type { ModelCall, ModelEvent } from '../model.ts'

/** One chunk of a streamed completion, with what the dialects add or leave out. Everything else in it is passed over. */
const chunk = z.object({
  choices: z.array(z.object({
    delta: z.object({
      content: z.string().nullish(),
      reasoning_content: z.string().nullish(),
      reasoning: z.string().nullish(),
      tool_calls: z.array(z.object({
        index: z.number().int().nullish(),
        id: z.string().nullish(),
        function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
      })).nullish(),
    }).nullish(),
    finish_reason: z.string().nullish(),
  })).nullish(),
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }).nullish(),
  error: z.unknown().optional(),
})
type Chunk = z.infer<typeof chunk>

/** An event of the stream may not be longer than this many characters: a provider that never ends a line is broken off. */
const longestEvent = 1024 * 1024
/** Calls of one answer. A turn makes at most 40; a server that asks for more than this is not answering. */
const mostCalls = 128

/**
 * Reads a streamed answer. Text and reasoning come as they arrive; calls, whose pieces may be interleaved, come whole at the end and in
 * the order of their index, their arguments as the raw text they were. A stream without an end throws `MODEL_STREAM_BROKEN`,
 * one with more than 128 calls `MODEL_FAILED`.
 */
export async function* openaiEvents(body: AsyncIterable<Uint8Array>, provider: string): AsyncGenerator<ModelEvent, void> {
  const broken = (cause?: unknown) => new HarnessError('MODEL_STREAM_BROKEN', { provider }, { cause })
  const calls = openCalls()
  let finish: string | undefined
  let ended = false
  for await (const data of eventData(body, broken)) {
    if (data === '[DONE]') { ended = true; break }
    const part = readChunk(data, broken)
    if (part.error !== undefined && part.error !== null) throw new HarnessError('MODEL_FAILED', { reason: errorCode(part.error) })
    const [choice] = part.choices ?? []
    const { delta } = choice ?? {}
    const reasoning = delta?.reasoning_content ?? delta?.reasoning
    if (reasoning) yield { kind: 'reasoning', text: reasoning }
    if (delta?.content) yield { kind: 'text', text: delta.content }
    for (const piece of delta?.tool_calls ?? []) calls.gather(piece)
    if (part.usage) yield { kind: 'usage', input: part.usage.prompt_tokens, output: part.usage.completion_tokens }
    finish = choice?.finish_reason ?? finish
  }
  if (!ended && finish === undefined) throw broken()
  const whole = calls.inOrder()
  for (const call of whole) yield { kind: 'call', call }
  yield { kind: 'end', reason: reasonOf(finish, whole.length) }
}

type Piece = NonNullable<NonNullable<NonNullable<NonNullable<Chunk['choices']>[number]['delta']>['tool_calls']>[number]>

function openCalls(): { gather(piece: Piece): void; inOrder(): readonly ModelCall[] } {
  const calls = new Map<number, ModelCall>()
  let last = -1
  return {
    /** Some servers give no index: then a piece with an id of its own begins a call, and one without continues the last. */
    gather(piece) {
      const begins = piece.id && calls.get(last)?.id !== piece.id
      const index = piece.index ?? (begins || last < 0 ? last + 1 : last)
      const { id, name, args } = calls.get(index) ?? { id: '', name: '', args: '' }
      calls.set(index, { id: piece.id || id, name: name || (piece.function?.name ?? ''), args: args + (piece.function?.arguments ?? '') })
      if (calls.size > mostCalls) throw new HarnessError('MODEL_FAILED', { reason: 'too-many-calls' })
      last = Math.max(last, index)
    },
    inOrder: () => [...calls].sort(([a], [b]) => a - b).map(([, call]) => call),
  }
}

async function* eventData(body: AsyncIterable<Uint8Array>, broken: (cause?: unknown) => Error): AsyncGenerator<string, void> {
  const waiting: string[] = []
  let fault: Error | undefined
  const parser = createParser({
    maxBufferSize: longestEvent,
    onEvent: ({ data }) => { waiting.push(data) },
    onError: (error) => { if (error.type === 'max-buffer-size-exceeded') fault = error },
  })
  const decoder = new TextDecoder()
  for await (const bytes of body) {
    parser.feed(decoder.decode(bytes, { stream: true }))
    if (fault) throw broken(fault)
    yield* waiting.splice(0)
  }
  // A last event without its empty line still counts; a cut one does not parse and is an error below.
  parser.feed('\n\n')
  yield* waiting.splice(0)
}

function readChunk(data: string, broken: (cause?: unknown) => Error): Chunk {
  try {
    return chunk.parse(JSON.parse(data))
  } catch (cause) {
    throw broken(cause)
  }
}

/** A provider's error by its code alone: its message is somebody's text and can repeat the key. */
export function errorCode(error: unknown): string {
  const told = z.object({ code: z.union([z.string(), z.number()]).nullish(), type: z.string().nullish() }).safeParse(error)
  const code = told.success ? String(told.data.code ?? told.data.type ?? 'error') : 'error'
  return /^[\w.-]{1,40}$/.test(code) ? code : 'error'
}

function reasonOf(finish: string | undefined, calls: number): 'stop' | 'calls' | 'length' | 'other' {
  if (finish === 'length') return 'length'
  if (calls > 0) return 'calls'
  return finish === undefined || finish === 'stop' ? 'stop' : 'other'
}
