import { describe, expect, it } from 'vitest'
import { compare } from '../../../src/rules/lattice/compare.ts'
import { call, caught, filesOf, indent, rejected } from '../scene/documents.ts'
import { noExtractor } from '../scene/no-extractor.ts'
import { loadDocument } from '../../../src/plugins/document/load-document.ts'
import { type Answering, openScene } from '../scene/scene.ts'

interface Tool { readonly steps: string; readonly effect?: string; readonly input?: string; readonly more?: string }
const documentOf = (tools: Readonly<Record<string, Tool>>): string => `---
plugin: sample
version: 1.0.0
name: { zh: 样本, en: Sample }
summary: { zh: 样本, en: Sample }
scopes: [open, mine]
websites: [site.example.org]
settings: { city: { type: string, default: 北京 } }
tools:
${Object.entries(tools).map(([name, { steps, effect = 'read', input = '{}', more }]) => `  ${name}:
    description: { zh: 样本, en: Sample }
    effect: ${effect}
${more === undefined ? '' : `    ${more}\n`}    input: ${input}
    output: { type: string }
    steps:
${indent(steps, 6)}`).join('\n')}
---
Sample.
`
const world = (answer?: Answering) => openScene({ extractor: noExtractor, ...(answer ? { answer } : {}) })
const read = (tools: Readonly<Record<string, Tool>>, trust: 'official' | 'community' = 'official', scene = world()) => loadDocument(filesOf({ 'PLUGIN.md': documentOf(tools) }), { trust }, scene.house)
async function run(tools: Readonly<Record<string, Tool>>, { trust, answer }: { trust?: 'official' | 'community'; answer?: Answering } = {}) {
  const scene = world(answer)
  const end = await call(read(tools, trust, scene), 'a', scene).catch((error: unknown) => rejected(Promise.reject(error)))
  return { end, sent: scene.sent }
}
const refusal = (tools: Readonly<Record<string, Tool>>) => caught(() => read(tools))
const factsOf = (tools: Readonly<Record<string, Tool>>) => read(tools).tools.find(({ facts }) => facts.id === 'sample.a')?.facts
const calls = (tool = 'b', args = '{}', more = '') => `- call: { tool: ${tool}, args: ${args} }\n  as: r\n${more}- return: "\${{ r }}"`

describe('call', () => {
  it('gives what the other tool returns, for its own arguments, defaults and settings', async () => {
    const b = { input: '{ who: { type: string }, how: { type: string, default: "在${{ settings.city }}" } }', steps: '- return: "${{ input.who + input.how }}"' }
    expect((await run({ a: { steps: calls('b', '{ who: "${{ \'你\' }}" }') }, b })).end).toBe('你在北京')
    expect((await run({ a: { steps: calls('b', '{ who: 我, how: 想 }') }, b })).end).toBe('我想')
  })
  it('an argument that its schema refuses is told by its place, never its value', async () => {
    const b = { input: '{ n: { type: integer, maximum: 3 } }', steps: '- return: x' }
    expect((await run({ a: { steps: calls('b', '{ n: 4 }') }, b })).end).toEqual({ code: 'DOC_CALL_INVALID', step: 'tools.a.steps[0].call', tool: 'b', place: '$.n' })
  })
  it('the names of one are not those of the other', () => {
    expect(refusal({ a: { steps: `- let: { mine: 1 }\n${calls()}` }, b: { steps: '- return: "${{ mine }}"' } })).toMatchObject({ code: 'DOC_NAME_UNKNOWN', at: 'tools.b.steps[0].return' })
  })
  it('both spend one budget', async () => {
    const request = '- request: { service: open, path: /record }\n'
    const tools = (extra: number) => ({ a: { steps: `${request.repeat(5)}${calls()}` }, b: { steps: `${request.repeat(5 + extra)}- return: x` } })
    expect((await run(tools(0))).end).toBe('x')
    expect((await run(tools(1))).end).toMatchObject({ code: 'DOC_REQUESTS_EXCEEDED', step: 'tools.b.steps[5].request' })
  })
  it.each([
    ['itself', { a: { steps: calls('a') } }, 'a → a'],
    ['each other', { a: { steps: calls('b') }, b: { steps: calls('c') }, c: { steps: `- when: { if: 1 == 1, then: [ { call: { tool: a } } ] }\n- return: x` } }, 'a → b → c → a'],
  ])('tools that call %s are refused', (_, tools, way) => {
    expect(refusal(tools)).toMatchObject({ code: 'DOC_CALL_CYCLE', way })
  })
  it('nested 8 deep through calls runs, one more is refused', async () => {
    const deep = (levels: number): Tool => ({ steps: Array.from({ length: levels - 1 }).reduce<string>((inner) => `- when:\n    if: 1 == 1\n    then:\n${indent(inner, 6)}`, '- return: deep') })
    const tools = (levels: number) => ({ a: { steps: calls() }, b: deep(levels) })
    expect((await run(tools(7))).end).toBe('deep')
    expect(refusal(tools(8))).toMatchObject({ code: 'DOC_NESTING_EXCEEDED', limit: 8, at: 'tools.a.steps[0].call' })
  })
  it('a tool or an argument that is not there is found when the document is read', () => {
    const b = { input: '{ n: { type: integer } }', steps: '- return: x' }
    expect(refusal({ a: { steps: calls('c') }, b })).toMatchObject({ code: 'DOC_FIELD_INVALID', at: 'tools.a.steps[0].call.tool', expected: 'a | b' })
    expect(refusal({ a: { steps: calls('b', '{ m: 1 }') }, b })).toMatchObject({ code: 'DOC_FIELD_INVALID', at: 'tools.a.steps[0].call.args.m', expected: 'n' })
    expect(refusal({ a: { steps: calls('b') }, b })).toMatchObject({ code: 'DOC_FIELD_INVALID', at: 'tools.a.steps[0].call.args', expected: 'n' })
  })
})

