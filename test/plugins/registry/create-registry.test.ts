import { expect, it } from 'vitest'
import { z } from 'zod'
import type { ToolFacts } from '../../../src/rules/call.ts'
import { createRegistry } from '../../../src/plugins/registry/create-registry.ts'
import type { RegisteredPlugin } from '../../../src/plugins/registry/plugin.ts'
import { caught } from '../scene/documents.ts'
import { noPermissions } from '../scene/no-permissions.ts'

const words = { zh: '样本', en: 'Sample' }
function plugin(id: string, parts: Partial<RegisteredPlugin> & { names?: readonly string[] } = {}): RegisteredPlugin {
  const { names = ['go'], ...rest } = parts
  const trust = rest.trust ?? 'official'
  const facts = (name: string): ToolFacts => ({
    id: `${id}.${name}`, plugin: id, trust, effect: 'read', untrusted: false, userOnly: false, durable: false, whenTainted: 'ask', private: false, irreversible: false,
    overwrites: false, asks: undefined, destinations: [{ kind: 'local' }], state: rest.state ?? 'ready', contentHash: '0', definitionDigest: '0',
  })
  return {
    id, form: 'document', trust, version: '1.0.0', name: words, summary: words, core: false, instructions: words, scopes: [], websites: [], disclosure: [], permissions: noPermissions, contentHash: '0',
    state: 'ready', stateReason: undefined,
    tools: names.map((name) => ({ facts: facts(name), description: words, confirm: undefined, input: z.strictObject({}), inputSchema: {}, output: undefined, run: async () => null })),
    ...rest,
  }
}

function open() {
  const off = new Set<string>()
  const registry = createRegistry({ switches: { isOff: (id) => off.has(id), setOff: (id, isOff) => { if (isOff) off.add(id); else off.delete(id) } } })
  return { registry, off }
}

it('a registered plugin is found, and so are its tools by full id', () => {
  const { registry } = open()
  registry.register(plugin('classrooms', { names: ['free', 'list'] }))
  expect(registry.plugins().map(({ id }) => id)).toEqual(['classrooms'])
  expect(registry.tool('classrooms.free')?.facts.state).toBe('ready')
  expect(registry.tool('classrooms.other')).toBeUndefined()
  expect(registry.plugin('other')).toBeUndefined()
})

it('a second plugin with the same id is refused with who has it, and the first one stays', () => {
  const { registry } = open()
  registry.register(plugin('grades', { trust: 'official' }))
  expect(caught(() => registry.register(plugin('grades', { trust: 'community', version: '9.0.0' })))).toEqual({ code: 'PLUGIN_ID_TAKEN', id: 'grades', form: 'document', trust: 'official' })
  expect(registry.plugin('grades')?.version).toBe('1.0.0')
})

it.each([
  ['mcp-canteen', { form: 'document' }, 'PLUGIN_ID_RESERVED'],
  ['mcp-canteen', { form: 'bundled' }, 'PLUGIN_ID_RESERVED'],
  ['canteen', { form: 'remote' }, 'PLUGIN_ID_INVALID'],
  ['Grades', {}, 'PLUGIN_ID_INVALID'],
  ['a', {}, 'PLUGIN_ID_INVALID'],
  ['gr4des-成绩', {}, 'PLUGIN_ID_INVALID'],
  ['x'.repeat(33), {}, 'PLUGIN_ID_INVALID'],
  ['fine', { names: ['two words'] }, 'PLUGIN_ID_INVALID'],
  ['fine', { names: ['go', 'go'] }, 'PLUGIN_ID_INVALID'],
  ['fine', { names: ['x'.repeat(41)] }, 'PLUGIN_ID_INVALID'],
] as const)('%s %j is %s', (id, parts, code) => {
  const { registry } = open()
  expect(caught(() => registry.register(plugin(id, parts)))).toMatchObject({ code })
  expect(registry.plugins()).toEqual([])
})

