import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { systemChance } from '../../src/host/clock/clock.ts'
import { openStore } from '../../src/host/store/open-store.ts'
import type { Card } from '../../src/monitor/approvals/approvals.ts'
import type { CallRequest, Turn } from '../../src/monitor/call-request.ts'
import type { HeldText } from '../../src/rules/egress/private-values.ts'
import type { JsonObject } from '../../src/rules/json.ts'
import type { Labels } from '../../src/rules/labels.ts'
import type { Response } from '../../src/sdk/index.ts'
import { makePlugin, makeTool } from './world/tools.ts'
import { makeTurn } from './world/turn.ts'
import { errorOf, makeWorld, type World, type WorldGiven } from './world/world.ts'

const grades: Labels = { untrusted: [], private: ['portal'] }
const result: HeldText = { source: 'grades.list', text: '测试生\n高等数学\n3.85' }
/** A turn in a conversation that has read the person's grades. */
const turnOf = (userWords = '', conversation = 'c1'): Turn => ({ ...makeTurn({ userWords, labels: grades, privateTexts: [result] }), conversation })

/** A remote server with two read tools; what reached it. */
function server(plugin = 'mcp-far') {
  const got: JsonObject[] = []
  const run = async (args: JsonObject) => { got.push(args); return {} }
  const facts = { plugin, trust: 'remote', untrusted: true, destinations: [{ kind: 'remote', plugin }], run } as const
  const rate = makeTool({ ...facts, name: 'rate', input: z.strictObject({ stars: z.enum(['a', 'b', 'c', 'd']) }) })
  const find = makeTool({ ...facts, name: 'find', input: z.strictObject({ q: z.string(), more: z.record(z.string(), z.boolean()).optional() }) })
  return { got, plugins: [makePlugin([rate, find], { form: 'remote' })] }
}
const worldOf = (given: WorldGiven): World => {
  const world = makeWorld(given)
  onTestFinished(() => world[Symbol.dispose]())
  return world
}
const spentIn = (world: World, conversation = 'c1') => world.store.leaks.of(conversation)
const rate = (world: World, turn: Turn, given: Partial<CallRequest> = {}) => world.call('mcp-far.rate', { stars: 'b' }, { turn, ...given })
/** Which of two tools or none, and one of four. */
const each = Math.log2(3) + 2

describe('what reaches a remote plugin’s read tool', () => {
  it('is free of cards until the budget is spent, and a card with the exact bytes after', async () => {
    const { got, plugins } = server()
    const world = worldOf({ plugins })
    const turn = turnOf()
    expect([(await rate(world, turn)).ok, (await rate(world, turn)).ok]).toEqual([true, true])
    expect(spentIn(world)).toEqual({ 'remote:mcp-far': 2 * each })
    expect(errorOf(await rate(world, turn))).toMatchObject({ code: 'APPROVAL_UNAVAILABLE', rules: ['R7'] })
    expect(got).toHaveLength(2)

    const cards: Card[] = []
    world.approvals.attach('screen')
    world.approvals.watch(({ kind, card }) => { if (kind === 'asked') { cards.push(card); world.approvals.answer(card.id, 'once', 'screen') } })
    expect((await world.call('mcp-far.find', { q: '绩点 3.85' }, { turn })).ok).toBe(true)
    expect(cards).toMatchObject([{ args: '{"q":"绩点 3.85"}', goesTo: ['remote:mcp-far'], reasons: [{ rule: 'R7', code: 'egressOver', params: { private: 'portal', limit: '8' } }] }])
    // A server may send what it got; the card showed just that.
    expect(JSON.stringify(got.at(-1))).toBe(cards[0]?.args)
  })

  it('what a person approved at a card spends nothing', async () => {
    const { plugins } = server()
    const world = worldOf({ plugins })
    world.approvals.attach('screen')
    world.approvals.watch(({ kind, card }) => { if (kind === 'asked') world.approvals.answer(card.id, 'once', 'screen') })
    expect((await world.call('mcp-far.find', { q: 'whatever the model wrote' }, { turn: turnOf() })).ok).toBe(true)
    expect(spentIn(world)).toEqual({})
  })

  it('the person’s own words go free, but not where a grade is among them', async () => {
    const { got, plugins } = server()
    const world = worldOf({ plugins })
    expect((await world.call('mcp-far.find', { q: '北京的天气' }, { turn: turnOf('查一下北京的天气') })).ok).toBe(true)
    expect(errorOf(await world.call('mcp-far.find', { q: '高等数学' }, { turn: turnOf('高等数学的教材') })).rules).toEqual(['R7'])
    expect(errorOf(await world.call('mcp-far.find', { q: '3.85' }, { turn: turnOf('3.85 算高吗') })).rules).toEqual(['R7'])
    expect(got).toEqual([{ q: '北京的天气' }])
  })

  it('words said once are free once a turn', async () => {
    const { plugins } = server()
    const world = worldOf({ plugins })
    const turn = turnOf('北京')
    const find = () => world.call('mcp-far.find', { q: '北京' }, { turn })
    expect((await find()).ok).toBe(true)
    const { 'remote:mcp-far': first = 0 } = spentIn(world)
    expect(first).toBeCloseTo(Math.log2(3) + 1)
    expect((await find()).ok).toBe(true)
    expect((spentIn(world)['remote:mcp-far'] ?? 0) - first).toBeCloseTo(first + 1 + 1)
  })

  it('without private data in the context nothing is counted and nothing asked', async () => {
    const { got, plugins } = server()
    const world = worldOf({ plugins })
    for (let n = 0; n < 5; n++) expect((await world.call('mcp-far.find', { q: 'anything at all' }, { turn: { ...makeTurn(), conversation: 'c1' } })).ok).toBe(true)
    expect([got.length, spentIn(world)]).toEqual([5, {}])
  })

  it('a label that came from a store or a cache counts as one that came from a service', async () => {
    const { got, plugins } = server()
    const stored = makeTool({ plugin: 'notes', name: 'show', run: async (_, ctx) => ({ kept: await ctx.store.get('k') ?? null }) })
    const world = worldOf({ plugins: [...plugins, makePlugin([stored])] })
    world.store.values.put({ account: '2500000001', plugin: 'notes' }, 'k', '3.85', grades)
    const turn = { ...makeTurn(), conversation: 'c1' }
    expect(await world.call('notes.show', {}, { turn })).toMatchObject({ ok: true, labels: grades })
    expect(errorOf(await world.call('mcp-far.find', { q: 'three eighty-five' }, { turn })).rules).toEqual(['R7'])
    expect(got).toEqual([])
  })

  it('the order of names is nobody’s choice: what leaves is the canonical text', async () => {
    const { got, plugins } = server()
    const world = worldOf({ plugins })
    await world.call('mcp-far.find', { q: 'x', more: { zz: true, aa: true } }, { turn: { ...makeTurn(), conversation: 'c1' } })
    expect(JSON.stringify(got[0])).toBe('{"more":{"aa":true,"zz":true},"q":"x"}')
  })
})

