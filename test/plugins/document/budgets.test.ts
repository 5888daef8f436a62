import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '../../../src/rules/json.ts'
import { errorTable } from '../../../src/rules/errors/index.ts'
import { budgets } from '../../../src/plugins/document/budgets.ts'
import { compileLinear } from '../../../src/plugins/document/regex/linear-regex.ts'
import type { Extractor } from '../../../src/plugins/document/extract/extract-types.ts'
import { call, caught, indent, load, rejected, toolDocument } from '../scene/documents.ts'
import { type Answering, openScene, type Scene } from '../scene/scene.ts'
import { openRealExtractor } from '../scene/worker-bundle.ts'

let extractor: Extractor
beforeAll(async () => { extractor = await openRealExtractor() })
afterAll(() => extractor.close())

interface Options { readonly output?: string; readonly input?: string; readonly args?: Readonly<Record<string, Json>>; readonly answer?: Answering; readonly tool?: string }
async function run(steps: string, { answer, args, ...parts }: Options = {}): Promise<unknown> {
  const scene = openScene({ extractor, ...(answer ? { answer } : {}) })
  return call(load(scene, toolDocument({ steps: `${steps}\n- return: "done"`, ...parts })), 't', scene, args)
}
const request = '- request: { service: open, path: /record }'

it('every budget of a run has a code of its own, and words for it', () => {
  const codes = Object.values(budgets).flatMap(({ code }) => code ?? [])
  expect(new Set(codes).size).toBe(codes.length)
  for (const code of codes) expect(errorTable[code].exit).toMatch(/service|lint/)
})

/** Where each budget is seen at its limit and one past it; one that is added and not in here does not compile. */
const seenIn: Readonly<Record<keyof typeof budgets, string>> = {
  wall: 'plugins/document/budgets', steps: 'plugins/document/budgets', requests: 'plugins/document/budgets', items: 'plugins/document/budgets', response: 'plugins/document/budgets',
  nesting: 'plugins/document/budgets', traffic: 'plugins/document/budgets', fuel: 'plugins/document/budgets', ratio: 'host/net/limits', result: 'plugins/document/budgets',
  domNodes: 'plugins/document/budgets', domDepth: 'plugins/document/extract', jsonDepth: 'plugins/document/requests', regexInput: 'plugins/document/budgets', regexProgram: 'plugins/document/budgets',
  redirects: 'host/net/redirects', storage: 'plugins/document/use', documentBytes: 'plugins/document/reading', aliases: 'plugins/document/reading',
}
it.each(Object.entries(seenIn))('the budget of %s is seen to end with its own code', (name, file) => {
  expect(readFileSync(`test/${file}.test.ts`, 'utf8')).toContain(`'${budgets[name as keyof typeof budgets].code}'`)
})

