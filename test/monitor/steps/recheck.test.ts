import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { exactTerms, type Verdict } from '../../../src/monitor/approvals/approvals.ts'
import { digest } from '../../../src/rules/canonical.ts'
import { HarnessError } from '../../../src/rules/errors/index.ts'
import { makePlugin, makeTool } from '../world/tools.ts'
import { makeTurn } from '../world/turn.ts'
import { errorOf, makeWorld, type World } from '../world/world.ts'

const input = z.strictObject({ text: z.string() })

/** A write that asks; something changes while its card is shown, and then it is approved. */
async function approvedAfter(change: (world: World, turn: ReturnType<typeof makeTurn>) => void) {
  const ran: unknown[] = []
  const act = makeTool({ name: 'act', effect: 'write', trust: 'official', irreversible: true, input, run: async () => { ran.push(1) } })
  using world = makeWorld({ plugins: [makePlugin([act])] })
  world.approvals.attach('screen')
  const turn = makeTurn()
  const outcome = world.call('probe.act', { text: 'a' }, { turn })
  await world.clock.advance(0)
  change(world, turn)
  const id = world.approvals.pending()[0]?.card.id ?? ''
  expect(world.approvals.answer(id, 'once', 'screen')).toEqual({ won: true })
  const error = errorOf(await outcome)
  expect(ran).toEqual([])
  expect(world.store.intents.list(10)).toEqual([])
  return error
}

describe('step guard: approved, and refused because meanwhile', () => {
  it('bug-log 50: the plugin’s content changed', async () => {
    const changed = makePlugin([makeTool({ name: 'act', effect: 'write', trust: 'official', irreversible: true, input, contentHash: digest('new content') })])
    expect(await approvedAfter(({ registry }) => registry.update(changed))).toMatchObject({ code: 'CALL_DEFINITION_CHANGED', exit: 23 })
  })

  it('the tool’s definition changed', async () => {
    const changed = makePlugin([makeTool({ name: 'act', effect: 'write', trust: 'official', irreversible: true, input, definitionDigest: digest('another') })])
    expect((await approvedAfter(({ registry }) => registry.update(changed))).code).toBe('CALL_DEFINITION_CHANGED')
  })

  it('the plugin was switched off', async () => {
    expect((await approvedAfter(({ registry }) => registry.enable('probe', false))).code).toBe('CALL_DEFINITION_CHANGED')
  })

  it('the account changed', async () => {
    expect(await approvedAfter(({ now }) => { now.account = '2500000002' })).toMatchObject({ code: 'CALL_ACCOUNT_CHANGED', exit: 4 })
  })

  it('a setting that denies was made', async () => {
    expect(await approvedAfter(({ store }) => store.settings.put('effects', { all: {}, plugins: {}, tools: { 'probe.act': { write: 'deny' } } }))).toMatchObject({ code: 'POLICY_DENIED', exit: 22, message: expect.stringMatching(/你的设置不允许修改$|Your settings do not let it change$/) })
  })

  it('the settings cannot be read any more', async () => {
    expect((await approvedAfter(({ store }) => store.settings.put('effects', 'allow all')))).toMatchObject({ code: 'EFFECTS_UNREADABLE', exit: 22 })
  })

  it('the person signed out', async () => {
    expect(await approvedAfter(({ now }) => { now.account = undefined })).toMatchObject({ code: 'CALL_ACCOUNT_CHANGED' })
  })

  it('the daemon was locked', async () => {
    expect(await approvedAfter(({ now }) => { now.locked = true })).toMatchObject({ code: 'CALL_LOCKED', exit: 5 })
  })

  it('third-party text came into the conversation', async () => {
    expect((await approvedAfter((_, turn) => turn.absorb({ untrusted: ['treehole.read'], private: [] }))).code).toBe('CALL_CONTEXT_CHANGED')
  })
})

it.each([undefined, '2500000002'])('step resolve: a call for an account that is not the active one (now %s) does not run, in a turn and directly', async (now) => {
  const ran: unknown[] = []
  using world = makeWorld({ plugins: [makePlugin([makeTool({ run: async () => { ran.push(1) } })])] })
  world.now.account = now
  for (const turn of [makeTurn(), undefined]) {
    expect(errorOf(await world.call('probe.look', {}, { turn }))).toMatchObject({ code: 'CALL_ACCOUNT_CHANGED', exit: 4 })
  }
  expect(ran).toEqual([])
})

