import type { RegisteredTool } from '../../plugins/registry/plugin.ts'
import type { Principal } from '../../rules/call.ts'
import { cleanForModel } from '../../rules/hygiene/clean.ts'
import { isList, type Json, type JsonObject } from '../../rules/json.ts'
import type { Lang } from '../../sdk/index.ts'
import type { ModelTool } from '../model.ts'

/** The tools of a turn under the names a provider accepts, and the way back. */
export interface ToolList {
  readonly tools: readonly ModelTool[]
  /** The tool id for a name the model used; a name nobody gave it comes back as it is, for the monitor to refuse. */
  idOf(name: string): string
  /** The tool of a name, where it is one of this turn's. */
  find(name: string): RegisteredTool | undefined
}

/** Those the turn may see: ready, not the person's alone, and for a schedule only those that read. */
export const visibleTools = (tools: readonly RegisteredTool[], principal: Principal): readonly RegisteredTool[] =>
  tools.filter(({ facts }) => facts.state === 'ready' && !facts.userOnly && (principal !== 'schedule' || facts.effect === 'read'))

/**
 * In the order of their ids, so that the front of the prompt is the same from turn to turn. What plugins wrote for people to
 * read is cleaned (law 6); names, patterns and the values a schema allows stay as the monitor checks them.
 */
export function toolList(tools: readonly RegisteredTool[], lang: Lang): ToolList {
  const byName = new Map<string, RegisteredTool>()
  for (const tool of [...tools].sort((a, b) => (a.facts.id < b.facts.id ? -1 : 1))) byName.set(freeName(tool.facts.id, byName), tool)
  return {
    tools: [...byName].map(([name, { description, facts, inputSchema }]) => ({ name, description: `[${facts.effect}] ${cleanForModel(description[lang])}`, inputSchema: cleanSchema(inputSchema) })),
    idOf: (name) => byName.get(name)?.facts.id ?? name,
    find: (name) => byName.get(name),
  }
}

/** The schema with its titles and descriptions cleaned. */
function cleanSchema(schema: JsonObject): JsonObject {
  const walk = (part: Json): Json => {
    if (typeof part !== 'object' || part === null) return part
    if (isList(part)) return part.map(walk)
    return cleanSchema(part)
  }
  return Object.fromEntries(Object.entries(schema).map(([key, part]) =>
    [key, typeof part === 'string' && (key === 'title' || key === 'description') ? cleanForModel(part) : walk(part)]))
}

/** Providers take `[A-Za-z0-9_-]{1,64}`. Two ids that come out alike are told apart by a number. */
function freeName(id: string, taken: ReadonlyMap<string, unknown>): string {
  const plain = id.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, longest)
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? plain : `${plain.slice(0, longest - String(n).length - 1)}_${n}`
    if (!taken.has(name)) return name
  }
}
const longest = 64
