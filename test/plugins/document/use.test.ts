import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { effectSettingsKey } from '../../../src/monitor/standing/effect-settings.ts'
import { loadDocument } from '../../../src/plugins/document/load-document.ts'
import type { Json } from '../../../src/rules/json.ts'
import { makePlugin, makeTool } from '../../monitor/world/tools.ts'
import { makeTurn } from '../../monitor/world/turn.ts'
import { dataOf, errorOf, makeWorld, type World } from '../../monitor/world/world.ts'
import { caught, filesOf, toolDocument } from '../scene/documents.ts'
import { noExtractor } from '../scene/no-extractor.ts'
import { realCampus } from '../scene/scene.ts'

const output = '{ type: [string, "null"] }'
/** A notebook of the host's: one tool reads, one writes in it, one is for the person alone. */
function notebook() {
  const kept: Json[] = []
  const text = z.strictObject({ text: z.string() })
  const tools = [
    makeTool({ plugin: 'notes', name: 'keep', effect: 'write', input: text, run: async (args) => { kept.push(args); return { ok: true } } }),
    makeTool({ plugin: 'notes', name: 'all', private: true, input: z.strictObject({}), run: async () => ({ notes: ['secret plan'] }) }),
    makeTool({ plugin: 'notes', name: 'wipe', effect: 'write', userOnly: true, input: z.strictObject({}), run: async () => { kept.length = 0; return {} } }),
  ]
  return { kept, plugin: makePlugin(tools) }
}
const web: Json[] = []
function open(steps: string, { trust = 'official', uses = '[notes.keep, notes.all]', effect = 'read', head = '' }: { trust?: 'official' | 'community'; uses?: string; effect?: string; head?: string } = {}) {
  const { kept, plugin } = notebook()
  const facts = new Map(plugin.tools.map((tool) => [tool.facts.id, tool.facts]))
  const text = toolDocument({ steps, output, effect, head: `websites: [site.example.org]\nuses: ${uses}\n${head}` })
  web.length = 0
  const load = (world: { readonly clock: World['clock'] } | undefined) => loadDocument(filesOf({ 'PLUGIN.md': text }), { trust }, {
    campus: realCampus, extractor: noExtractor, clock: world?.clock ?? { now: () => 0, sleep: async () => {} }, ability: (tool) => (facts.get(tool)?.userOnly === false ? facts.get(tool) : undefined),
  })
  const request = async (_: unknown, { url }: { readonly url: string }) => { web.push(url); return { status: 200, headers: {}, text: '', json: undefined, bytes: new Uint8Array(), finalPath: '/' } }
  return { kept, load, world: () => { const found = makeWorld({ plugins: [plugin], house: { web: { request } } }); found.registry.register(load(found)); for (const destination of ['website:site.example.org', 'local']) found.store.consents.accept({ account: '2500000001', plugin: 'sample', destination }); return found } }
}
const keep = '- use: { tool: notes.keep, args: { text: "${{ \'明天\' }}" } }\n  as: r\n- return: "${{ r.ok ? \'kept\' : \'\' }}"'

