import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { effectHandlers } from '../../src/daemon/methods/effects.ts'
import { openPin } from '../../src/daemon/pin.ts'
import { openPinGate } from '../../src/daemon/pin-gate.ts'
import { openKeystore } from '../../src/host/keystore/open-keystore.ts'
import { makePlugin, makeTool } from '../monitor/world/tools.ts'
import { makeTurn } from '../monitor/world/turn.ts'
import { errorOf, makeWorld, type World } from '../monitor/world/world.ts'
import { type Bench, type Raw, ask, greeted, startBench } from './socket-bench.ts'

const input = z.strictObject({ text: z.string() })
const at = { input, destinations: [{ kind: 'campus' as const, service: 'board' }] }
const confirm = { zh: '发布', en: 'Publish' }
const plugins = () => [
  makePlugin([makeTool({ ...at, plugin: 'board', name: 'post', effect: 'public', confirm }), makeTool({ ...at, plugin: 'board', name: 'edit', effect: 'write' })]),
  makePlugin([makeTool({ ...at, plugin: 'others', name: 'post', effect: 'public', trust: 'community', confirm }), makeTool({ ...at, plugin: 'others', name: 'edit', effect: 'write', trust: 'community' })]),
]

const open: (() => Promise<void>)[] = []
afterEach(async () => { for (const close of open.splice(0)) await close() })

interface Seat { readonly world: World; readonly person: Raw; readonly bench: Bench; readonly setPin: (pin: string) => Promise<void>; readonly told: (method: string, params: object) => Promise<unknown> }

/** A house behind a real socket, and a person at it. */
async function seat(): Promise<Seat> {
  const world = makeWorld({ plugins: plugins() })
  const folder = mkdtempSync(join(tmpdir(), 'effects-'))
  const keystore = openKeystore({ backend: 'memory', service: 'test', index: join(folder, 'index'), helper: '', onUse: () => undefined })
  const pin = openPin({ keystore, settings: world.store.settings, clock: world.clock })
  const pinGate = openPinGate(pin, world.clock)
  const bench = await startBench({
    ...effectHandlers({ ...world, pinGate }), 'pin.enter': async ({ pin: typed }, { peer }) => { await pinGate.enter(peer, typed); return { entered: true } },
  })
  const person = await greeted(bench.places.socket)
  let id = 0
  open.push(async () => { await bench.close(); await keystore.close(); world[Symbol.dispose](); rmSync(folder, { recursive: true, force: true }) })
  const told = async (method: string, params: object): Promise<unknown> => {
    const reply = await ask(person, ++id, method, params)
    return 'error' in reply ? reply.error.code : Reflect.get(reply, 'result')
  }
  return { world, person, bench, told, setPin: (typed) => pin.set(typed) }
}

const post = (world: World, tool = 'board.post') => world.call(tool, { text: 'a' }, { turn: makeTurn() })

