import type { Scrubber } from '../rules/redaction.ts'
import type { ModelCall, ModelEvent, ModelProvider, ModelRequest } from './model.ts'
import type { TurnSink } from './turn-events.ts'

/** One whole answer of the model, its words scrubbed; its calls are as it wrote them. */
export interface Answer {
  readonly text: string
  readonly reasoning: string
  readonly calls: readonly ModelCall[]
  readonly usage: { readonly input: number; readonly output: number } | undefined
  readonly cutShort: boolean
}

/** What was said before an answer broke off. */
export class AnswerBroken extends Error {
  override readonly name = 'AnswerBroken'
  constructor(readonly said: string, cause: unknown) {
    super('the answer broke off', { cause })
  }
}

/**
 * Streams one answer to the sink and gathers it: no known secret in it, however it was cut into pieces. What may still become
 * one comes when the answer has ended. Rejects with `AnswerBroken` on the provider's error, and at once
 * when the signal fires.
 */
export async function askModel(provider: ModelProvider, request: ModelRequest, signal: AbortSignal, sink: TurnSink, scrubber: Pick<Scrubber, 'stream'>): Promise<Answer> {
  const said = { text: '', reasoning: '' }
  const streams = { text: scrubber.stream(), reasoning: scrubber.stream() }
  let usage: Answer['usage']
  let cutShort = false
  const calls: ModelCall[] = []
  let stop = () => {}
  const tell = (kind: keyof typeof said, words: string): void => {
    if (words === '') return
    said[kind] += words
    sink({ kind: `${kind}.delta`, text: words })
  }
  const tellRest = (): void => { for (const kind of ['reasoning', 'text'] as const) tell(kind, streams[kind].end()) }
  const stopped = new Promise<never>((_, reject) => { stop = () => reject(signal.reason) })
  signal.addEventListener('abort', stop, { once: true })
  let events: AsyncIterator<ModelEvent> | undefined
  try {
    signal.throwIfAborted()
    events = provider.stream(request, signal)[Symbol.asyncIterator]()
    for (;;) {
      // A provider that does not heed the signal is not waited for.
      const next = await Promise.race([events.next(), stopped])
      signal.throwIfAborted()
      if (next.done) {
        tellRest()
        return { ...said, calls, usage, cutShort }
      }
      const event = next.value
      switch (event.kind) {
        case 'text': case 'reasoning': tell(event.kind, streams[event.kind].push(event.text)); break
        case 'call': calls.push(event.call); break
        case 'usage': usage = { input: event.input, output: event.output }; sink({ kind: 'usage', ...usage }); break
        case 'end': cutShort = event.reason === 'length'; break
      }
    }
  } catch (error) {
    void events?.return?.().catch(() => {})
    // A lock takes from the scrubber what it knew: what was held back until then could be a secret, and goes unsaid.
    if (!signal.aborted) tellRest()
    throw new AnswerBroken(said.text, error)
  } finally {
    signal.removeEventListener('abort', stop)
    stopped.catch(() => {})
  }
}
