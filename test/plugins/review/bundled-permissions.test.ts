import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { adaptBundled } from '../../../src/plugins/bundled/adapt-bundled.ts'
import type { Permissions } from '../../../src/rules/lattice/permissions.ts'
import { compare } from '../../../src/rules/lattice/compare.ts'
import { type AnyToolSpec, defineTool, type PluginSpec } from '../../../src/sdk/index.ts'
import { realCampus } from '../scene/scene.ts'

const words = { zh: '样本', en: 'Sample' }
const other = { zh: '别的', en: 'Other' }
const tool: AnyToolSpec = defineTool({
  description: words, effect: 'write', input: z.strictObject({ text: z.string().max(10) }), output: z.strictObject({}), run: async () => ({}),
})
const spec: PluginSpec = { id: 'wallet', version: '1.0.0', name: words, summary: words, scopes: ['treehole'], instructions: words, tools: { go: tool } }
const permissionsOf = (own: Partial<PluginSpec>, ofTool: Partial<AnyToolSpec> = {}): Permissions =>
  adaptBundled({ ...spec, ...own, tools: own.tools ?? { go: { ...tool, ...ofTool } } }, { campus: realCampus }).permissions()
const told = (before: Permissions, after: Permissions) => compare(before, after).map(({ at, weight }) => `${at} ${weight}`)

describe('a bundled plugin', () => {
  it('may ask anything of its scopes, and nothing proves what it declares', () => {
    expect(permissionsOf({})).toMatchObject({
      plugin: 'wallet', form: 'bundled', trust: 'bundled', services: ['treehole'],
      tools: { go: { effect: 'write', implied: null, private: true, destinations: ['campus:treehole'], requests: [{ to: 'campus:treehole', whole: true }] } },
    })
  })

  it.each<[string, Partial<PluginSpec>, readonly string[], readonly string[]]>([
    ['a scope', { scopes: ['treehole', 'portal'] }, ['services widens', 'tools.go.destinations widens', 'tools.go.requests widens'], ['services narrows', 'tools.go.destinations narrows', 'tools.go.requests narrows']],
    ['an old id', { legacy: ['netfee'] }, ['legacy widens'], ['legacy narrows']],
    ['core', { core: true }, ['core widens'], ['core narrows']],
    ['a line of disclosure', { disclosure: [words] }, ['disclosure widens'], ['disclosure narrows']],
    ['a tool', { tools: { go: tool, more: tool } }, ['tools.more widens'], ['tools.more narrows']],
    ['other words', { instructions: other, name: other, summary: other }, ['guidance.instructions told', 'guidance.name told', 'guidance.summary told'], ['guidance.instructions told', 'guidance.name told', 'guidance.summary told']],
    ['only another version', { version: '2.0.0' }, [], []],
  ])('%s more, and less', (_, more, wider, narrower) => {
    expect(told(permissionsOf({}), permissionsOf(more))).toEqual(wider)
    expect(told(permissionsOf(more), permissionsOf({}))).toEqual(narrower)
  })

  it.each<[string, Partial<AnyToolSpec>, readonly string[], readonly string[]]>([
    ['effect', { effect: 'read' }, ['tools.go.effect widens'], ['tools.go.effect widens']],
    ['untrusted', { untrusted: true }, ['tools.go.untrusted narrows'], ['tools.go.untrusted widens']],
    ['userOnly', { userOnly: true }, ['tools.go.userOnly narrows'], ['tools.go.userOnly widens']],
    ['irreversible', { irreversible: true }, ['tools.go.irreversible narrows'], ['tools.go.irreversible widens']],
    ['private', { private: false }, ['tools.go.private widens'], ['tools.go.private narrows']],
    ['durable', { durable: true }, ['tools.go.durable widens'], ['tools.go.durable narrows']],
    ['whenTainted', { whenTainted: 'pending' }, ['tools.go.whenTainted widens'], ['tools.go.whenTainted narrows']],
    ['asks', { asks: 'remember' }, ['tools.go.asks widens'], ['tools.go.asks narrows']],
    ['longer arguments', { input: z.strictObject({ text: z.string().max(20) }) }, ['tools.go.arguments widens'], ['tools.go.arguments narrows']],
    ['an argument more', { input: z.strictObject({ text: z.string().max(10), tag: z.string().optional() }) }, ['tools.go.arguments widens', 'tools.go.guidance.arguments/tag told'], ['tools.go.arguments narrows', 'tools.go.guidance.arguments/tag told']],
    ['confirm', { confirm: words }, ['tools.go.guidance.confirm told'], ['tools.go.guidance.confirm told']],
  ])('a tool with another %s, and back', (_, change, there, back) => {
    expect(told(permissionsOf({}), permissionsOf({}, change))).toEqual(there)
    expect(told(permissionsOf({}, change), permissionsOf({}))).toEqual(back)
  })

  it('all that ship declare something that their tools and no others are in', async () => {
    const { default: memory } = await import('../../../plugins/bundled/memory/index.ts')
    const { default: treehole } = await import('../../../plugins/bundled/treehole/index.ts')
    for (const shipped of [memory, treehole]) {
      const plugin = adaptBundled(shipped, { campus: realCampus })
      expect(Object.keys(plugin.permissions().tools).map((name) => `${plugin.id}.${name}`)).toEqual(plugin.tools.map(({ facts }) => facts.id))
    }
  })
})
