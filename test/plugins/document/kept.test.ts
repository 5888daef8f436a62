import { describe, expect, it } from 'vitest'
import { HarnessError } from '../../../src/rules/errors/index.ts'
import { call, caught, load, rejected, toolDocument } from '../scene/documents.ts'
import { noExtractor } from '../scene/no-extractor.ts'
import { openScene, type Scene } from '../scene/scene.ts'

const anything = '{ type: [string, "null"] }'
type Parts = Partial<Parameters<typeof toolDocument>[0]>
async function run(scene: Scene, steps: string, parts: Parts & { trust?: 'official' | 'community' } = {}) {
  const document = load(scene, toolDocument({ steps, output: anything, ...parts }), parts.trust ?? 'official')
  return call(document, 't', scene).catch((error: unknown) => rejected(Promise.reject(error)))
}
const refusal = (steps: string) => caught(() => load(openScene({ extractor: noExtractor }), toolDocument({ steps: `${steps}\n- return: "x"` })))

describe('store', () => {
  it('what is put is there in a later run; a key that nothing was put under is null; what is deleted is gone', async () => {
    const scene = openScene({ extractor: noExtractor })
    const get = '- store: { get: seen }\n  as: v\n- return: "${{ v.id }}"'
    expect(await run(scene, get)).toBeNull()
    await run(scene, '- store: { put: seen, value: { id: "7" } }\n- return: "x"')
    expect(await run(scene, get)).toBe('7')
    await run(scene, '- store: { delete: seen }\n- return: "x"')
    expect(await run(scene, get)).toBeNull()
  })
  it('lists the keys that begin so, without those of caches', async () => {
    const scene = openScene({ extractor: noExtractor })
    await run(scene, '- store: { put: a/1, value: 1 }\n- store: { put: a/2, value: 1 }\n- store: { put: b, value: 1 }\n- cache: { key: k, minutes: 1, steps: [ { let: { x: 1 } } ], value: "${{ x }}" }\n- return: "x"')
    expect(await run(scene, '- store: { list: a/ }\n  as: keys\n- return: "${{ join(keys, \' \') }}"')).toBe('a/1 a/2')
    expect(await run(scene, '- store: { list: "" }\n  as: keys\n- return: "${{ join(keys, \' \') }}"')).toBe('a/1 a/2 b')
  })
  it('a key has 1 to 200 characters', async () => {
    const put = (length: number) => run(openScene({ extractor: noExtractor }), `- store: { put: "\${{ pad('', ${length}) }}", value: 1 }\n- return: "x"`)
    expect(await put(200)).toBe('x')
    expect(await put(201)).toMatchObject({ code: 'DOC_TYPE' })
    expect(await put(0)).toMatchObject({ code: 'DOC_TYPE' })
  })
  it('to put and to delete is a local write that may overwrite; to get and to list is neither', () => {
    const facts = (steps: string) => load(openScene({ extractor: noExtractor }), toolDocument({ steps: `${steps}\n- return: "x"` })).tools[0]?.facts
    for (const steps of ['- store: { put: a, value: 1 }', '- when: { if: 1 == 1, then: [ { store: { delete: a } } ] }']) expect(facts(steps)).toMatchObject({ effect: 'write', overwrites: true, destinations: [{ kind: 'local' }] })
    for (const steps of ['- store: { get: a }', '- store: { list: a }']) expect(facts(steps)).toMatchObject({ effect: 'read', overwrites: false })
  })
  it('a quota that is reached ends with the budget’s own code', async () => {
    const scene = openScene({ extractor: noExtractor })
    const full = { ...scene, ctx: { ...scene.ctx, store: { ...scene.ctx.store, put: async () => { throw new HarnessError('STORE_QUOTA', { plugin: 'sample', limit: 1_048_576 }) } } } }
    expect(await run(full, '- store: { put: a, value: 1 }\n- return: "x"')).toEqual({ code: 'DOC_STORAGE_EXCEEDED', step: 'tools.t.steps[0].store', limit: 1_048_576 })
  })
  it('is one act, and only what gives something can be named', () => {
    expect(refusal('- store: { get: a, put: b, value: 1 }')).toMatchObject({ code: 'DOC_FIELD_INVALID' })
    expect(refusal('- store: { put: a }')).toMatchObject({ code: 'DOC_FIELD_INVALID' })
    expect(refusal('- store: { delete: a }\n  as: x')).toMatchObject({ code: 'DOC_FIELD_INVALID' })
  })
})

