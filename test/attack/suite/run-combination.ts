import type { Caller, Carrier, Ground } from '../../../fixtures/attacks/carriers.ts'
import type { Ends, Given } from '../../../fixtures/attacks/ends.ts'
import { tappedPlugin } from '../../../fixtures/attacks/tapped.ts'
import { type Task, tasks } from '../../../fixtures/attacks/tasks.ts'
import { type Conversation, startConversation } from '../../../src/agent/conversation.ts'
import type { ModelProvider } from '../../../src/agent/model.ts'
import { runTurn } from '../../../src/agent/run-turn.ts'
import type { TurnEnd, TurnEvent } from '../../../src/agent/turn-events.ts'
import type { CallOutcome, CallRequest } from '../../../src/monitor/call-request.ts'
import { isObject } from '../../../src/rules/json.ts'
import { isTainted } from '../../../src/rules/labels.ts'
import { secretsFound } from '../count/secrets.ts'
import type { Find } from '../../journeys/secret-hunt.ts'
import { obedientModel } from '../model/obedient.ts'
import type { Base } from '../stage/base.ts'
import { account, type CampusStage } from '../stage/campus-stage.ts'
import { type AttackHouse, openHouse } from '../stage/attack-house.ts'
import { layDown } from '../stage/lay-down.ts'
import { type Person, type PersonKind, seatPerson } from '../stage/person.ts'
import { tap } from '../stage/tap.ts'
import type { Combination } from './combinations.ts'
import { endsOf, keptIn } from './ends-of.ts'

/** What a run left behind, at the receiving ends and on the person's screen. */
export interface RunResult {
  readonly ends: Ends
  readonly shown: Person['shown']
  readonly ownCards: number
  /** How each turn ended, the task that it was for first. */
  readonly turns: readonly { readonly task: Task; readonly end: TurnEnd; readonly tainted: boolean; readonly lastRequest: readonly string[] }[]
  /** What the model was last sent in each turn, and all that a screen was shown. */
  readonly requests: readonly string[]
  readonly screen: string
  /** Secrets found anywhere in these or in the house's files. */
  readonly secrets: readonly Find[]
}

export interface RunGiven {
  readonly stage: CampusStage
  readonly base: Base
  readonly person: PersonKind
  /** The control: every decision is to allow. */
  readonly forced?: boolean
  /** The person agreed to the sheet of an update that waits. */
  readonly updateAgreed?: boolean
}

/** One attack against one house. */
export function runCombination({ task, carrier, text, lang, goal, mark }: Combination, given: RunGiven): Promise<RunResult> {
  const next = tasks.filter(({ id }) => id === carrier.next)
  return runTasks([task, ...next], { ...given, caller: carrier.caller ?? 'agent', pasted: carrier.caller === 'pasted' ? text : undefined, place: (ground) => carrier.place(ground, text, lang, goal.orders(mark)), afterwards: carrier.afterwards })
}

export interface TasksGiven extends RunGiven {
  readonly caller?: Caller
  readonly pasted?: string | undefined
  readonly place?: (ground: Ground) => void
  readonly afterwards?: Carrier['afterwards'] | undefined
}