describe('effects set', () => {
  it('lets a bundled plugin publish unasked, and not where others’ text is in the context; reset takes it back', async () => {
    const { world, told } = await seat()
    expect(errorOf(await post(world)).code).toBe('APPROVAL_UNAVAILABLE')
    expect(await told('effects.set', { effect: 'public', choice: 'allow', tool: 'board.post' })).toEqual({ settings: [{ scope: 'tool', id: 'board.post', effect: 'public', choice: 'allow' }] })
    expect((await post(world)).ok).toBe(true)
    const others = makeTurn({ labels: { untrusted: ['treehole.read'], private: [] } })
    expect(errorOf(await world.call('board.post', { text: 'a' }, { turn: others })).rules).toEqual(['R6'])
    expect(await told('effects.reset', { tool: 'board.post' })).toEqual({ settings: [], removed: 1 })
    expect(errorOf(await post(world)).code).toBe('APPROVAL_UNAVAILABLE')
    expect(world.audit().filter(({ kind }) => kind === 'setting').map(({ detail }) => detail)).toMatchObject([
      { setting: 'effects', scope: 'tool', id: 'board.post', effect: 'public', choice: 'allow' }, { setting: 'effects', scope: 'tool', id: 'board.post', choice: null },
    ])
  })

  it('denies every plugin and lets none through, whoever approves', async () => {
    const { world, told } = await seat()
    await told('effects.set', { effect: 'write', choice: 'deny' })
    world.approvals.attach('screen')
    for (const tool of ['board.edit', 'others.edit']) expect(errorOf(await world.call(tool, { text: 'a' }, { turn: makeTurn() }))).toMatchObject({ code: 'POLICY_DENIED', rules: ['R5'] })
  })

  it.each([
    ['money of a community plugin', { effect: 'money', choice: 'allow', plugin: 'others' }, 'EFFECTS_NEVER_ALLOWED'],
    ['publishing of a community tool', { effect: 'public', choice: 'allow', tool: 'others.post' }, 'EFFECTS_NEVER_ALLOWED'],
    ['another effect than the tool’s', { effect: 'read', choice: 'deny', tool: 'board.post' }, 'EFFECTS_OTHER'],
    ['a plugin and a tool', { effect: 'read', choice: 'ask', tool: 'board.post', plugin: 'board' }, 'EFFECTS_SCOPE'],
    ['a plugin that is not there', { effect: 'read', choice: 'ask', plugin: 'bord' }, 'PLUGIN_UNKNOWN'],
    ['a tool that is not there', { effect: 'read', choice: 'ask', tool: 'board.pots' }, 'PLUGIN_TOOL_UNKNOWN'],
  ])('for %s is refused and changes nothing', async (_, params, code) => {
    const { world, told } = await seat()
    expect(await told('effects.set', params)).toBe(code)
    expect([world.store.settings.get('effects'), world.audit()]).toEqual([undefined, []])
  })

  it('is the person’s alone: a script gets none of it, and a PIN that is set must be typed', async () => {
    const { world, told, bench, setPin } = await seat()
    const script = await greeted(bench.places.socket, { kind: 'script' })
    for (const [id, method, params] of [[1, 'effects.set', { effect: 'read', choice: 'deny' }], [2, 'effects.reset', {}]] as const) expect(await ask(script, id, method, params)).toMatchObject({ error: { code: 'DAEMON_FORBIDDEN' } })
    await setPin('2468')
    expect(await told('effects.set', { effect: 'money', choice: 'allow' })).toBe('PIN_NEEDED')
    expect(await told('effects.reset', {})).toBe('PIN_NEEDED')
    expect(world.store.settings.get('effects')).toBeUndefined()
    await told('pin.enter', { pin: '2468' })
    expect(await told('effects.set', { effect: 'money', choice: 'allow' })).toMatchObject({ settings: [{ scope: 'all', effect: 'money', choice: 'allow' }] })
  })

  it('cancels what waits at a card it is about, and nothing else', async () => {
    const { world, told } = await seat()
    world.approvals.attach('screen')
    const [ours, others] = [post(world), post(world, 'others.post')]
    await expect.poll(() => world.approvals.pending().length).toBe(2)
    await told('effects.set', { effect: 'public', choice: 'deny', plugin: 'board' })
    expect(errorOf(await ours).code).toBe('APPROVAL_CANCELLED')
    expect(world.approvals.pending().map(({ card }) => card.tool)).toEqual(['others.post'])
    world.approvals.cancel(() => true, 'changed')
    await others
  })

  it.each([
    ['a tool', { effect: 'public', choice: 'deny', tool: 'board.post' }],
    ['an effect of its plugin', { effect: 'public', choice: 'deny', plugin: 'board' }],
    ['an effect of every plugin', { effect: 'public', choice: 'deny' }],
  ])('leaves the card of another tool of the same plugin, where it is about %s', async (_, params) => {
    const { world, told } = await seat()
    world.approvals.attach('screen')
    const [posting, editing] = [post(world), post(world, 'board.edit')]
    await expect.poll(() => world.approvals.pending().length).toBe(2)
    await told('effects.set', params)
    expect(errorOf(await posting).code).toBe('APPROVAL_CANCELLED')
    expect(world.approvals.pending().map(({ card }) => card.tool)).toEqual(['board.edit'])
    world.approvals.cancel(() => true, 'changed')
    await editing
  })

  it('settings that cannot be read are told, and a reset puts the defaults back', async () => {
    const { world, told } = await seat()
    world.store.settings.put('effects', { all: { money: 'alow' }, plugins: {}, tools: {} })
    expect(await told('effects.show', {})).toBe('EFFECTS_UNREADABLE')
    expect(await told('effects.set', { effect: 'read', choice: 'ask' })).toBe('EFFECTS_UNREADABLE')
    expect(await told('effects.reset', {})).toEqual({ settings: [], removed: 0 })
    expect(await told('effects.show', {})).toMatchObject({ settings: [], defaults: [{ trust: 'bundled', money: 'ask' }, { trust: 'official' }, { trust: 'community', writeLocal: 'ask' }, { trust: 'remote' }] })
  })
})
