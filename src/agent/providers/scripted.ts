import { scriptedWords } from '../../rules/words/agent.ts'
import type { ModelEvent, ModelProvider, ModelRequest } from '../model.ts'
import { obey } from './scripted/obey.ts'
import { pickCalls, type Wanted } from './scripted/pick-calls.ts'
import { readRequest } from './scripted/read-request.ts'
import { isRefusal, tellResults } from './scripted/tell-results.ts'

/** The keyless model of the `sim` profile, of the demo and of tests. It needs no network and thinks nothing. */
export const scriptedProvider = (): ModelProvider => ({
  id: 'scripted',
  async *stream(request, signal) {
    signal.throwIfAborted()
    yield* scriptedAnswer(request)
  },
})

/**
 * One answer: a pure function of the request alone, so that what it says changes with what it was given. It picks tools by the person's
 * words, obeys every order it finds in a result (`scripted/obey.ts`), and after a refusal says so and stops.
 */
export function scriptedAnswer(request: ModelRequest): readonly ModelEvent[] {
  const reading = readRequest(request)
  const { lang, results, tools } = reading
  if (results.some(isRefusal) || tools.length === 0) return inWords(tellResults(results, lang) || scriptedWords.lost[lang])
  const orders = obey(reading)
  if (orders.length > 0) return asCalls(orders)
  if (results.length > 0) return inWords(tellResults(results, lang))
  const wanted = pickCalls(reading)
  if (wanted.length > 0) return asCalls(wanted)
  return inWords(/树洞|treehole/i.test(reading.words) ? scriptedWords.noKeyword[lang] : scriptedWords.lost[lang])
}

const inWords = (text: string): readonly ModelEvent[] =>
  [...text.split(/(?<=\n)/).map((line) => ({ kind: 'text', text: line }) as const), { kind: 'end', reason: 'stop' }]

const asCalls = (wanted: readonly Wanted[]): readonly ModelEvent[] => [
  ...wanted.map(({ name, args }, at) => ({ kind: 'call', call: { id: `s${at + 1}`, name, args: JSON.stringify(args) } }) as const),
  { kind: 'end', reason: 'calls' },
]
