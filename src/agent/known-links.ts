import type { RegisteredTool } from '../plugins/registry/plugin.ts'
import { linksIn } from '../rules/links/mark-links.ts'
import { textsIn } from './conversation.ts'
import { keptResults } from './prompt/history.ts'
import type { StoredEvent } from './stored-event.ts'

/** The links that somebody but the model wrote: those in results that stand in the context, and in what the person typed. */
export function knownLinks(events: readonly StoredEvent[]): ReadonlySet<string> {
  const kept = keptResults(events)
  return new Set(events.flatMap((event) => {
    switch (event.kind) {
      case 'result': return kept.has(event.call) ? linksOf(event, () => textsIn(JSON.parse(event.content)).flatMap(linksIn)) : []
      case 'turn': return event.typed ? linksOf(event, () => linksIn(event.message)) : []
      case 'step': case 'end': return []
    }
  }))
}

/** Tools of ours whose names read like hosts, as `treehole.post`; a stranger's plugin could be named so that its tool is one. */
export const ownToolNames = (tools: readonly RegisteredTool[]): ReadonlySet<string> =>
  new Set(tools.flatMap(({ facts }) => (facts.trust === 'bundled' || facts.trust === 'official' ? [facts.id.toLowerCase()] : [])))

/** A result is looked through once, however many steps read it. */
function linksOf(event: StoredEvent, find: () => readonly string[]): readonly string[] {
  const found = looked.get(event) ?? find()
  looked.set(event, found)
  return found
}
const looked = new WeakMap<StoredEvent, readonly string[]>()
