import { z } from 'zod'
import type { Campus } from '../../host/campus/campus.ts'
import type { Destination, ToolFacts } from '../../rules/call.ts'
import { digest } from '../../rules/canonical.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import { type JsonObject, withoutAbsent } from '../../rules/json.ts'
import type { AnyToolSpec, PluginSpec, ToolContext } from '../../sdk/index.ts'
import { checkLegacy } from '../registry/legacy.ts'
import type { RegisteredPlugin, RegisteredTool } from '../registry/plugin.ts'
import { bundledPermissions } from '../review/bundled-permissions.ts'

export interface BundledHouse {
  readonly campus: Pick<Campus, 'service'>
}

/** Bundled plugins whose every answer is about the person (policy §1), so their tools are private unless they say otherwise. */
const ownData: readonly string[] = ['memory', 'todo', 'agenda', 'wallet', 'settings']

/**
 * A bundled plugin as the registry keeps it: its facts from what it declares, JSON Schema from its zod, hashes from its
 * declaration in canonical JSON (its code is the harness's own and has the harness's version). A plugin whose service
 * this host does not have is `unavailable`. Throws `PLUGIN_INPUT_LOOSE` for an input that lets unknown arguments pass,
 * `PLUGIN_CONFIRM_MISSING` for money or public without the card's words, `PLUGIN_LEGACY_FORBIDDEN` for an old id that is not its own.
 */
export function adaptBundled(spec: PluginSpec, house: BundledHouse): RegisteredPlugin {
  checkLegacy(spec.id, spec.legacy ?? [])
  const declared = Object.entries(spec.tools).map(([name, tool]) => ({ name, tool, ...declarationOf(`${spec.id}.${name}`, tool) }))
  const { tools: _, ...rest } = spec
  const contentHash = digest({ ...jsonObject.parse(withoutAbsent(rest)), tools: Object.fromEntries(declared.map(({ name, declaration }) => [name, declaration])) })
  const missing = spec.scopes.filter((scope) => !house.campus.service(scope))
  const state = missing.length === 0 ? 'ready' : 'unavailable'
  const local = spec.scopes.length === 0
  const destinations: readonly Destination[] = local ? [{ kind: 'local' }] : spec.scopes.map((service) => ({ kind: 'campus', service }))
  const signedIn = spec.scopes.some((scope) => house.campus.service(scope)?.signedIn ?? true)

  const tools = declared.map(({ name, tool, declaration, inputSchema }): RegisteredTool => {
    const facts: ToolFacts = {
      id: `${spec.id}.${name}`, plugin: spec.id, trust: 'bundled', effect: tool.effect,
      untrusted: tool.untrusted ?? false, userOnly: tool.userOnly ?? false, durable: tool.durable ?? false, whenTainted: tool.whenTainted ?? 'ask',
      private: tool.private ?? (signedIn || ownData.includes(spec.id)), irreversible: tool.irreversible ?? false,
      // What cannot be undone in the plugin's own store was deleted or overwritten there.
      overwrites: local && tool.effect !== 'read' && (tool.irreversible ?? false),
      asks: tool.asks, destinations, state, contentHash, definitionDigest: digest({ id: `${spec.id}.${name}`, declaration }),
    }
    return Object.freeze({
      facts: Object.freeze(facts), description: tool.description, confirm: tool.confirm, empty: tool.empty,
      input: tool.input, inputSchema, output: tool.output,
      run: async (args: JsonObject, ctx: ToolContext) => tool.run(args, ctx),
    })
  })
  return Object.freeze({
    id: spec.id, form: 'bundled', trust: 'bundled', version: spec.version, name: spec.name, summary: spec.summary, core: spec.core ?? false,
    instructions: spec.instructions, scopes: spec.scopes, websites: [], disclosure: spec.disclosure ?? [], permissions: () => bundledPermissions(spec, tools), contentHash, state,
    stateReason: missing.length === 0 ? undefined : { zh: `没有它需要的校园服务：${missing.join('、')}`, en: `Its campus services are not there: ${missing.join(', ')}` },
    tools: Object.freeze(tools),
  } as const)
}

/** All that a person agrees to and a model is told about a tool. */
function declarationOf(id: string, tool: AnyToolSpec): { readonly declaration: JsonObject; readonly inputSchema: JsonObject } {
  const { input, output, run: _, ...flags } = tool
  const inputSchema = schemaOf(input, 'input')
  if (inputSchema.additionalProperties !== false) throw new HarnessError('PLUGIN_INPUT_LOOSE', { tool: id })
  if ((tool.effect === 'money' || tool.effect === 'public') && !tool.confirm) throw new HarnessError('PLUGIN_CONFIRM_MISSING', { tool: id })
  return { declaration: { ...jsonObject.parse(withoutAbsent(flags)), input: inputSchema, output: schemaOf(output, 'output') }, inputSchema }
}

const jsonObject = z.record(z.string(), z.json())

/** Draft 2020-12. A part that JSON Schema cannot say (a transform's result) is left open. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const { $schema: _, ...rest } = jsonObject.parse(withoutAbsent(z.toJSONSchema(schema, { io, unrepresentable: 'any' })))
  return rest
}