describe('the leak budget of a conversation', () => {
  it('is one for each destination, and one for each conversation', async () => {
    const [far, near] = [server(), server('mcp-near')]
    const world = worldOf({ plugins: [...far.plugins, ...near.plugins] })
    for (let n = 0; n < 2; n++) await rate(world, turnOf())
    expect((await rate(world, turnOf())).ok).toBe(false)
    expect((await world.call('mcp-near.rate', { stars: 'a' }, { turn: turnOf() })).ok).toBe(true)
    expect((await rate(world, turnOf('', 'c2'))).ok).toBe(true)
  })

  it('is still spent in a later turn and after a restart', async () => {
    const place = mkdtempSync(join(tmpdir(), 'leaks-'))
    onTestFinished(() => rmSync(place, { recursive: true, force: true }))
    const open = () => openStore(join(place, 'h.db'), { clock: { now: () => 0, sleep: () => Promise.resolve() }, chance: systemChance })
    const before = open()
    before.leaks.spend('c1', ['remote:mcp-far'], 7.5)
    before.close()
    const after = open()
    onTestFinished(() => after.close())
    expect(after.leaks.of('c1')).toEqual({ 'remote:mcp-far': 7.5 })
    const { plugins } = server()
    const world = worldOf({ plugins, store: (store) => ({ ...store, leaks: after.leaks }) })
    expect(errorOf(await rate(world, turnOf())).rules).toEqual(['R7'])
  })

  it('is not spent twice by calls side by side: of ten at once two go', async () => {
    const { got, plugins } = server()
    const world = worldOf({ plugins })
    const turn = turnOf()
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => rate(world, turn)))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(2)
    expect([got.length, spentIn(world)]).toEqual([2, { 'remote:mcp-far': 2 * each }])
  })

  it('is given back by a call that never ran, and kept by one that failed', async () => {
    const { plugins } = server()
    const stopped = worldOf({ plugins, house: { guards: [{ name: 'no', check: () => ({ deny: { zh: '不', en: 'no' } }) }] } })
    expect(errorOf(await rate(stopped, turnOf())).code).toBe('GUARD_DENIED')
    expect(spentIn(stopped)).toEqual({ 'remote:mcp-far': 0 })
    const broken = makeTool({ plugin: 'mcp-far', name: 'rate', trust: 'remote', destinations: [{ kind: 'remote', plugin: 'mcp-far' }], input: z.strictObject({ stars: z.string() }), run: async () => { throw new Error('gone') } })
    const failing = worldOf({ plugins: [makePlugin([broken], { form: 'remote' })] })
    expect((await rate(failing, turnOf('b'))).ok).toBe(false)
    expect(spentIn(failing)).toEqual({ 'remote:mcp-far': 1 })
  })

  it('that cannot be read or written denies the call', async () => {
    for (const broken of ['of', 'spend'] as const) {
      const { got, plugins } = server()
      const world = worldOf({ plugins, store: (store) => ({ ...store, leaks: { ...store.leaks, [broken]: () => { throw new Error('disk') } } }) })
      expect(errorOf(await rate(world, turnOf()))).toMatchObject({ code: 'MONITOR_DECISION_FAILED' })
      expect(got).toEqual([])
    }
  })

  it('is unknown outside a conversation: an outside client’s call asks', async () => {
    const { plugins } = server()
    const world = worldOf({ plugins })
    expect(errorOf(await world.call('mcp-far.rate', { stars: 'a' }, { principal: 'bridge' })).rules).toEqual(['R7'])
  })
})