describe('effects and flags add up through calls', () => {
  const far = (steps: string, b: Partial<Tool> = {}) => ({ a: { steps: calls('c') }, c: { steps: calls() }, b: { ...b, steps: `${steps}\n- return: x` } })
  it('what the requests of a tool far down are, the first is', () => {
    expect(factsOf(far('- request: { service: mine, path: /own }'))).toMatchObject({ effect: 'read', private: true, destinations: [{ kind: 'campus', service: 'mine' }] })
    expect(factsOf(far('- request: { service: open, path: /enrol }'))).toMatchObject({ effect: 'write', irreversible: true })
    expect(factsOf(far('- request: { service: open, path: /people }'))).toMatchObject({ untrusted: true })
    expect(factsOf(far('- store: { put: k, value: 1 }'))).toMatchObject({ effect: 'write', overwrites: true })
  })
  it('what its author declared of a tool holds for who calls it', () => {
    for (const flag of ['userOnly', 'durable', 'private', 'untrusted'] as const) expect(factsOf(far('- let: { x: 1 }', { more: `${flag}: true` }))).toMatchObject({ [flag]: true })
    expect(factsOf(far('- let: { x: 1 }', { effect: 'write', more: 'irreversible: true' }))).toMatchObject({ effect: 'write', irreversible: true })
    expect(factsOf({ a: { steps: calls(), effect: 'write', more: 'whenTainted: pending' }, b: { steps: '- return: x', effect: 'write' } })).toMatchObject({ whenTainted: 'ask' })
  })
  it('money that it reaches asks for words on its own card, and does not go with public', () => {
    const pay = '- request: { service: open, path: /pay, method: POST }\n- return: x'
    expect(refusal({ a: { steps: calls() }, b: { steps: pay, more: 'confirm: { zh: 付, en: pay }' } })).toMatchObject({ code: 'DOC_CONFIRM_MISSING', at: 'tools.a' })
    expect(refusal({ a: { steps: `- request: { service: open, path: /post, method: POST }\n${calls()}`, more: 'confirm: { zh: 付, en: pay }' }, b: { steps: pay, more: 'confirm: { zh: 付, en: pay }' } })).toMatchObject({ code: 'DOC_EFFECTS_CLASH', at: 'tools.a' })
  })
  it('DOC_PRIVATE_EGRESS holds whichever of the tools read and whichever sends', async () => {
    const own = '- request: { service: mine, path: /own }\n'
    const out = '- request: { url: "https://site.example.org/log" }\n'
    for (const tools of [{ a: { steps: `${own}${calls()}` }, b: { steps: `${out}- return: x` } }, { a: { steps: calls('b', '{}', out) }, b: { steps: `${own}- return: x` } }]) {
      const { end, sent } = await run(tools, { trust: 'community' })
      expect(end).toMatchObject({ code: 'DOC_PRIVATE_EGRESS' })
      expect(sent).toHaveLength(1)
    }
  })
  it('in the lattice it may do what it reaches; a step that it does not make itself widens too', () => {
    const permissions = (steps: string) => read({ a: { steps: calls() }, b: { steps: `${steps}\n- return: x` } }).permissions()
    const widened = (steps: string) => compare(permissions('- let: { x: 1 }'), permissions(steps)).filter(({ weight }) => weight === 'widens').map(({ at }) => at)
    expect(widened('- request: { service: open, path: /record }')).toEqual(expect.arrayContaining(['tools.a.requests', 'tools.b.requests']))
    expect(widened('- store: { put: k, value: 1 }')).toEqual(expect.arrayContaining(['tools.a.acts', 'tools.a.effect', 'tools.b.acts']))
  })
  it('a change of a tool that it calls is a change of its definition', () => {
    const digest = (text: string) => factsOf({ a: { steps: calls() }, b: { steps: `- return: ${text}` } })?.definitionDigest
    expect(digest('x')).toBe(digest('x'))
    expect(digest('x')).not.toBe(digest('y'))
  })
})
