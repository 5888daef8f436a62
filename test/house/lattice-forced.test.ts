import { expect, it } from 'vitest'
import { type Manifest, manifestSchema, type ToolManifest, toolSchema } from '../../src/plugins/document/manifest/manifest-schema.ts'
import type { RequestStep } from '../../src/plugins/document/steps/step.ts'
import { bundledChoices, bundledToolChoices } from '../../src/plugins/review/bundled-permissions.ts'
import type { Choices } from '../../src/plugins/review/choices.ts'
import { manifestChoices, toolChoices } from '../../src/plugins/review/document-permissions.ts'
import { type RemoteDefinition, remoteDefinitionSchema, type RemoteTool, remoteToolSchema } from '../../src/plugins/review/remote-definition.ts'
import { remoteChoices, remoteToolChoices } from '../../src/plugins/review/remote-permissions.ts'
import { requestChoices } from '../../src/plugins/review/request-choices.ts'
import type { AnyToolSpec, PluginSpec } from '../../src/sdk/index.ts'
import { makeTool } from '../monitor/world/tools.ts'

/**
 * Policy §6: every field is in the lattice or cosmetic, and the compiler forces the choice. Each line below does not compile,
 * which `tsc` proves: it fails on a `@ts-expect-error` that nothing needs.
 */
interface Grown { readonly grown: boolean }
const parts = { trust: 'official', instructions: '', settingsSchema: {}, fileText: () => '', tools: {} } as const
const bare = makeTool()
const read = { facts: bare.facts, implied: bare.facts, requests: [], acts: [], inputSchema: {}, closed: true } as const

// @ts-expect-error -- a field of the manifest without a choice
export const manifest: Choices<Manifest & Grown> = manifestChoices(parts)
// @ts-expect-error -- a field of a tool without a choice
export const tool: Choices<ToolManifest & Grown> = toolChoices(read)
// @ts-expect-error -- a field of a request without a choice
export const request: Choices<RequestStep & Grown> = requestChoices(() => undefined)
// @ts-expect-error -- a field of a bundled plugin without a choice
export const bundled: Choices<PluginSpec & Grown> = bundledChoices([])
// @ts-expect-error -- a flag of the SDK without a choice
export const bundledTool: Choices<AnyToolSpec & Grown> = bundledToolChoices(bare)
// @ts-expect-error -- a field of a server's definition without a choice
export const remote: Choices<RemoteDefinition & Grown> = remoteChoices('mcp-x')
// @ts-expect-error -- a field of a server's tool without a choice
export const remoteTool: Choices<RemoteTool & Grown> = remoteToolChoices
// @ts-expect-error -- a choice is one of the two, with what it gives or the reason
export const unreasoned: Choices<Grown> = { grown: {} }

it.each([
  ['the manifest', manifestSchema, manifestChoices(parts)], ['a tool', toolSchema, toolChoices(read)],
  ['a remote definition', remoteDefinitionSchema, remoteChoices('mcp-x')], ['a remote tool', remoteToolSchema, remoteToolChoices],
] as const)('%s: the choices are those of the schema that is parsed by', (_, schema, choices) => {
  expect(Object.keys(choices).toSorted()).toEqual(Object.keys(schema.shape).toSorted())
})