describe('answers and grants', () => {
  it('an `always` at R7’s card stands for exactly these bytes, and spends nothing', async () => {
    const { got, plugins } = server()
    const world = worldOf({ plugins })
    world.approvals.attach('screen')
    world.approvals.watch(({ kind, card }) => { if (kind === 'asked') { expect(card.freeable).toEqual([]); world.approvals.answer(card.id, 'always', 'screen') } })
    expect((await world.call('mcp-far.find', { q: 'my grade is 3.85' }, { turn: turnOf() })).ok).toBe(true)
    world.approvals.detach('screen')
    const again = await world.call('mcp-far.find', { q: 'my grade is 3.85' }, { turn: turnOf() })
    expect([again.ok, errorOf(await world.call('mcp-far.find', { q: 'my grade is 3.86' }, { turn: turnOf() })).rules]).toEqual([true, ['R7']])
    expect([got.length, spentIn(world)]).toEqual([2, {}])
  })

  it('a setting that allows everything changes nothing', async () => {
    const { plugins } = server()
    const world = worldOf({ plugins })
    world.store.settings.put('effects', { all: { read: 'allow', write: 'allow' }, plugins: { 'mcp-far': { read: 'allow' } }, tools: { 'mcp-far.find': { read: 'allow' } } })
    expect(errorOf(await world.call('mcp-far.find', { q: 'my grade is 3.85' }, { turn: turnOf() })).rules).toEqual(['R7'])
  })
})

describe('inside one run', () => {
  const answer: Response = { status: 200, headers: {}, text: '', json: undefined, bytes: new Uint8Array(), finalPath: '/' }
  /** A tool that reads a stored value of the given labels, then asks a website. */
  async function ask(trust: 'community' | 'official', labels: Labels, host = 'example.org') {
    const asked: string[] = []
    const tool = makeTool({
      plugin: 'shop', trust, destinations: [{ kind: 'website', host: 'example.org' }],
      run: async (_, ctx) => { await ctx.store.get('k'); await ctx.services.web.request({ url: `https://${host}/` }); return {} },
    })
    const world = worldOf({
      plugins: [makePlugin([tool], { form: 'document', websites: ['example.org', 'other.example.org'] })],
      house: { web: { request: async (hosts, request) => { if (!hosts.includes(new URL(request.url).hostname)) throw new Error('not declared'); asked.push(request.url); return answer } } },
    })
    world.store.values.put({ account: '2500000001', plugin: 'shop' }, 'k', '3.85', labels)
    const outcome = await world.call('shop.look')
    return { code: outcome.ok ? undefined : outcome.error.code, asked: asked.length }
  }
  it('a community’s asks no website after it read a stored private value', async () => {
    expect(await ask('community', grades)).toEqual({ code: 'CALL_PRIVATE_EGRESS', asked: 0 })
    expect(await ask('community', { untrusted: [], private: [] })).toEqual({ code: undefined, asked: 1 })
  })
  it('and none but those its call was decided for', async () => {
    expect(await ask('community', { untrusted: [], private: [] }, 'other.example.org')).toMatchObject({ asked: 0 })
    expect(await ask('official', { untrusted: [], private: [] }, 'other.example.org')).toMatchObject({ asked: 1 })
  })

  it.each([[true], [false]])('an outside client gets neither the result nor the words of a run that read private data its tool does not tell of (it ends well: %s)', async (well) => {
    const tool = makeTool({ plugin: 'notes', name: 'show', run: async (_, ctx) => { const kept = await ctx.store.get('k'); if (!well) throw new Error(String(kept)); return { kept: kept ?? null } } })
    const world = worldOf({ plugins: [makePlugin([tool])] })
    world.store.values.put({ account: '2500000001', plugin: 'notes' }, 'k', 'canary', grades)
    const outcome = await world.call('notes.show', {}, { principal: 'bridge' })
    expect(errorOf(outcome).code).toBe('CALL_RESULT_PRIVATE')
    expect(JSON.stringify(outcome)).not.toContain('canary')
    expect(await world.call('notes.show')).toMatchObject({ ok: well })
  })
})
