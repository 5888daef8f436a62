import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Guard } from '../../../src/monitor/guard.ts'
import { makePlugin, makeTool } from '../world/tools.ts'
import { makeTurn } from '../world/turn.ts'
import { dataOf, errorOf, makeWorld, type World } from '../world/world.ts'

const text = z.strictObject({ text: z.string() })

function posting(given: Parameters<typeof makeTool>[0] = {}) {
  const ran: unknown[] = []
  const tool = makeTool({
    plugin: 'board', name: 'post', effect: 'public', irreversible: true, destinations: [{ kind: 'campus', service: 'board' }], input: text,
    confirm: { zh: '发布：{text}', en: 'Publish: {text}' }, run: async (args) => { ran.push(args); return { pid: '1' } }, ...given,
  })
  return { ran, plugins: [makePlugin([tool])] }
}

it('step decide: what a rule denies does not run, and the refusal names the rule and why', async () => {
  const { ran, plugins } = posting({ userOnly: true })
  using world = makeWorld({ plugins })
  const error = errorOf(await world.call('board.post', { text: 'x' }))
  expect(error).toMatchObject({ code: 'POLICY_DENIED', exit: 22, rules: ['R1'], message: expect.stringMatching(/只有你自己能用$|Only you yourself may use this tool$/) })
  expect(ran).toEqual([])
  expect(world.audit()).toMatchObject([{ kind: 'outcome', detail: { decision: 'deny', reasons: ['R1 userOnly'], ok: false, code: 'POLICY_DENIED' } }])
})

describe('step decide', () => {
  it('an unreviewed tool has an exit of its own', async () => {
    const { plugins } = posting({ state: 'unreviewed' })
    using world = makeWorld({ plugins })
    expect(errorOf(await world.call('board.post', { text: 'x' }))).toMatchObject({ code: 'POLICY_UNREVIEWED', exit: 23, rules: ['R3'] })
  })

  it('bug-log 62: a scheduled run reads and does nothing else, whoever is there to approve', async () => {
    const { ran, plugins } = posting()
    using world = makeWorld({ plugins })
    world.approvals.attach('screen')
    expect(errorOf(await world.call('board.post', { text: 'x' }, { principal: 'schedule' }))).toMatchObject({ exit: 22, rules: ['R2'] })
    expect(ran).toEqual([])
  })

  it('a missing sign-in is told before anybody is asked', async () => {
    const { plugins } = posting()
    using world = makeWorld({ plugins, house: { signInNeeded: () => true } })
    world.approvals.attach('screen')
    expect(errorOf(await world.call('board.post', { text: 'x' }))).toMatchObject({ code: 'CAMPUS_SIGN_IN_NEEDED', exit: 4 })
    world.now.account = undefined
    expect(errorOf(await world.call('board.post', { text: 'x' }, { account: undefined })).code).toBe('CAMPUS_SIGN_IN_NEEDED')
    expect(world.store.approvals.list()).toEqual([])
  })

  it('a service that needs no account asks for no sign-in', async () => {
    const open = makeTool({ plugin: 'open', destinations: [{ kind: 'campus', service: 'open' }] })
    using world = makeWorld({ plugins: [makePlugin([open])], house: { signInNeeded: () => true } })
    expect((await world.call('open.look')).ok).toBe(true)
  })

  it('R4: a destination that was not agreed to asks, and is agreed for every account on the first start’s sheet', async () => {
    const read = makeTool({ plugin: 'open', destinations: [{ kind: 'campus', service: 'open' }] })
    using world = makeWorld({ plugins: [makePlugin([read])], agreed: [] })
    expect(errorOf(await world.call('open.look'))).toMatchObject({ code: 'APPROVAL_UNAVAILABLE', rules: ['R4'] })
    for (const shown of [undefined, [], ['campus:other'], ['campus']]) expect(errorOf(await world.call('open.look', {}, { principal: 'user', shown })).rules).toEqual(['R4'])
    expect((await world.call('open.look', {}, { principal: 'user', shown: ['campus:other', 'campus:open'] })).ok).toBe(true)
    for (const principal of ['agent', 'script'] as const) expect(errorOf(await world.call('open.look', {}, { principal, shown: ['campus:open'] })).rules).toEqual(['R4'])
    world.store.consents.accept({ account: '-', plugin: 'open', destination: 'campus:open' })
    expect((await world.call('open.look')).ok).toBe(true)
  })

  it('bug-log 61: settings stand in the store alone, and broken ones refuse instead of falling back', async () => {
    const read = makeTool()
    using world = makeWorld({ plugins: [makePlugin([read])] })
    world.store.settings.put('effects', { all: { read: 'deny' }, plugins: {}, tools: {} })
    expect(errorOf(await world.call('probe.look'))).toMatchObject({ code: 'POLICY_DENIED', rules: ['R5'] })
    world.store.settings.put('effects', { all: { read: 'alow' }, plugins: {}, tools: {} })
    expect(errorOf(await world.call('probe.look'))).toMatchObject({ code: 'EFFECTS_UNREADABLE', exit: 22 })
  })

  it('three denials in a row end the turn’s calls until the person speaks', async () => {
    using world = makeWorld({ plugins: [makePlugin([makeTool()])] })
    expect(errorOf(await world.call('probe.look', {}, { turn: makeTurn({ denials: 3 }) })).rules).toEqual(['R8'])
  })
})

