import type { ModelCall, ModelEvent, ModelProvider, ModelRequest } from './model.ts'
import type { TurnSink } from './turn-events.ts'

/** One whole answer of the model. */
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

/** Streams one answer to the sink and gathers it. Rejects with `AnswerBroken` on the provider's error, and at once when the signal fires. */
export async function askModel(provider: ModelProvider, request: ModelRequest, signal: AbortSignal, sink: TurnSink): Promise<Answer> {
  let text = ''
  let reasoning = ''
  let usage: Answer['usage']
  let cutShort = false
  const calls: ModelCall[] = []
  let stop = () => {}
  const stopped = new Promise<never>((_, reject) => { stop = () => reject(signal.reason) })
  signal.addEventListener('abort', stop, { once: true })
  let events: AsyncIterator<ModelEvent> | undefined
  try {
    signal.throwIfAborted()
    events = provider.stream(request, signal)[Symbol.asyncIterator]()
    for (;;) {
      // A provider that does not heed the signal is not waited for.
      const next = await Promise.race([events.next(), stopped])
      if (next.done) return { text, reasoning, calls, usage, cutShort }
      const event = next.value
      switch (event.kind) {
        case 'text': text += event.text; sink({ kind: 'text.delta', text: event.text }); break
        case 'reasoning': reasoning += event.text; sink({ kind: 'reasoning.delta', text: event.text }); break
        case 'call': calls.push(event.call); break
        case 'usage': usage = { input: event.input, output: event.output }; sink({ kind: 'usage', ...usage }); break
        case 'end': cutShort = event.reason === 'length'; break
      }
    }
  } catch (error) {
    void events?.return?.().catch(() => {})
    throw new AnswerBroken(text, error)
  } finally {
    signal.removeEventListener('abort', stop)
    stopped.catch(() => {})
  }
}
