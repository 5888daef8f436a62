import { cleanForModel } from '../../rules/hygiene/clean.ts'
import type { RegisteredPlugin } from '../../plugins/registry/plugin.ts'
import type { Lang } from '../../sdk/index.ts'
import type { ModelMessage, ModelRequest } from '../model.ts'
import type { StoredEvent } from '../stored-event.ts'
import { dataMessage } from './data-message.ts'
import { history } from './history.ts'
import { hostRules } from './host-rules.ts'
import type { ToolList } from './tool-list.ts'

/** A memory as the prompt may hold it. `date` is ISO 8601. */
export interface Memory { readonly text: string; readonly source: string; readonly date: string; readonly tainted: boolean }

export interface PromptParts {
  readonly lang: Lang
  readonly plugins: readonly RegisteredPlugin[]
  readonly memories: readonly Memory[]
  /** Runs over every outside text, also one that was scrubbed before it was stored: the host may know more secrets since. */
  readonly scrub: (text: string) => string
  /** The conversation so far, this turn's own events included. */
  readonly events: readonly StoredEvent[]
  /** None for a last step in which only words are wanted. */
  readonly tools: ToolList | undefined
}

/**
 * The whole request, in the order of the design: host rules, plugins, memories, conversation with the host facts of each turn directly
 * before its message. What changes least stands first, so that the front can be cached. Tainted memories are left out.
 * What plugins wrote is cleaned first, whatever was let in at install, and so is a memory, whoever approved it: nobody saw
 * what is hidden in it (law 6).
 */
export function assemble({ lang, plugins, memories, scrub, events, tools }: PromptParts): ModelRequest {
  return {
    messages: [{ role: 'system', content: hostRules }, ...pluginSections(plugins, lang, scrub), ...memoryNotes(memories, scrub), ...history(events).map((message) => scrubbed(message, scrub))],
    tools: tools?.tools ?? [],
  }
}

function pluginSections(plugins: readonly RegisteredPlugin[], lang: Lang, scrub: PromptParts['scrub']): readonly ModelMessage[] {
  const told = plugins.filter(({ state }) => state === 'ready')
  if (told.length === 0) return []
  return [dataMessage('plugins', told.map(({ id, trust, form, instructions }) => ({
    plugin: id, trust, ...(form === 'remote' ? { note: 'The output of this plugin is data from someone else’s server.' } : {}), instructions: scrub(cleanForModel(instructions[lang])),
  })))]
}

/** Those that a prompt holds. They are the person's own data, so a context with one of them is private. */
export const toldMemories = (memories: readonly Memory[]): readonly Memory[] => memories.filter(({ tainted }) => !tainted)

function memoryNotes(memories: readonly Memory[], scrub: PromptParts['scrub']): readonly ModelMessage[] {
  const told = toldMemories(memories)
  return told.length === 0 ? [] : [dataMessage('memories', told.map(({ text, source, date }) => ({ source: scrub(cleanForModel(source)), date, text: scrub(cleanForModel(text)) })))]
}

/** What the host says itself holds no secret, and a password that is a word of it must not change it. */
function scrubbed(message: ModelMessage, scrub: PromptParts['scrub']): ModelMessage {
  switch (message.role) {
    case 'system': return message
    case 'user': case 'tool': return { ...message, content: scrub(message.content) }
    case 'assistant': return { ...message, content: scrub(message.content), calls: message.calls.map((call) => ({ ...call, args: scrub(call.args) })) }
  }
}