it('step ask: with nobody there a public post is refused at once, nothing runs, and the hint says how to pre-authorise', async () => {
  const { ran, plugins } = posting()
  using world = makeWorld({ plugins })
  const started = performance.now()
  const error = errorOf(await world.call('board.post', { text: 'x' }))
  expect(performance.now() - started).toBeLessThan(1000)
  expect(error).toMatchObject({ code: 'APPROVAL_UNAVAILABLE', exit: 20, rules: ['R5'] })
  expect(error.hint).toContain('--allow-file')
  expect(error.hint).toContain('pkuh approvals')
  expect(ran).toEqual([])
})

describe('step ask', () => {
  it('what was approved runs, once, and the chain holds question and answer', async () => {
    const { ran, plugins } = posting()
    using world = makeWorld({ plugins })
    world.approvals.attach('screen')
    const outcome = world.call('board.post', { text: '你好\u202e' })
    await world.clock.advance(0)
    const card = world.approvals.pending()[0]?.card
    expect(card).toMatchObject({
      tool: 'board.post', effect: 'public', typed: '发布', answers: ['once', 'deny'], goesTo: ['campus:board board.pku.edu.cn'],
      confirm: { zh: '发布：你好[hidden: 1]', en: 'Publish: 你好[hidden: 1]' }, client: 'client-1', principal: 'agent',
    })
    expect(world.approvals.answer(card?.id ?? '', 'once', 'screen', '发布')).toEqual({ won: true })
    expect(dataOf(await outcome)).toEqual({ pid: '1' })
    expect(ran).toHaveLength(1)
    expect(world.audit().map(({ kind }) => kind)).toEqual(['call.resolved', 'call.decided', 'approval.asked', 'approval.answered', 'intent', 'outcome'])
  })

  it.each([
    ['denied', 'APPROVAL_DENIED', 21],
    ['expired', 'APPROVAL_EXPIRED', 20],
    ['cancelled', 'APPROVAL_CANCELLED', 20],
  ] as const)('%s is an error of its own and nothing runs', async (how, code, exit) => {
    const { ran, plugins } = posting()
    using world = makeWorld({ plugins })
    world.approvals.attach('screen')
    const outcome = world.call('board.post', { text: 'x' })
    await world.clock.advance(0)
    const id = world.approvals.pending()[0]?.card.id ?? ''
    if (how === 'denied') world.approvals.answer(id, 'deny', 'screen')
    if (how === 'expired') await world.clock.advance(600_000)
    if (how === 'cancelled') world.approvals.cancel(({ plugin }) => plugin.id === 'board', 'changed')
    expect(errorOf(await outcome)).toMatchObject({ code, exit })
    expect(ran).toEqual([])
  })

  it('what whoever denied it wrote reaches the caller, cleaned', async () => {
    using world = makeWorld({ plugins: posting().plugins })
    world.approvals.attach('screen')
    const outcome = world.call('board.post', { text: 'x' })
    await world.clock.advance(0)
    world.approvals.answer(world.approvals.pending()[0]?.card.id ?? '', 'deny', 'screen', '太晚了\u001b[2J')
    const { code, message } = errorOf(await outcome)
    expect([code, message]).toEqual(['APPROVAL_DENIED', expect.stringMatching(/太晚了/)])
    expect(message).not.toContain('\u001b')
  })

  it('arguments that no card could show whole are refused, and nobody is asked', async () => {
    const { ran, plugins } = posting()
    using world = makeWorld({ plugins })
    world.approvals.attach('screen')
    expect(errorOf(await world.call('board.post', { text: 'x'.repeat(64 * 1024) }))).toMatchObject({ code: 'APPROVAL_TOO_LARGE', exit: 2 })
    expect([world.approvals.pending(), ran]).toEqual([[], []])
  })

  it('a script does not wait for an answer unless it says so', async () => {
    const { plugins } = posting()
    using world = makeWorld({ plugins })
    world.approvals.attach('screen')
    expect(errorOf(await world.call('board.post', { text: 'x' }, { principal: 'script' })).code).toBe('APPROVAL_UNAVAILABLE')
    const waits = world.call('board.post', { text: 'x' }, { principal: 'script', wait: true })
    await world.clock.advance(0)
    world.approvals.answer(world.approvals.pending()[0]?.card.id ?? '', 'once', 'screen', '发布')
    expect((await waits).ok).toBe(true)
  })

  it('bug-log 49: `always` holds for exactly the arguments that were shown, and `session` for its conversation', async () => {
    const write = makeTool({ name: 'act', effect: 'write', trust: 'community', input: text })
    using world = makeWorld({ plugins: [makePlugin([write])] })
    world.approvals.attach('screen')
    const answered = async (answer: 'always' | 'session', args: object, turn = makeTurn()) => {
      const outcome = world.call('probe.act', args, { turn })
      await world.clock.advance(0)
      expect(world.approvals.answer(world.approvals.pending()[0]?.card.id ?? '', answer, 'screen')).toEqual({ won: true })
      expect((await outcome).ok).toBe(true)
    }
    await answered('always', { text: 'a' })
    await answered('session', { text: 'b' })
    world.approvals.detach('screen')
    expect((await world.call('probe.act', { text: 'a' })).ok).toBe(true)
    expect(errorOf(await world.call('probe.act', { text: 'b' })).code).toBe('APPROVAL_UNAVAILABLE')
    expect((await world.call('probe.act', { text: 'b' }, { turn: makeTurn() })).ok).toBe(true)
    expect(errorOf(await world.call('probe.act', { text: 'c' }, { turn: makeTurn() })).code).toBe('APPROVAL_UNAVAILABLE')
  })

  it('`always` leaves open what the person freed, until when and as often as they said', async () => {
    const write = makeTool({ name: 'act', effect: 'write', trust: 'official', destinations: [{ kind: 'campus', service: 'board' }], input: z.strictObject({ text: z.string(), floor: z.number().optional() }) })
    using world = makeWorld({ plugins: [makePlugin([write])] })
    world.approvals.attach('screen')
    const outcome = world.call('probe.act', { text: 'a', floor: 1 }, { turn: makeTurn() })
    await world.clock.advance(0)
    const card = world.approvals.pending()[0]?.card
    expect(card?.freeable).toEqual(['floor', 'text'])
    world.approvals.answer(card?.id ?? '', 'always', 'screen', undefined, { free: ['floor'], expires: world.clock.now() + 60_000, uses: 2 })
    expect(await outcome).toMatchObject({ ok: true })
    world.approvals.detach('screen')
    const runs = async (args: object) => { const made = await world.call('probe.act', args, { turn: makeTurn() }); return made.ok ? made.grant : errorOf(made).code }
    const id = world.store.grants.list()[0]?.id
    expect([await runs({ text: 'a', floor: 7 }), await runs({ text: 'b', floor: 1 }), await runs({ text: 'a' }), await runs({ text: 'a' })]).toEqual([id, 'APPROVAL_UNAVAILABLE', id, 'APPROVAL_UNAVAILABLE'])
    expect(world.audit().find(({ kind }) => kind === 'grant.made')?.detail).toMatchObject({ grant: id, for: 'always', by: 'screen', free: ['floor'], uses: 2 })
  })

  it('`always` ends when the person said', async () => {
    const write = makeTool({ name: 'act', effect: 'write', trust: 'community', input: text })
    using world = makeWorld({ plugins: [makePlugin([write])] })
    world.approvals.attach('screen')
    const outcome = world.call('probe.act', { text: 'a' }, { turn: makeTurn() })
    await world.clock.advance(0)
    const card = world.approvals.pending()[0]?.card
    expect(card?.freeable, 'what a community plugin could be told anything in stays as it is').toEqual([])
    world.approvals.answer(card?.id ?? '', 'always', 'screen', undefined, { free: [], expires: world.clock.now() + 60_000, uses: null })
    await outcome
    world.approvals.detach('screen')
    await world.clock.advance(59_999)
    expect((await world.call('probe.act', { text: 'a' }, { turn: makeTurn() })).ok).toBe(true)
    await world.clock.advance(1)
    expect(errorOf(await world.call('probe.act', { text: 'a' }, { turn: makeTurn() })).code).toBe('APPROVAL_UNAVAILABLE')
  })

  it.each([['is on record from the moment it holds', false], ['that cannot be kept is on no record', true]] as const)('an `always` %s', async (_, broken) => {
    const write = makeTool({ name: 'act', effect: 'write', trust: 'community', input: text })
    const kept: string[][] = []
    const guard = { name: 'looks', check: () => { kept.push(world.audit().map(({ kind }) => kind)); return undefined } }
    using world: World = makeWorld({
      plugins: [makePlugin([write])], house: { guards: [guard] },
      store: (store) => (broken ? { ...store, grants: { ...store.grants, put: () => { throw new Error('disk full') } } } : store),
    })
    world.approvals.attach('screen')
    const outcome = world.call('probe.act', { text: 'a' }, { turn: makeTurn() })
    await world.clock.advance(0)
    world.approvals.answer(world.approvals.pending()[0]?.card.id ?? '', 'always', 'screen')
    expect((await outcome).ok).toBe(!broken)
    expect(world.audit().filter(({ kind }) => kind === 'grant.made')).toHaveLength(broken ? 0 : 1)
    expect(world.store.grants.list()).toHaveLength(broken ? 0 : 1)
    expect(kept).toEqual(broken ? [] : [expect.arrayContaining(['grant.made'])])
  })
})

it('step guard: a guard stops a call that the rules allow, with its own words', async () => {
  const guard: Guard = { name: 'quiet hours', check: ({ tool }) => (tool.effect === 'write' ? { deny: { zh: '夜里不写', en: 'no writing at night' } } : undefined) }
  const ran: unknown[] = []
  const write = makeTool({ name: 'act', effect: 'write', run: async () => { ran.push(1) } })
  using world = makeWorld({ plugins: [makePlugin([write, makeTool()])], house: { guards: [guard] } })
  const error = errorOf(await world.call('probe.act'))
  expect(error).toMatchObject({ code: 'GUARD_DENIED', exit: 22 })
  expect(error.message).toContain('no writing at night')
  expect(ran).toEqual([])
  expect((await world.call('probe.look')).ok).toBe(true)
})
