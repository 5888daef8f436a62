import { isObject } from '../../rules/json.ts'
import type { ModelMessage } from '../model.ts'
import type { StoredEvent } from '../stored-event.ts'
import { encode, requestMessage } from './data-message.ts'

/** How many characters of tool results are given to the model; older ones beyond that leave a note. */
export const resultBudget = 200_000

/**
 * A conversation's messages, rebuilt from its events. Every call of the model has a result message, whatever became of it: providers
 * refuse a request with a call left open.
 */
export function history(events: readonly StoredEvent[]): readonly ModelMessage[] {
  const results = new Map(events.flatMap((event) => (event.kind === 'result' ? [[event.call, event] as const] : [])))
  const kept = keptResults(events)
  return events.flatMap((event): readonly ModelMessage[] => {
    switch (event.kind) {
      case 'turn': return [{ role: 'system', content: event.facts }, event.typed ? { role: 'user', content: event.message } : requestMessage(event.message)]
      // An empty answer says nothing, and some providers refuse one.
      case 'step': return event.text === '' && event.calls.length === 0 ? [] : [
        { role: 'assistant', content: event.text, calls: event.calls.map(({ id, name, args }) => ({ id, name, args })) },
        ...event.calls.map(({ id, tool }): ModelMessage => {
          const result = results.get(id)
          const content = result === undefined
            ? encode({ tool, ok: false, error: { code: 'CALL_NO_RESULT', message: 'The turn ended before a result came; the outcome is unknown.' } })
            : kept.has(id) ? result.content : encode({ tool, ok: succeeded(result.content), dropped: true, note: 'This older result no longer fits; a tool that only reads can be called again for it.' })
          return { role: 'tool', callId: id, content }
        }),
      ]
      case 'result':
      case 'end': return []
    }
  })
}

/** What became of a call stays true when its result is left out. */
function succeeded(content: string): boolean {
  const read: unknown = JSON.parse(content)
  return isObject(read) && read['ok'] === true
}

/** The calls whose results stand in the context. */
export const keptResults = (events: readonly StoredEvent[]): ReadonlySet<string> => newestWithin(resultBudget, events)

function newestWithin(budget: number, events: readonly StoredEvent[]): ReadonlySet<string> {
  const kept = new Set<string>()
  let left = budget
  for (const event of [...events].reverse()) {
    if (event.kind !== 'result') continue
    left -= event.content.length
    // The newest is kept even where it alone is over the budget: the turn is about it.
    if (left < 0 && kept.size > 0) break
    kept.add(event.call)
  }
  return kept
}