it('step guard: bug-log 47: an approval of other arguments than those that would run is refused', async () => {
  const act = makeTool({ name: 'act', effect: 'write', trust: 'community', input })
  const forged: Verdict = { verdict: 'approved', answer: 'once', by: 'screen', digest: digest('another card'), terms: exactTerms }
  using real = makeWorld({ plugins: [makePlugin([act])] })
  using world = makeWorld({ plugins: [makePlugin([act])], house: { approvals: { ...real.approvals, ask: async () => forged } } })
  expect(errorOf(await world.call('probe.act', { text: 'a' }))).toMatchObject({ code: 'APPROVAL_MISMATCH', exit: 22 })
})

it.each(['while its card is shown', 'while a guard looks', 'while it runs'])('a call that a lock ends %s says so, and not that somebody cancelled it', async (when) => {
  const caller = new AbortController()
  const lock = () => caller.abort(new HarnessError('CALL_LOCKED'))
  const act = makeTool({ name: 'act', effect: 'write', trust: when === 'while its card is shown' ? 'community' : 'bundled', input, run: () => { lock(); return new Promise(() => undefined) } })
  using world = makeWorld({ plugins: [makePlugin([act])], house: { guards: when === 'while a guard looks' ? [{ name: 'g', check: () => { lock(); return undefined } }] : [] } })
  world.approvals.attach('screen')
  const outcome = world.call('probe.act', { text: 'a' }, { signal: caller.signal })
  await world.clock.advance(0)
  if (when === 'while its card is shown') lock()
  expect(errorOf(await outcome)).toMatchObject({ code: 'CALL_LOCKED', exit: 5 })
})

it.each(['ask', 'deny', undefined] as const)('step guard: what a setting allowed does not run once it says %s', async (said) => {
  const settings = (choice: 'allow' | typeof said) => ({ all: choice ? { public: choice } : {}, plugins: {}, tools: {} })
  const ran: unknown[] = []
  const change: { now: () => void } = { now: () => undefined }
  const post = makeTool({ name: 'post', effect: 'public', confirm: { zh: '发布', en: 'Publish' }, input, run: async () => { ran.push(1) } })
  using world = makeWorld({ plugins: [makePlugin([post])], house: { guards: [{ name: 'slow', check: () => { change.now(); return undefined } }] } })
  world.store.settings.put('effects', settings('allow'))
  expect((await world.call('probe.post', { text: 'a' }, { turn: makeTurn() })).ok).toBe(true)
  change.now = () => world.store.settings.put('effects', settings(said))
  expect(errorOf(await world.call('probe.post', { text: 'a' }, { turn: makeTurn() })).code).toBe(said === 'deny' ? 'POLICY_DENIED' : 'CALL_RULES_CHANGED')
  expect(ran).toHaveLength(1)
})

it.each(['by the rules', 'by a grant'] as const)('step guard: what was let run %s does not run once its plugin’s place is no longer agreed to', async (how) => {
  const ran: unknown[] = []
  const change: { now: () => void } = { now: () => undefined }
  const act = makeTool({ name: 'act', effect: how === 'by a grant' ? 'write' : 'read', trust: 'community', input, destinations: [{ kind: 'campus', service: 'board' }], run: async () => { ran.push(1) } })
  using world = makeWorld({ plugins: [makePlugin([act])], house: { guards: [{ name: 'slow', check: () => { change.now(); return undefined } }] } })
  if (how === 'by a grant') {
    world.approvals.attach('screen')
    const given = world.call('probe.act', { text: 'a' }, { turn: makeTurn() })
    await world.clock.advance(0)
    world.approvals.answer(world.approvals.pending()[0]?.card.id ?? '', 'always', 'screen')
    await given
  }
  const before = ran.length
  expect((await world.call('probe.act', { text: 'a' }, { turn: makeTurn() })).ok).toBe(true)
  change.now = () => world.store.consents.revoke('2500000001', 'probe')
  expect(errorOf(await world.call('probe.act', { text: 'a' }, { turn: makeTurn() })).code).toBe('CALL_RULES_CHANGED')
  expect(ran).toHaveLength(before + 1)
})

it('step guard: a call that was cancelled before it ran does not run', async () => {
  const ran: unknown[] = []
  using world = makeWorld({ plugins: [makePlugin([makeTool({ run: async () => { ran.push(1) } })])] })
  expect(errorOf(await world.call('probe.look', {}, { signal: AbortSignal.abort() }))).toMatchObject({ code: 'CALL_CANCELLED', exit: 130 })
  expect(ran).toEqual([])
})