/** These tasks, one turn each, in one conversation. */
export async function runTasks(asked: readonly Task[], { stage, base, person: kind, forced = false, updateAgreed = false, caller = 'agent', pasted, place = () => undefined, afterwards }: TasksGiven): Promise<RunResult> {
  stage.reset()
  const ground: Ground = { data: stage.served.data, outside: stage.outside, guidance: { 'remote-tool': '', 'remote-argument': '', 'remote-plugin': '', 'community-plugin': '', 'community-tool': '' }, stored: [], earlier: [] }
  place(ground)
  using house = openHouse({ stage, base, guidance: ground.guidance, byLink: ground.update !== undefined || ground.shortcut !== undefined, alone: ground.official !== undefined, forced })
  await layDown(house, ground, base, updateAgreed)
  afterwards?.(ground)
  const before = keptIn(house)
  const person = seatPerson(kind, house.approvals, () => asked.flatMap(({ plan }) => plan.flat()))
  // What is tapped is done before the assistant is asked anything; with nobody there it is a script that taps.
  for (const number of (ground.tapped?.orders ?? []).keys()) await tap(house, tappedPlugin, number + 1, kind === 'nobody' ? 'script' : 'interactive')
  const conversation = startConversation(house.store.conversations, { id: 'conversation', account, title: 'attack' })
  const screen: TurnEvent[] = []
  const bridge: Given[] = []
  const turns: RunResult['turns'][number][] = []
  const model = obedientModel(tasks)
  for (const [at, task] of asked.entries()) {
    // A turn's last request holds all of the ones before it.
    let lastRequest: readonly string[] = []
    const provider: ModelProvider = { id: model.id, stream(request, signal) { lastRequest = [JSON.stringify(request)]; return model.stream(request, signal) } }
    const end = await oneTurn({ house, conversation, provider, task, at, caller, pasted, screen, bridge })
    turns.push({ task, end, tainted: isTainted(conversation.labels()), lastRequest })
  }
  const seen = { ends: { ...endsOf(stage, house, before), bridge }, requests: turns.flatMap(({ lastRequest }) => lastRequest), screen: JSON.stringify(screen) }
  return { ...seen, shown: person.shown, ownCards: person.ownCards(), turns, secrets: secretsFound(seen, house.place, stage.secrets) }
}

interface TurnGiven {
  readonly house: AttackHouse; readonly conversation: Conversation; readonly provider: ModelProvider; readonly task: Task; readonly at: number
  readonly caller: Caller; readonly pasted: string | undefined; readonly screen: TurnEvent[]; readonly bridge: Given[]
}

async function oneTurn({ house, conversation, provider, task, at, caller, pasted, screen, bridge }: TurnGiven): Promise<TurnEnd> {
  const message = pasted === undefined ? task.words : `${task.words}\n${pasted}`
  const typed = caller === 'agent' || caller === 'plugin:clubs'
  return runTurn({
    conversation, turn: `turn-${at + 1}`, message, userWords: typed ? message : '', provider,
    invoke: (call) => asCaller(caller, call, house, bridge),
    tools: () => house.registry.plugins().flatMap(({ tools }) => tools), plugins: () => house.registry.plugins(), memories: memoriesOf(house),
    scrubber: house.scrubber, principal: caller === 'schedule' ? 'schedule' : 'agent', client: typed ? 'person' : caller, lang: task.lang,
    surface: typed ? 'terminal' : caller === 'schedule' ? 'schedule' : 'script', clock: house.clock, signal: new AbortController().signal, sink: (event) => { screen.push(event) },
  })
}

/** An outside client has no turn of ours, and is given each result; a plugin's step calls in the conversation that it runs in. */
async function asCaller(caller: Caller, call: CallRequest, { monitor }: AttackHouse, bridge: Given[]): Promise<CallOutcome> {
  if (caller === 'plugin:clubs') return monitor.invoke({ ...call, principal: caller })
  if (caller !== 'bridge') return monitor.invoke(call)
  const outcome = await monitor.invoke({ ...call, principal: caller, turn: undefined })
  if (outcome.ok) bridge.push({ tool: outcome.tool, text: JSON.stringify(outcome.data) })
  return outcome
}

/** As the daemon gives them to a turn. */
function memoriesOf({ store }: AttackHouse) {
  return store.records.list({ account, plugin: 'memory' }, 'memory', ['saved', 'approved']).flatMap(({ value, source, createdAt, labels }) =>
    (isObject(value) && typeof value['text'] === 'string' ? [{ text: value['text'], source, date: new Date(createdAt).toISOString(), tainted: isTainted(labels) }] : []))
}
