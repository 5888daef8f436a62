import { detachLimits, digest } from '../../rules/canonical.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import type { JsonObject } from '../../rules/json.ts'
import { type Permissions, permissionsSchema, type ToolPermissions, toolPermissionsSchema } from '../../rules/lattice/permissions.ts'
import { withoutWords } from '../../rules/lattice/schema-words.ts'
import { type Choices, cosmetic, gather, lattice } from './choices.ts'
import { withOwn } from './guidance.ts'
import { type RemoteDefinition, remoteDefinitionSchema, type RemoteTool, remoteToolSchema } from './remote-definition.ts'

/**
 * What a remote plugin declares. Each tool is pinned whole, since all of it is read by the model and none of it can be
 * proved: any change of one is a wider version. Throws `PLUGIN_DEFINITION_INVALID` for what is no definition.
 */
export function remotePermissions(definition: unknown): Permissions {
  const parsed = remoteDefinitionSchema.safeParse(definition)
  if (!parsed.success) throw invalid(parsed.error.issues[0]?.path)
  return permissionsSchema.parse(withOwn(gather(remoteChoices(parsed.data.id), parsed.data), {
    form: 'remote', trust: 'remote', core: false, services: [], websites: [], abilities: [], uses: [], legacy: [], disclosure: [], settings: {}, shortcuts: [], screens: {},
  }))
}

/** Every field of a server's definition. */
export const remoteChoices = (id: string): Choices<RemoteDefinition> => ({
  id: lattice((plugin) => ({ plugin })),
  origin: lattice((server) => ({ server })),
  // Its version changes with every release of the server; what that changed is in the tools.
  server: lattice(({ name, title }) => ({ guidance: { name: digest({ name, title: title ?? null }) } })),
  instructions: lattice((text) => ({ guidance: { instructions: digest(text ?? null) } })),
  tools: lattice((tools) => ({ tools: toolsOf(tools, id) })),
})

const toolsOf = (tools: RemoteDefinition['tools'], id: string): Readonly<Record<string, ToolPermissions>> =>
  Object.fromEntries(Object.entries(tools).map(([name, raw]) => [name, toolPermissions(raw, ['tools', name], `remote:${id}`)]))

function toolPermissions(raw: JsonObject, at: readonly string[], to: string): ToolPermissions {
  const parsed = remoteToolSchema.safeParse(raw)
  if (!parsed.success) throw invalid([...at, ...(parsed.error.issues[0]?.path ?? [])])
  return toolPermissionsSchema.parse(withOwn(gather(remoteToolChoices, parsed.data), {
    untrusted: true, userOnly: false, durable: false, whenTainted: 'ask', private: false, irreversible: false, overwrites: false, asks: null,
    destinations: [to], acts: [], requests: [{ to, whole: true }], implied: null, results: 'open', budgets: { resultBytes: detachLimits.bytes },
    guidance: { definition: digest(raw) },
  }))
}

const pinned = 'in the digest of the whole definition, `guidance.definition`'

/** Every field of a server's tool. */
export const remoteToolChoices: Choices<RemoteTool> = {
  inputSchema: lattice((schema) => ({ arguments: withoutWords(schema) })),
  annotations: lattice((annotations) => ({ effect: annotations?.readOnlyHint === true ? 'read' : 'write' })),
  name: cosmetic(pinned),
  title: cosmetic(pinned),
  description: cosmetic(pinned),
  outputSchema: cosmetic(pinned),
  icons: cosmetic(pinned),
  execution: cosmetic(pinned),
  _meta: cosmetic(pinned),
}

const invalid = (path: readonly PropertyKey[] | undefined): HarnessError =>
  new HarnessError('PLUGIN_DEFINITION_INVALID', { at: (path ?? []).map(String).join('.').slice(0, 120) || 'tools' })
