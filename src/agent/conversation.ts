import type { ConversationTable, Opener } from '../host/store/store.ts'
import { HarnessError } from '../rules/errors/index.ts'
import type { HeldText } from '../rules/egress/private-values.ts'
import { isObject, type Json } from '../rules/json.ts'
import type { Labels } from '../rules/labels.ts'
import { taintedModel } from '../rules/provenance.ts'
import { storedEvent, type StoredEvent } from './stored-event.ts'

/** A conversation of one account: its events and its labels, both only growing, both durable before anyone goes on. */
export interface Conversation {
  readonly id: string
  readonly account: string | undefined
  events(): readonly StoredEvent[]
  append(event: StoredEvent): void
  labels(): Labels
  absorb(labels: Labels): void
  /** Texts in the context that someone other than the person wrote: untrusted results, a message that was not typed, and what the model wrote after one. */
  thirdParty(): readonly HeldText[]
  /** Results in the context that hold data of the person's own: what of them a text says is known by its words alone. */
  privateTexts(): readonly HeldText[]
}

/** A new, clean conversation. */
export function startConversation(table: ConversationTable, row: { readonly id: string; readonly account: string | undefined; readonly title: string; readonly openedBy?: Opener | undefined }): Conversation {
  table.create(row)
  return openConversation(table, row.id)
}

/** Goes on with a stored one. Throws `CONVERSATION_UNKNOWN`, or `CONVERSATION_DAMAGED` rather than go on without an event of it. */
export function openConversation(table: ConversationTable, id: string): Conversation {
  const row = table.get(id)
  if (!row) throw new HarnessError('CONVERSATION_UNKNOWN', { id })
  let events = readEvents(table, id)
  // The same objects each time: a text that is compared with every call's arguments is read and made ready once.
  const [thirdParty, privateTexts] = [remembered(thirdPartyIn), remembered(privateIn)]
  return {
    id, account: row.account,
    events: () => events,
    append(event) {
      const seq = table.append(id, plain(event))
      // Another turn of this conversation may have written meanwhile: what it read is in the context of this one too.
      events = seq === events.length + 1 ? [...events, event] : readEvents(table, id)
    },
    labels() {
      const now = table.get(id)
      if (!now) throw new HarnessError('CONVERSATION_UNKNOWN', { id })
      return now.labels
    },
    absorb: (labels) => table.absorb(id, labels),
    thirdParty: () => events.flatMap(thirdParty),
    privateTexts: () => events.flatMap(privateTexts),
  }
}

function readEvents(table: ConversationTable, id: string): readonly StoredEvent[] {
  return table.events(id).map((event, at) => {
    const read = storedEvent.safeParse(event)
    if (!read.success) throw new HarnessError('CONVERSATION_DAMAGED', { id, seq: at + 1 })
    return read.data
  })
}

function remembered(textsIn: (event: StoredEvent) => readonly HeldText[]): (event: StoredEvent) => readonly HeldText[] {
  const known = new WeakMap<StoredEvent, readonly HeldText[]>()
  return (event) => {
    const found = known.get(event) ?? textsIn(event)
    known.set(event, found)
    return found
  }
}

/** Of the envelope only what the tool said: the host's own words around it are nobody's data. */
function privateIn(event: StoredEvent): readonly HeldText[] {
  if (event.kind !== 'result' || !event.private) return []
  const told: unknown = JSON.parse(event.content)
  const parts = isObject(told) ? [told['data'], told['error']].filter((part) => part !== undefined) : [told]
  return [{ source: event.tool, text: parts.flatMap((part) => textsIn(part as Json)).join('\n') }]
}

function thirdPartyIn(event: StoredEvent): readonly HeldText[] {
  switch (event.kind) {
    case 'result': return event.untrusted ? [{ source: event.tool, text: textsIn(JSON.parse(event.content)).join('\n') }] : []
    case 'step': return event.tainted && event.text !== '' ? [{ source: taintedModel, text: event.text }] : []
    case 'turn': return event.typed ? [] : [{ source: 'input', text: event.message }]
    case 'end': return []
  }
}

/** Every string and number in a value, keys too: a key can be somebody's text. */
export function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  if (value === null || typeof value === 'boolean') return []
  return Array.isArray(value) ? value.flatMap(textsIn) : Object.entries(value).flatMap(([key, inner]) => [key, ...textsIn(inner)])
}

const plain = (event: StoredEvent) => JSON.parse(JSON.stringify(event))
