import type { AnswerLink, LinkStream } from '../rules/links/mark-links.ts'
import type { Scrubber } from '../rules/redaction.ts'
import type { ModelCall, ModelEvent, ModelProvider, ModelRequest } from './model.ts'
import type { TurnSink } from './turn-events.ts'

/** What the model said, scrubbed: as it wrote it, as it is shown with its links marked, and these links. */
export interface Said { readonly text: string; readonly shown: string; readonly links: readonly AnswerLink[] }
export const nothingSaid: Said = { text: '', shown: '', links: [] }

/** One whole answer of the model; its calls are as it wrote them. */
export interface Answer extends Said {
  readonly reasoning: string
  readonly calls: readonly ModelCall[]
  readonly usage: { readonly input: number; readonly output: number } | undefined
  readonly cutShort: boolean
}

interface AskedWith {
  readonly signal: AbortSignal
  readonly sink: TurnSink
  readonly scrubber: Pick<Scrubber, 'stream'>
  readonly links: () => LinkStream
}
const kinds = ['reasoning', 'text'] as const

/** What was said before an answer broke off. */
export class AnswerBroken extends Error {
  override readonly name = 'AnswerBroken'
  constructor(readonly said: Said, cause: unknown) {
    super('the answer broke off', { cause })
  }
}

/**
 * Streams one answer to the sink and gathers it: no known secret in it, however it was cut into pieces. What may still become
 * one comes when the answer has ended. The sink is told what is shown. Rejects with `AnswerBroken` on the provider's error, and at once
 * when the signal fires.
 */
export async function askModel(provider: ModelProvider, request: ModelRequest, { signal, sink, scrubber, links }: AskedWith): Promise<Answer> {
  const said = { text: '', reasoning: '' }
  const scrubbed = { text: scrubber.stream(), reasoning: scrubber.stream() }
  const marked = { text: links(), reasoning: links() }
  let shown = ''
  let usage: Answer['usage']
  let cutShort = false
  const calls: ModelCall[] = []
  let stop = () => {}
  const show = (kind: keyof typeof said, words: string): void => {
    if (words === '') return
    if (kind === 'text') shown += words
    sink({ kind: `${kind}.delta`, text: words })
  }
  const tell = (kind: keyof typeof said, words: string): void => {
    said[kind] += words
    show(kind, marked[kind].push(words))
  }
  const tellRest = (): void => { for (const kind of kinds) tell(kind, scrubbed[kind].end()) }
  const whole = () => {
    for (const kind of kinds) show(kind, marked[kind].end())
    return { text: said.text, shown, links: marked.text.links() }
  }
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
        return { ...whole(), reasoning: said.reasoning, calls, usage, cutShort }
      }
      const event = next.value
      switch (event.kind) {
        case 'text': case 'reasoning': tell(event.kind, scrubbed[event.kind].push(event.text)); break
        case 'call': calls.push(event.call); break
        case 'usage': usage = { input: event.input, output: event.output }; sink({ kind: 'usage', ...usage }); break
        case 'end': cutShort = event.reason === 'length'; break
      }
    }
  } catch (error) {
    void events?.return?.().catch(() => {})
    // A lock takes from the scrubber what it knew: what was held back until then could be a secret, and goes unsaid.
    if (!signal.aborted) tellRest()
    throw new AnswerBroken(whole(), error)
  } finally {
    signal.removeEventListener('abort', stop)
    stopped.catch(() => {})
  }
}
