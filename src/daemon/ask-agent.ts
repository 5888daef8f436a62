import { type Conversation, openConversation, startConversation } from '../agent/conversation.ts'
import type { ModelProvider } from '../agent/model.ts'
import { runTurn } from '../agent/run-turn.ts'
import type { TurnEnd } from '../agent/turn-events.ts'
import type { Chance, Clock } from '../host/clock/clock.ts'
import type { ConversationRow, Store } from '../host/store/store.ts'
import type { Monitor } from '../monitor/monitor.ts'
import type { Registry } from '../plugins/registry/plugin.ts'
import { HarnessError } from '../rules/errors/index.ts'
import { isObject } from '../rules/json.ts'
import { isTainted } from '../rules/labels.ts'
import type { Scrubber } from '../rules/redaction.ts'
import { meantId } from '../rules/short-id.ts'
import type { Accounts } from './accounts.ts'
import type { Lock } from './lock.ts'
import { covers } from './protocol/capability.ts'
import type { Profile } from './protocol/places.ts'
import type { Question } from './running.ts'
import type { Asked, Peer } from './server/peer.ts'

export interface AgentHouse {
  readonly store: Store
  readonly registry: Registry
  readonly monitor: Monitor
  readonly accounts: Accounts
  readonly clock: Clock
  readonly chance: Chance
  readonly scrubber: Scrubber
  readonly profile: Profile
  readonly lock: Pick<Lock, 'locked' | 'signal'>
  /** undefined: no model is set up. */
  readonly provider: ModelProvider | undefined
}

/** A line typed at a terminal is the person's own words; a longer or broken text is something they brought along (policy §2). */
const longestTyped = 500

/** Conversations that the beginning of an id may mean: the newest. */
const recent = 1000

/** One turn of the agent for one client, told to it alone. Rejects with `CALL_LOCKED`, `MODEL_MISSING`, `SECRET_IN_WORDS`, `CONVERSATION_*`. */
export async function askAgent(question: Question, { peer, request, signal }: Asked, house: AgentHouse): Promise<TurnEnd & { readonly conversation: string }> {
  const { provider, registry } = house
  // Nothing waits from here to the turn: a lock that falls later ends it.
  if (house.lock.locked()) throw new HarnessError('CALL_LOCKED')
  if (!provider) throw new HarnessError('MODEL_MISSING')
  if (house.scrubber.holdsSecret(question.text)) throw new HarnessError('SECRET_IN_WORDS')
  const account = house.accounts.current()
  const conversation = conversationFor(question, account, peer, house)
  const end = await runTurn({
    conversation, turn: house.chance.uuid(), message: question.text, userWords: ownWords(question.text, peer), provider,
    invoke: (call) => house.monitor.invoke(call),
    tools: () => registry.plugins().flatMap(({ tools }) => tools), plugins: () => registry.plugins(), memories: memoriesOf(account, house.store), scrubber: house.scrubber,
    principal: 'agent', client: peer.id, lang: peer.lang, profile: house.profile, surface: peer.kind === 'interactive' ? 'terminal' : 'script', clock: house.clock,
    signal: AbortSignal.any([signal, house.lock.signal()]), allow: question.allow,
    sink: (event) => peer.push('turn', { request, event }),
  })
  return { ...end, conversation: conversation.id }
}

/** Only an interactive channel makes a message the person's own. */
function ownWords(text: string, peer: Peer): string {
  return peer.kind === 'interactive' && text.length <= longestTyped && !/[\r\n\v\f\u0085\u2028\u2029]/.test(text) ? text : ''
}

/**
 * A conversation belongs to one account: another's is as good as unknown. So is a person's to a client that may not approve:
 * it would hear what is in it. What a person goes on with is a person's from then on.
 */
function conversationFor({ conversation: id, text }: Question, account: string | undefined, peer: Peer, { store, chance, scrubber }: AgentHouse): Conversation {
  const openedBy = covers(peer.capability, 'approve') ? 'person' : 'script'
  if (id === undefined) return startConversation(store.conversations, { id: chance.uuid(), account, title: scrubber.text(text).slice(0, 40), openedBy })
  const mine = (row: ConversationRow): boolean => row.account === account && (openedBy === 'person' || row.openedBy === 'script')
  const whole = store.conversations.get(id) ? id : meantId(id, store.conversations.list(recent).filter(mine).map((one) => one.id))
  const row = whole === undefined ? undefined : store.conversations.get(whole)
  if (!row || !mine(row)) throw new HarnessError('CONVERSATION_UNKNOWN', { id })
  const found = openConversation(store.conversations, row.id)
  if (openedBy === 'person' && row.openedBy === 'script') store.conversations.takeOver(row.id)
  return found
}

function memoriesOf(account: string | undefined, store: Store) {
  const rows = store.records.list({ account: account ?? '-', plugin: 'memory' }, 'memory', ['saved', 'approved'])
  return rows.flatMap(({ value, source, createdAt, labels }) =>
    (isObject(value) && typeof value['text'] === 'string' ? [{ text: value['text'], source, date: new Date(createdAt).toISOString(), tainted: isTainted(labels) }] : []))
}