it('a tool that claims another plugin, or another trust than its plugin, is refused', () => {
  const { registry } = open()
  const honest = plugin('honest')
  const [tool] = honest.tools
  if (!tool) throw new Error('no tool')
  const withFacts = (facts: Partial<ToolFacts>) => ({ ...honest, tools: [{ ...tool, facts: { ...tool.facts, ...facts } }] })
  for (const lie of [{ id: 'memory.save' }, { plugin: 'memory' }, { trust: 'bundled' as const }]) {
    expect(caught(() => registry.register(withFacts(lie)))).toMatchObject({ code: 'PLUGIN_ID_INVALID' })
  }
})

it('a remote plugin has its id with mcp- before it', () => {
  const { registry } = open()
  registry.register(plugin('mcp-demo-canteen', { form: 'remote', trust: 'remote', names: ['menu_of_today_'] }))
  expect(registry.tool('mcp-demo-canteen.menu_of_today_')).toBeDefined()
})

it('switched off, a plugin and each of its tools read disabled with the reason; on again, ready', () => {
  const { registry, off } = open()
  registry.register(plugin('grades', { names: ['list', 'gpa'] }))
  registry.enable('grades', false)
  expect(registry.plugin('grades')).toMatchObject({ state: 'disabled', stateReason: { en: 'You switched it off' } })
  expect(['grades.list', 'grades.gpa'].map((id) => registry.tool(id)?.facts.state)).toEqual(['disabled', 'disabled'])
  expect([...off]).toEqual(['grades'])
  registry.enable('grades', true)
  expect(registry.tool('grades.list')?.facts.state).toBe('ready')
})

it('what was off before the start is off after it', () => {
  const registry = createRegistry({ switches: { isOff: (id) => id === 'grades', setOff: () => {} } })
  registry.register(plugin('grades'))
  expect(registry.tool('grades.go')?.facts.state).toBe('disabled')
})

it('a core plugin cannot be switched off, not even by what was kept', () => {
  const registry = createRegistry({ switches: { isOff: () => true, setOff: () => {} } })
  registry.register(plugin('memory', { core: true, form: 'bundled', trust: 'bundled' }))
  expect(registry.plugin('memory')?.state).toBe('ready')
  expect(caught(() => registry.enable('memory', false))).toEqual({ code: 'PLUGIN_CORE', plugin: 'memory' })
})

it('an unavailable plugin stays unavailable whatever the switch says', () => {
  const { registry } = open()
  registry.register(plugin('shuttle', { state: 'unavailable', stateReason: { zh: '没有', en: 'Not there' } }))
  registry.enable('shuttle', false)
  expect(registry.plugin('shuttle')).toMatchObject({ state: 'unavailable', stateReason: { en: 'Not there' } })
})

it('an update takes the place of the same plugin: its old tools are gone, its switch stays', () => {
  const { registry } = open()
  registry.register(plugin('grades', { names: ['list', 'old'] }))
  registry.enable('grades', false)
  registry.update(plugin('grades', { names: ['list', 'fresh'], version: '1.1.0' }))
  expect(registry.tool('grades.old')).toBeUndefined()
  expect(registry.tool('grades.fresh')?.facts.state).toBe('disabled')
  expect(caught(() => registry.update(plugin('grades', { trust: 'community' })))).toMatchObject({ code: 'PLUGIN_ID_TAKEN' })
  expect(caught(() => registry.update(plugin('other')))).toMatchObject({ code: 'PLUGIN_UNKNOWN', plugin: 'other' })
  expect(caught(() => registry.enable('other', true))).toMatchObject({ code: 'PLUGIN_UNKNOWN', plugin: 'other' })
  expect(caught(() => registry.enable('grads', true))).toMatchObject({ code: 'PLUGIN_UNKNOWN', nearZh: '是不是 grades？', nearEn: 'Did you mean grades? ' })
})

it.each([
  ['classroms.free', ['classrooms.free']],
  ['free', ['classrooms.free']],
  ['grads', ['grades.list']],
  ['grades', ['grades.list']],
  ['classrooms.fre', ['classrooms.free']],
  ['zzzzzzzzzz', []],
])('the nearest to %s is %j', (word, ids) => {
  const { registry } = open()
  registry.register(plugin('classrooms', { names: ['free'] }))
  registry.register(plugin('grades', { names: ['list'] }))
  expect(registry.similar(word)).toEqual(ids)
})