describe('use', () => {
  it('goes through the monitor as the plugin, which the audit tells', async () => {
    const { kept, world: open_ } = open(keep)
    using world = open_()
    expect(dataOf(await world.call('sample.t', {}, { principal: 'user' }))).toBe('kept')
    expect(kept).toEqual([{ text: '明天' }])
    expect(world.audit().filter(({ detail }) => detail['principal'] !== undefined).map(({ detail }) => [detail['tool'], detail['principal']])).toEqual([['sample.t', 'user'], ['notes.keep', 'plugin:sample']])
  })

  it('its effect is the tool’s at least, with its flags', () => {
    expect(open(keep).load(undefined).tools[0]?.facts).toMatchObject({ effect: 'write', private: false })
    expect(open('- use: { tool: notes.all }\n- return: x').load(undefined).tools[0]?.facts).toMatchObject({ effect: 'read', private: true })
  })

  describe('its own card', () => {
    /** Under a setting by which the tool that is used asks, and the plugin's does not. */
    async function under(choice: 'ask' | 'deny', answer: 'once' | 'deny', waited = 0) {
      const { kept, world: open_ } = open(keep)
      using world = open_()
      world.store.settings.put(effectSettingsKey, { all: {}, plugins: {}, tools: { 'notes.keep': { write: choice } } })
      world.approvals.attach('screen')
      const cards: unknown[] = []
      world.approvals.watch((event) => {
        if (event.kind !== 'asked') return
        cards.push([event.card.tool, event.card.principal, event.card.args])
        world.clock.advance(waited)
        queueMicrotask(() => { world.approvals.answer(event.card.id, answer, 'screen') })
      })
      return { outcome: await world.call('sample.t', {}, { principal: 'user' }), cards, kept }
    }
    it('is asked in the plugin’s name, with the exact arguments', async () => {
      const { outcome, cards, kept } = await under('ask', 'once')
      expect(dataOf(outcome)).toBe('kept')
      expect(cards).toEqual([['notes.keep', 'plugin:sample', '{"text":"明天"}']])
      expect(kept).toHaveLength(1)
    })
    it('a no is a no of the whole call, with its own code', async () => {
      const { outcome, kept } = await under('ask', 'deny')
      expect(errorOf(outcome).code).toBe('APPROVAL_DENIED')
      expect(kept).toEqual([])
    })
    it('what the person’s settings refuse is refused though the plugin’s own tool may run', async () => {
      const { outcome, cards, kept } = await under('deny', 'once')
      expect(errorOf(outcome).code).toBe('CALL_USE_FAILED')
      expect([cards, kept]).toEqual([[], []])
    })
    it('the minutes a person takes at it are not the run’s', async () => {
      const { outcome } = await under('ask', 'once', 5 * 60_000)
      expect(dataOf(outcome)).toBe('kept')
    })
  })

  it('what it read joins the call and the conversation', async () => {
    const { world: open_ } = open('- use: { tool: notes.all }\n  as: r\n- return: "${{ r.notes[0] }}"')
    using world = open_()
    const turn = makeTurn()
    expect(await world.call('sample.t', {}, { turn })).toMatchObject({ ok: true, labels: { private: ['notes', 'sample'] } })
    expect(turn.labels().private).toContain('notes')
  })

  it('after it read private data no website is asked', async () => {
    for (const trust of ['official', 'community'] as const) {
      const { world: open_ } = open('- use: { tool: notes.all }\n- request: { url: "https://site.example.org/" }\n- return: x', { trust })
      using world = open_()
      expect(errorOf(await world.call('sample.t')).code).toBe('DOC_PRIVATE_EGRESS')
      expect(web).toEqual([])
    }
  })

  it('a script that does not wait has no answer for its card either', async () => {
    const { kept, world: open_ } = open(keep, { trust: 'official' })
    using world = open_()
    const outcome = await world.call('sample.t', {}, { principal: 'script', turn: makeTurn({ labels: { untrusted: ['x.y'], private: [] } }) })
    expect(errorOf(outcome).code).toBe('APPROVAL_UNAVAILABLE')
    expect(kept).toEqual([])
  })

  it('an ability that is not there, or is for the person alone, makes the plugin unavailable, with the reason', () => {
    for (const [uses, missing] of [['[notes.keep, agenda.add]', 'agenda.add'], ['[notes.keep, notes.wipe]', 'notes.wipe']] as const) {
      expect(open(keep, { uses }).load(undefined)).toMatchObject({ state: 'unavailable', stateReason: { en: `This host lacks what it needs: ${missing}` } })
    }
    expect(open(keep).load(undefined).state).toBe('ready')
  })

  it('an ability that the manifest does not declare is refused when it is read', () => {
    expect(caught(() => open(keep, { uses: '[notes.all]' }).load(undefined))).toMatchObject({ code: 'DOC_USE_UNDECLARED', ability: 'notes.keep', at: 'tools.t.steps[0].use.tool' })
  })
})

describe('the budget of storage, in the real store', () => {
  it('at the limit a value is kept, a byte past it ends with its own code', async () => {
    const { load } = open('- store: { put: a, value: 1 }\n- return: kept', { effect: 'write', uses: '[]' })
    using world = makeWorld({ plugins: [makePlugin([makeTool()])] })
    world.registry.register(load(world))
    const owner = { account: '2500000001', plugin: 'sample' }
    const fill = (bytes: number): boolean => {
      try {
        world.store.values.put(owner, 'filler', 'x'.repeat(bytes), { untrusted: [], private: [] })
        return true
      } catch {
        return false
      }
    }
    const put = () => world.call('sample.t', {}, { principal: 'user' })
    expect(dataOf(await put())).toBe('kept')
    // How much there is room for beside the value.
    let [fits, breaks] = [0, 1_048_577]
    while (breaks - fits > 1) { const middle = Math.floor((fits + breaks) / 2); if (fill(middle)) fits = middle; else breaks = middle }
    expect(fits).toBeGreaterThan(1_048_000)
    fill(fits)
    expect(dataOf(await put())).toBe('kept')
    world.store.values.delete(owner, 's:a')
    fill(fits + 1)
    expect(errorOf(await put()).code).toBe('DOC_STORAGE_EXCEEDED')
    expect(world.store.values.get(owner, 's:a')).toBeUndefined()
  })
})