describe('at the limit it runs, one past it ends with its own code', () => {
  it('requests: 10', async () => {
    expect(await run(`${request}\n`.repeat(10))).toBe('done')
    expect(await rejected(run(`${request}\n`.repeat(11)))).toEqual({ code: 'DOC_REQUESTS_EXCEEDED', step: 'tools.t.steps[10].request', limit: 10 })
  })

  it('bytes of one response: 2 MiB', async () => {
    const bytes = (count: number): Answering => () => ({ text: 'x', bytes: new Uint8Array(count) })
    expect(await run(request, { answer: bytes(2_097_152) })).toBe('done')
    expect(await rejected(run(request, { answer: bytes(2_097_153) }))).toMatchObject({ code: 'DOC_RESPONSE_EXCEEDED', limit: 2_097_152 })
  })

  it('bytes of all responses: 8 MiB', async () => {
    const four = `${request}\n`.repeat(4)
    const bytes = (last: number): Answering => (_, count) => ({ text: 'x', bytes: new Uint8Array(count === 5 ? last : 2_097_152) })
    expect(await run(`${four}${request}`, { answer: bytes(0) })).toBe('done')
    expect(await rejected(run(`${four}${request}`, { answer: bytes(1) }))).toMatchObject({ code: 'DOC_TRAFFIC_EXCEEDED', limit: 8_388_608 })
  })

  it('items in a loop: 1,000', async () => {
    const list = (count: number): Answering => () => ({ json: Array.from({ length: count }, () => 1) })
    const steps = `${request}\n  as: page\n- each: { in: page.json, as: n }`
    expect(await run(steps, { answer: list(1_000) })).toBe('done')
    expect(await rejected(run(steps, { answer: list(1_001) }))).toEqual({ code: 'DOC_ITEMS_EXCEEDED', step: 'tools.t.steps[1].each', limit: 1_000 })
    // Taking is the way out of a long list.
    expect(await run(`${request}\n  as: page\n- take: { in: page.json, count: 1000 }`, { answer: list(5_000) })).toBe('done')
  })

  it('steps run: 10,000', async () => {
    // A step for the request, one for each loop, one for each item, and the steps inside: counted exactly.
    const list = (count: number): Answering => () => ({ json: Array.from({ length: count }, () => 1) })
    const inner = Array.from({ length: 9 }, (_, i) => `- let: { v${i}: 1 }`).join('\n')
    const steps = `${request}\n  as: page\n- each:\n    in: page.json\n    as: n\n    steps:\n${indent(inner, 6)}`
    const more = (count: number) => Array.from({ length: count }, (_, i) => `- let: { w${i}: 1 }`).join('\n')
    // request 1 + each 1 + 999 × (1 + 9) + return 1 = 9,993.
    expect(await run(`${steps}\n${more(7)}`, { answer: list(999) })).toBe('done')
    expect(await rejected(run(`${steps}\n${more(8)}`, { answer: list(999) }))).toMatchObject({ code: 'DOC_STEPS_EXCEEDED', step: 'tools.t.steps[10].return', limit: 10_000 })
  })

  it('nesting of steps: 8, found when the document is read', () => {
    const nested = (depth: number): string => (depth === 1 ? '- let: { deep: 1 }' : `- when:\n    if: "true"\n    then:\n${indent(nested(depth - 1), 6)}`)
    const scene = openScene({ extractor })
    const read = (depth: number) => load(scene, toolDocument({ steps: `${nested(depth)}\n- return: x` }))
    expect(read(8).id).toBe('sample')
    expect(caught(() => read(9))).toMatchObject({ code: 'DOC_NESTING_EXCEEDED', limit: 8 })
  })

  it('result: 64 KiB of JSON, or what the tool itself says', async () => {
    const answer = (count: number): Answering => () => ({ text: 'x'.repeat(count) })
    const result = async (count: number, tool?: string) => {
      const scene = openScene({ extractor, answer: answer(count) })
      return call(load(scene, toolDocument({ steps: `${request}\n  as: page\n- return: "\${{ page.text }}"`, ...(tool ? { tool } : {}) })), 't', scene)
    }
    expect(await result(65_534)).toHaveLength(65_534)
    expect(await rejected(result(65_535))).toMatchObject({ code: 'DOC_RESULT_EXCEEDED', limit: 65_536 })
    expect(await result(98, 'returns: { bytes: 100 }')).toHaveLength(98)
    expect(await rejected(result(99, 'returns: { bytes: 100 }'))).toMatchObject({ code: 'DOC_RESULT_EXCEEDED', limit: 100 })
  })

  it('result: one text that a value holds billions of times is refused before anyone writes it out', async () => {
    const levels = Array.from({ length: 7 }, (_, level) => `- let: { l${level}: "\${{ [${Array.from({ length: 20 }, () => (level === 0 ? 'page.text' : `l${level - 1}`)).join(', ')}] }}" }`)
    const output = levels.reduce((items) => `{ type: array, items: ${items} }`, '{ type: string }')
    const scene = openScene({ extractor, answer: () => ({ text: 'x' }) })
    const document = load(scene, toolDocument({ output, steps: `${request}\n  as: page\n${levels.join('\n')}\n- return: "\${{ l6 }}"` }))
    const before = process.cpuUsage()
    expect(await rejected(call(document, 't', scene))).toEqual({ code: 'DOC_RESULT_EXCEEDED', step: 'tools.t.steps[6].let', limit: 8_388_608 })
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(5_000)
  })

  it('fuel: 1,000,000, over all steps of a run', async () => {
    const steps = (width: number) => `- let: { a: "\${{ pad('', ${width}) }}" }`
    // One unit each for the call and its two literals, `width` before the work and `width` bytes made.
    const exact = (1_000_000 - 3) / 2
    expect(Number.isInteger(exact)).toBe(false)
    expect(await run(steps(Math.floor(exact)))).toBe('done')
    expect(await rejected(run(steps(Math.ceil(exact))))).toMatchObject({ code: 'DOC_FUEL_EXHAUSTED', step: 'tools.t.steps[0].let' })
    expect(await rejected(run(`${steps(300_000)}\n- let: { b: "\${{ pad('', 300000) }}" }`))).toMatchObject({ code: 'DOC_FUEL_EXHAUSTED', step: 'tools.t.steps[1].let' })
  })

  it('DOM nodes: 100,000, with the step\'s path', async () => {
    const page = (count: number): Answering => () => ({ text: `<!doctype html>${'<i></i>'.repeat(count)}` })
    const steps = `${request}\n  as: page\n- extract: { from: page.html, select: i }`
    // html, head and body are three of them.
    expect(await run(steps, { answer: page(99_997) })).toBe('done')
    expect(await rejected(run(steps, { answer: page(99_998) }))).toEqual({ code: 'DOC_DOM_NODES_EXCEEDED', step: 'tools.t.steps[1].extract', limit: 100_000 })
  })

  it('regex input: 256 KiB', async () => {
    const text = (count: number): Answering => () => ({ text: 'x'.repeat(count) })
    const steps = `${request}\n  as: page\n- extract: { from: page.text, regex: "y" }`
    expect(await run(steps, { answer: text(262_144) })).toBe('done')
    expect(await rejected(run(steps, { answer: text(262_145) }))).toMatchObject({ code: 'DOC_REGEX_INPUT_EXCEEDED', limit: 262_144, found: 262_145 })
  })

  it('regex program: 1,000 instructions, found when the document is read', () => {
    const pattern = (letters: number) => 'a'.repeat(letters)
    const letters = budgets.regexProgram.limit - (compileLinear('a').size - 1)
    expect(compileLinear(pattern(letters)).size).toBe(1_000)
    expect(caught(() => compileLinear(pattern(letters + 1)))).toEqual({ code: 'DOC_REGEX_PROGRAM_EXCEEDED', limit: 1_000, found: 1_001 })
  })
})

