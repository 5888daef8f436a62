import { expect, it } from 'vitest'
import { z } from 'zod'
import { adaptBundled } from '../../../src/plugins/bundled/adapt-bundled.ts'
import { definePlugin, defineTool, type PluginSpec } from '../../../src/sdk/index.ts'
import { caught } from '../scene/documents.ts'
import { noExtractor } from '../scene/no-extractor.ts'
import { openScene, realCampus } from '../scene/scene.ts'

const house = { campus: realCampus }
const words = { zh: '样本', en: 'Sample' }
const read = defineTool({ description: words, effect: 'read', input: z.strictObject({ n: z.number().int().min(1).max(9).default(3) }), output: z.strictObject({ n: z.number() }), run: async ({ n }) => ({ n }) })
const spec = (parts: Partial<PluginSpec> = {}): PluginSpec => definePlugin({ id: 'sample', version: '1.0.0', name: words, summary: words, scopes: [], instructions: words, tools: { read }, ...parts })

it('facts are what the spec declares, and the strict defaults where it says nothing', () => {
  const plugin = adaptBundled(spec(), house)
  expect(plugin).toMatchObject({ id: 'sample', form: 'bundled', trust: 'bundled', state: 'ready', core: false })
  expect(plugin.tools[0]?.facts).toEqual({
    id: 'sample.read', plugin: 'sample', trust: 'bundled', effect: 'read', untrusted: false, userOnly: false, durable: false, whenTainted: 'ask', private: false,
    irreversible: false, overwrites: false, asks: undefined, destinations: [{ kind: 'local' }], state: 'ready', contentHash: plugin.contentHash,
    definitionDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
})

it('a tool of a signed-in service is private and goes to it, unless it says that it is not private', () => {
  const [own, open] = adaptBundled(spec({ scopes: ['treehole'], tools: { own: read, open: { ...read, private: false } } }), house).tools
  expect(own?.facts).toMatchObject({ private: true, destinations: [{ kind: 'campus', service: 'treehole' }] })
  expect(open?.facts.private).toBe(false)
  expect(adaptBundled(spec({ scopes: ['dean'] }), house).tools[0]?.facts.private).toBe(false)
  expect(adaptBundled(spec({ id: 'memory' }), house).tools[0]?.facts.private).toBe(true)
})

it('what cannot be undone in its own store counts as overwriting stored records', () => {
  const forget = { ...read, effect: 'write' as const, irreversible: true }
  expect(adaptBundled(spec({ tools: { forget } }), house).tools[0]?.facts.overwrites).toBe(true)
  expect(adaptBundled(spec({ tools: { save: { ...read, effect: 'write' } } }), house).tools[0]?.facts.overwrites).toBe(false)
  expect(adaptBundled(spec({ scopes: ['treehole'], tools: { forget } }), house).tools[0]?.facts.overwrites).toBe(false)
})

it('the input is JSON Schema for a model, strict, with defaults; the tool runs on checked arguments', async () => {
  const [tool] = adaptBundled(spec(), house).tools
  expect(tool?.inputSchema).toEqual({ type: 'object', properties: { n: { type: 'integer', minimum: 1, maximum: 9, default: 3 } }, additionalProperties: false })
  expect(tool?.input.safeParse({ n: 1, extra: 2 }).success).toBe(false)
  expect(tool?.input.parse({})).toEqual({ n: 3 })
  expect(await tool?.run({ n: 4 }, openScene({ extractor: noExtractor }).ctx)).toEqual({ n: 4 })
})

it('an input that lets unknown arguments pass is refused', () => {
  const loose = { ...read, input: z.object({ n: z.number() }) }
  expect(caught(() => adaptBundled(spec({ tools: { loose } }), house))).toEqual({ code: 'PLUGIN_INPUT_LOOSE', tool: 'sample.loose' })
})

it.each(['money', 'public'] as const)('%s without the words of the card is refused', (effect) => {
  expect(caught(() => adaptBundled(spec({ tools: { act: { ...read, effect } } }), house))).toEqual({ code: 'PLUGIN_CONFIRM_MISSING', tool: 'sample.act' })
  expect(adaptBundled(spec({ tools: { act: { ...read, effect, confirm: words } } }), house).tools[0]?.confirm).toEqual(words)
})

it('a service that this host does not have makes the plugin unavailable, with the reason', () => {
  expect(adaptBundled(spec({ scopes: ['nowhere'] }), house)).toMatchObject({ state: 'unavailable', stateReason: { en: expect.stringContaining('nowhere') } })
})

it('any change of what was declared changes the hashes; nothing else does', () => {
  const hash = (parts: Partial<PluginSpec>) => adaptBundled(spec(parts), house).contentHash
  const digest = (tool: Partial<typeof read>) => adaptBundled(spec({ tools: { read: { ...read, ...tool } } }), house).tools[0]?.facts.definitionDigest
  expect(hash({})).toBe(hash({}))
  expect(digest({})).toBe(digest({ run: async () => ({ n: 1 }) }))
  for (const parts of [{ version: '1.0.1' }, { instructions: { zh: '别的', en: 'Other' } }, { scopes: ['dean'] }, { core: true }]) expect(hash(parts)).not.toBe(hash({}))
  for (const tool of [{ untrusted: true }, { effect: 'write' as const }, { description: { zh: '别的', en: 'Other' } }, { output: z.strictObject({ n: z.number().max(3) }) }]) expect(digest(tool)).not.toBe(digest({}))
})
