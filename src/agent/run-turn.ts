import { HarnessError } from '../rules/errors/index.ts'
import { cleanCharacters } from '../rules/hygiene/characters.ts'
import { type Labels, untypedInput } from '../rules/labels.ts'
import { linkStream } from '../rules/links/mark-links.ts'
import { type Answer, AnswerBroken, askModel, nothingSaid, type Said } from './ask-model.ts'
import { type Ending, endTurn } from './end-turn.ts'
import { knownLinks, ownToolNames } from './known-links.ts'
import { assemble, toldMemories } from './prompt/assemble.ts'
import { hostFacts } from './prompt/host-facts.ts'
import { hostRulesVersion } from './prompt/host-rules.ts'
import { toolList, type ToolList, visibleTools } from './prompt/tool-list.ts'
import { runCalls } from './run-calls.ts'
import { shownArgs } from './shown-args.ts'
import type { StoredCall } from './stored-event.ts'
import type { TurnEnd } from './turn-events.ts'
import type { TurnOptions } from './turn-options.ts'
import { openTurn, type TurnState } from './turn-state.ts'

/**
 * One turn: the model is asked, its calls go through the monitor, their results go back, until it answers in words or the turn has to end.
 * A message that the person did not type whole is third-party text from the start; what is hidden in one is taken out of any (law 6).
 * Every event is told to the sink and stored in the conversation before the next begins. Resolves with how it ended, whatever the
 * provider or a tool did; rejects only when the store fails.
 */
export async function runTurn(options: TurnOptions): Promise<TurnEnd> {
  const { conversation, turn, message, userWords, clock, lang, surface, principal, sink } = options
  sink({ kind: 'turn.started', conversation: conversation.id, turn })
  const typed = userWords === message
  if (!typed) conversation.absorb(untypedInput)
  if (toldMemories(options.memories).length > 0) conversation.absorb(memoriesTold)
  const facts = hostFacts({ now: clock.now(), lang, account: conversation.account, surface, tainted: conversation.labels().untrusted })
  conversation.append({ kind: 'turn', turn, principal, rules: hostRulesVersion, facts, message: cleanCharacters(options.scrubber.text(message), 'dropped'), typed })
  const state = openTurn(options)
  const { end, stored } = endTurn(await steps(options, state), options, state)
  conversation.append({ kind: 'end', turn, reason: end.reason, text: stored })
  sink({ kind: 'turn.ended', end })
  return end
}

/** What the person had remembered is their own data, in the context from its first word. */
const memoriesTold: Labels = { untrusted: [], private: ['memory'] }

async function steps(options: TurnOptions, state: TurnState): Promise<Ending> {
  const turnNumber = options.conversation.events().filter(({ kind }) => kind === 'turn').length
  let said = nothingSaid
  try {
    for (let step = 1; step <= state.budgets.steps; step += 1) {
      // With no tools to call there is nothing left but to speak: after denials in a row, or once the budget of calls is spent.
      const onlyWords = state.mustSpeak() || state.spent()
      const list = toolList(onlyWords ? [] : visibleTools(options.tools(), options.principal), options.lang)
      const answer = await oneStep(options, list, onlyWords)
      options.signal.throwIfAborted()
      if (answer.text !== '') said = answer
      const calls = onlyWords ? [] : callsOf(answer, list, `call_${turnNumber}_${step}`, options)
      store(options, state, answer, calls)
      if (calls.length === 0) return { reason: state.spent() ? 'budget' : 'done', said, cutShort: answer.cutShort }
      await runCalls(calls, list, options, state)
    }
    return { reason: 'budget', said, cutShort: false }
  } catch (error) {
    return brokenOff(error, said, options)
  }
}

function oneStep(options: TurnOptions, list: ToolList, onlyWords: boolean): Promise<Answer> {
  const { provider, conversation, lang, signal, sink, scrubber } = options
  const events = conversation.events()
  const marking = { known: knownLinks(events), names: ownToolNames(options.tools()), lang }
  const request = assemble({ lang, plugins: options.plugins(), memories: options.memories, scrub: scrubber.text, events, tools: onlyWords ? undefined : list })
  return askModel(provider, request, { signal, sink, scrubber, links: () => linkStream(marking) })
}

/** Ids are the host's own: a provider's could be anything, and must not be the same twice. Providers take at most 40 of `[A-Za-z0-9_-]`. */
const callsOf = (answer: Answer, list: ToolList, step: string, { scrubber }: TurnOptions): readonly StoredCall[] =>
  answer.calls.map(({ name: written, args }, at) => {
    // A name that no tool has is the model's own words; where they hold a secret, one that a provider would take back.
    const name = list.find(written) || scrubber.text(written) === written ? written : 'credential'
    return { id: `${step}_${at + 1}`, name, tool: list.idOf(name), args }
  })

/** What is kept holds no secret, looked for once more in the whole: pieces show fewer spellings; the monitor is given the calls as the model wrote them, and refuses one that holds a secret. */
function store({ conversation, turn, scrubber }: TurnOptions, state: TurnState, { text, reasoning, usage }: Answer, written: readonly StoredCall[]): void {
  const calls = written.map((call) => ({ ...call, args: shownArgs(call.args, scrubber) }))
  conversation.append({ kind: 'step', turn, text: scrubber.text(text), reasoning: scrubber.text(reasoning), calls, tainted: state.tainted(), ...(usage ? { usage } : {}) })
}

/** A turn that was ended from outside, or whose provider failed. Anything else is the store's or our own fault, and goes on up. */
function brokenOff(error: unknown, said: Said, { signal }: TurnOptions): Ending {
  const broken = error instanceof AnswerBroken
  const words = broken && error.said.text !== '' ? error.said : said
  if (signal.aborted) return { reason: isLocked(signal.reason) ? 'locked' : 'cancelled', said: words, cutShort: false }
  if (!broken) throw error
  if (isLocked(error.cause)) return { reason: 'locked', said: words, cutShort: false }
  const cause = error.cause instanceof HarnessError ? error.cause : new HarnessError('MODEL_FAILED', { reason: 'unexpected' }, { cause: error.cause })
  return { reason: 'provider-failed', said: words, cutShort: false, error: cause }
}

const isLocked = (reason: unknown): boolean => reason instanceof HarnessError && (reason.code === 'KEYSTORE_LOCKED' || reason.code === 'CALL_LOCKED')
