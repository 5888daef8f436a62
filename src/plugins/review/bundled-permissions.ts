import { canonicalJson, detachLimits } from '../../rules/canonical.ts'
import { type Permissions, permissionsSchema, type ToolPermissions, toolPermissionsSchema } from '../../rules/lattice/permissions.ts'
import type { AnyToolSpec, PluginSpec } from '../../sdk/index.ts'
import type { RegisteredTool } from '../registry/plugin.ts'
import { type Choices, cosmetic, gather, lattice } from './choices.ts'
import { factChoices } from './fact-choices.ts'
import { withOwn, wordsDigest } from './guidance.ts'
import { placesOf, sorted } from './sets.ts'

/** What a bundled plugin declares. Its code is the harness's own; the host holds it to its scopes. */
export const bundledPermissions = (spec: PluginSpec, tools: readonly RegisteredTool[]): Permissions =>
  permissionsSchema.parse(withOwn(gather(bundledChoices(tools), spec), {
    form: 'bundled', trust: 'bundled', server: null, websites: [], abilities: [], uses: [], settings: {}, shortcuts: [], screens: {},
  }))

/** Every field of a bundled plugin. */
export const bundledChoices = (tools: readonly RegisteredTool[]): Choices<PluginSpec> => ({
  id: lattice((plugin) => ({ plugin })),
  version: cosmetic('a name for the content; it has the harness’s own'),
  name: lattice((name) => ({ guidance: { name: wordsDigest(name) } })),
  summary: lattice((summary) => ({ guidance: { summary: wordsDigest(summary) } })),
  core: lattice((core) => ({ core: core ?? false })),
  scopes: lattice((services) => ({ services: sorted(services) })),
  instructions: lattice((instructions) => ({ guidance: { instructions: wordsDigest(instructions) } })),
  disclosure: lattice((lines) => ({ disclosure: sorted((lines ?? []).map((line) => canonicalJson(line))) })),
  legacy: lattice((ids) => ({ legacy: sorted(ids ?? []) })),
  tools: lattice((specs) => ({
    tools: Object.fromEntries(tools.flatMap((tool) => {
      const name = tool.facts.id.slice(tool.facts.plugin.length + 1)
      const spec = specs[name]
      return spec ? [[name, toolPermissions(spec, tool)]] : []
    })),
  })),
})

const toolPermissions = (spec: AnyToolSpec, tool: RegisteredTool): ToolPermissions =>
  toolPermissionsSchema.parse(withOwn(gather(bundledToolChoices(tool), spec), {
    overwrites: tool.facts.overwrites, implied: null, results: 'open', destinations: placesOf(tool.facts),
    requests: placesOf(tool.facts).map((to) => ({ to, whole: true })), acts: [], budgets: { resultBytes: detachLimits.bytes },
  }))

/** Every field of a bundled tool. Flags are what the host made of them. */
export const bundledToolChoices = (tool: Pick<RegisteredTool, 'facts' | 'inputSchema'>): Choices<AnyToolSpec> => ({
  ...factChoices(tool),
  effect: lattice((effect) => ({ effect })),
  asks: lattice((asks) => ({ asks: asks ?? null })),
  output: cosmetic('checked after the run; what it lets through is the flag `untrusted`’s to say'),
  run: cosmetic('code of the harness itself, which is not reviewed by a sheet'),
})