describe('wall time: 20 s', () => {
  const slow = (scene: () => Scene, ms: number): Answering => () => { scene().clock.advance(ms); return { text: 'x' } }
  async function timed(ms: number): Promise<unknown> {
    const holder: { scene?: Scene } = {}
    const scene = openScene({ extractor, answer: slow(() => holder.scene ?? scene, ms) })
    holder.scene = scene
    return call(load(scene, toolDocument({ steps: `${request}\n- return: "done"` })), 't', scene)
  }
  it('20,000 ms are enough, one more is not', async () => {
    expect(await timed(20_000)).toBe('done')
    expect(await rejected(timed(20_001))).toEqual({ code: 'DOC_TIME_EXCEEDED', tool: 'sample.t', limit: 20_000 })
  })

  it('time that work itself takes counts too, where no timer could fire', async () => {
    const scene = openScene({ extractor, answer: () => { scene.clock.advance(20_001); return { text: 'x' } } })
    const asleep = { now: () => scene.clock.now(), sleep: (_: number, signal?: AbortSignal) => new Promise<void>((_resolve, reject) => { signal?.addEventListener('abort', () => reject(signal.reason)) }) }
    const document = load({ ...scene, house: { ...scene.house, clock: asleep } }, toolDocument({ steps: `${request}\n- return: "done"` }))
    expect(await rejected(call(document, 't', scene))).toMatchObject({ code: 'DOC_TIME_EXCEEDED' })
  })

  it('a request that never answers is ended by the time-out, not waited for', async () => {
    const scene = openScene({ extractor, answer: () => new Promise(() => {}) })
    const end = rejected(call(load(scene, toolDocument({ steps: `${request}\n- return: "done"` })), 't', scene))
    await new Promise((resolve) => { setImmediate(resolve) })
    scene.clock.advance(20_001)
    expect(await end).toMatchObject({ code: 'DOC_TIME_EXCEEDED' })
  })

  it('a page that is slow to extract is ended too, and the extractor serves the next run', async () => {
    const page = `${'<div>'.repeat(300)}${'<i></i>'.repeat(60_000)}`
    const scene = openScene({ extractor, answer: () => ({ text: page }) })
    const document = load(scene, toolDocument({ steps: `${request}\n  as: page\n- extract: { from: page.html, select: "i:has(~ b)", many: true }\n- return: "done"` }))
    const end = rejected(call(document, 't', scene))
    await new Promise((resolve) => { setTimeout(resolve, 100) })
    scene.clock.advance(20_001)
    expect(await end).toMatchObject({ code: 'DOC_TIME_EXCEEDED' })
    expect(await run(`${request}\n  as: page\n- extract: { from: page.html, select: p }`, { answer: () => ({ text: '<p>x</p>' }) })).toBe('done')
  })

  it('what is left of it is what a request may take', async () => {
    const holder: { scene?: Scene } = {}
    const scene = openScene({ extractor, answer: () => { holder.scene?.clock.advance(15_000); return { text: 'x' } } })
    holder.scene = scene
    await call(load(scene, toolDocument({ steps: `- request: { service: open, path: /record, timeout: 10 }\n- request: { service: open, path: /people, timeout: 10 }\n- return: "done"` })), 't', scene).catch(() => {})
    expect(scene.sent.map(({ timeoutMs }) => timeoutMs)).toEqual([10_000, 5_000])
  })
})
