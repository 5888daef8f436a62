import { z } from 'zod'
import type { RegisteredPlugin, RegisteredTool } from '../../../src/plugins/registry/plugin.ts'
import type { ToolFacts } from '../../../src/rules/call.ts'
import { digest } from '../../../src/rules/canonical.ts'
import type { JsonObject } from '../../../src/rules/json.ts'
import type { ToolContext, Words } from '../../../src/sdk/index.ts'
import { noPermissions } from '../../plugins/scene/no-permissions.ts'

export interface ToolGiven extends Partial<Omit<ToolFacts, 'id' | 'plugin'>> {
  readonly name?: string
  readonly plugin?: string
  readonly input?: z.ZodObject
  readonly output?: z.ZodType
  readonly confirm?: Words
  readonly run?: (args: JsonObject, ctx: ToolContext) => Promise<unknown>
}

const words: Words = { zh: '测试', en: 'test' }

/** A tool as the registry keeps one: a harmless bundled read unless said otherwise. */
export function makeTool(given: ToolGiven = {}): RegisteredTool {
  const { name = 'look', plugin = 'probe', input = z.strictObject({ text: z.string().optional() }), output, confirm, run = async () => ({}), ...facts } = given
  return {
    facts: {
      id: `${plugin}.${name}`, plugin, trust: 'bundled', effect: 'read', untrusted: false, userOnly: false, durable: false, whenTainted: 'ask', private: false,
      irreversible: false, overwrites: false, asks: undefined, destinations: [{ kind: 'local' }], state: 'ready',
      contentHash: digest(`content of ${plugin}`), definitionDigest: digest(`definition of ${plugin}.${name}`), ...facts,
    },
    description: words, confirm, input, inputSchema: z.toJSONSchema(input) as JsonObject, output, run,
  }
}

export function makePlugin(tools: readonly RegisteredTool[], given: Partial<RegisteredPlugin> = {}): RegisteredPlugin {
  const [first] = tools
  if (!first) throw new Error('a plugin has a tool')
  const { plugin: id, trust, contentHash, state } = first.facts
  return {
    id, form: 'bundled', trust, version: '1.0.0', name: words, summary: words, core: false, instructions: words,
    scopes: tools.flatMap(({ facts }) => facts.destinations.flatMap((to) => (to.kind === 'campus' ? [to.service] : []))),
    websites: tools.flatMap(({ facts }) => facts.destinations.flatMap((to) => (to.kind === 'website' ? [to.host] : []))),
    disclosure: [], permissions: noPermissions, contentHash, state, stateReason: undefined, tools, ...given,
  }
}