describe('cache', () => {
  const block = (key = 'k') => `- cache:\n    key: ${key}\n    minutes: 10\n    steps:\n      - request: { service: open, path: /record }\n        as: page\n    value: "\${{ page.json.n }}"\n  as: n\n- return: "\${{ n + '' }}"`
  const counting = () => openScene({ extractor: noExtractor, answer: (_, count) => ({ json: { n: count } }) })
  it('a hit asks nothing; after its time it is a miss again', async () => {
    const scene = counting()
    expect([await run(scene, block()), await run(scene, block())]).toEqual(['1', '1'])
    scene.clock.advance(10 * 60_000 - 1)
    expect(await run(scene, block())).toBe('1')
    scene.clock.advance(1)
    expect(await run(scene, block())).toBe('2')
    expect(scene.sent).toHaveLength(2)
  })
  it('what a clock kept that has been set back since is a miss', async () => {
    const scene = counting()
    await run(scene, block())
    scene.clock.advance(-60 * 60_000)
    expect([await run(scene, block()), await run(scene, block())]).toEqual(['2', '2'])
  })
  it('another key is another value, also where the two share a place', async () => {
    const scene = counting()
    // More keys than places: some share one.
    for (let at = 0; at < 40; at++) expect(await run(scene, block(`k${at}`))).toBe(String(at + 1))
  })
  it('another version of the document does not read it', async () => {
    const scene = counting()
    expect(await run(scene, block())).toBe('1')
    expect(await run(scene, `${block()}\n`, { effect: 'read', tool: 'private: true' })).toBe('2')
  })
  it('a full store only means that nothing is kept', async () => {
    const scene = counting()
    const full = { ...scene, ctx: { ...scene.ctx, store: { ...scene.ctx.store, put: async () => { throw new HarnessError('STORE_QUOTA', { plugin: 'sample', limit: 1 }) } } } }
    expect(await run(full, block())).toBe('1')
  })
  it.each([['store', '{ store: { put: a, value: 1 } }'], ['open GET /enrol', '{ request: { service: open, path: /enrol } }'], ['return', '{ return: "x" }'],
    ['use', '{ when: { if: 1 == 1, then: [ { use: { tool: memory.save } } ] } }'], ['call', '{ call: { tool: t } }']])('%s may not stand in it', (step, inner) => {
    expect(refusal(`- cache: { key: k, minutes: 1, steps: [ ${inner} ], value: 1 }`)).toMatchObject({ code: 'DOC_CACHE_ACTS', step })
  })
})

describe('DOC_PRIVATE_EGRESS holds through what was kept', () => {
  const out = '- request: { url: "https://site.example.org/log" }\n- return: "x"'
  const own = '{ request: { service: mine, path: /own }, as: page }'
  it('a stored private value', async () => {
    const scene = openScene({ extractor: noExtractor, answer: () => ({ json: { n: 1 } }) })
    await run(scene, `- ${own}\n- store: { put: a, value: "\${{ page.json.n }}" }\n- return: "x"`, { trust: 'community' })
    expect(await run(scene, `- store: { get: a }\n${out}`, { trust: 'community' })).toMatchObject({ code: 'DOC_PRIVATE_EGRESS' })
    expect(scene.sent).toHaveLength(1)
  })
  it('a hit as well as its miss', async () => {
    const scene = openScene({ extractor: noExtractor, answer: () => ({ json: { n: 1 } }) })
    const steps = `- cache: { key: k, minutes: 5, steps: [ ${own} ], value: "\${{ page.json.n }}" }\n${out}`
    for (const _ of ['miss', 'hit']) expect(await run(scene, steps, { trust: 'community' })).toMatchObject({ code: 'DOC_PRIVATE_EGRESS' })
    expect(scene.sent).toHaveLength(1)
  })
  it('a public value may go', async () => {
    const scene = openScene({ extractor: noExtractor, answer: () => ({ json: { n: 1 } }) })
    await run(scene, '- store: { put: a, value: 1 }\n- return: "x"', { trust: 'community' })
    expect(await run(scene, `- store: { get: a }\n${out}`, { trust: 'community' })).toBe('x')
  })
})
