import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { RegisteredTool } from '../../../src/plugins/registry/plugin.ts'
import { ToolFailure } from '../../../src/sdk/index.ts'
import { response } from '../world/campus.ts'
import { makePlugin, makeTool } from '../world/tools.ts'
import { dataOf, errorOf, makeWorld, type World } from '../world/world.ts'

const board = { destinations: [{ kind: 'campus', service: 'board' }] } as const

/** A write of a bundled plugin, which runs for the person without asking; `intentOf` reads how its intent ended. */
function writes(run: Parameters<typeof makeTool>[0] & object) {
  return makeWorld({ plugins: [makePlugin([makeTool({ name: 'act', effect: 'write', plugin: 'board', ...board, ...run })])] })
}
const asUser = { principal: 'user' } as const
const intentOf = (world: World) => world.store.intents.list(1)[0]?.outcome

it('step intent: an effect’s intent is on the disk before the tool runs, and settled after', async () => {
  let seen: unknown
  using world: World = writes({ run: async () => { seen = world.store.intents.list(1)[0]; return {} } })
  expect((await world.call('board.act', {}, asUser)).ok).toBe(true)
  expect(seen).toMatchObject({ tool: 'board.act', effect: 'write', outcome: undefined })
  expect(intentOf(world)).toBe('done')
  expect(world.audit().map(({ kind }) => kind)).toEqual(['call.resolved', 'call.decided', 'intent', 'outcome'])
})

it('step intent: what cannot be written ahead does not run', async () => {
  const ran: unknown[] = []
  const act = makeTool({ name: 'act', effect: 'write', run: async () => { ran.push(1) } })
  using world = makeWorld({
    plugins: [makePlugin([act])],
    store: (store) => ({ ...store, intents: { ...store.intents, begin: () => { throw new Error('disk full') } } }),
  })
  expect(errorOf(await world.call('probe.act', {}, asUser)).code).toBe('MONITOR_FAULT')
  expect(ran).toEqual([])
  expect(world.audit()).toMatchObject([{ kind: 'outcome', detail: { tool: 'probe.act', decision: 'allow', ok: false, code: 'MONITOR_FAULT', effect: null } }])
})

it('step intent: a read leaves none', async () => {
  using world = makeWorld({ plugins: [makePlugin([makeTool()])] })
  await world.call('probe.look')
  expect(world.store.intents.list(10)).toEqual([])
})

it('step run: how long the tool ran is in its outcome, without how long a person took at the card', async () => {
  using world = makeWorld({ plugins: [makePlugin([makeTool({ name: 'act', effect: 'write', trust: 'community', run: async () => { await world.clock.advance(700) } })])] })
  world.approvals.attach('screen')
  const outcome = world.call('probe.act', {}, asUser)
  await world.clock.advance(40_000)
  world.approvals.answer(world.approvals.pending()[0]?.card.id ?? '', 'once', 'screen')
  expect(await outcome).toMatchObject({ ok: true, ranMs: 700 })
  expect(await world.call('probe.nothing', {}, asUser)).toMatchObject({ ok: false, ranMs: 0 })
})

it('step run: the tool runs with a context of this call, and its result is held to the shape it declares', async () => {
  const seen: unknown[] = []
  const good = makeTool({ name: 'good', output: z.strictObject({ rooms: z.number() }), run: async (_, ctx) => { seen.push(ctx.lang, ctx.turn, ctx.clock.now().getTime()); return { rooms: 3 } } })
  const bad = makeTool({ name: 'bad', output: z.strictObject({ rooms: z.number() }), run: async () => ({ rooms: 'three', extra: 'secret text' }) })
  using world = makeWorld({ plugins: [makePlugin([good, bad])] })
  expect(dataOf(await world.call('probe.good'))).toEqual({ rooms: 3 })
  expect(seen).toEqual(['en', undefined, world.clock.now()])
  const error = errorOf(await world.call('probe.bad'))
  expect(error).toMatchObject({ code: 'PLUGIN_RESULT_INVALID', exit: 10 })
  expect(JSON.stringify(error)).not.toContain('secret text')
})

describe('step run: a failure', () => {
  it.each([
    ['invalid', 'TOOL_ARGS_REFUSED', 2], ['not-found', 'TOOL_NOT_FOUND', 3], ['signed-out', 'TOOL_SIGNED_OUT', 4], ['closed', 'TOOL_CLOSED', 10], ['rejected', 'TOOL_REJECTED', 10], ['site-changed', 'TOOL_SITE_CHANGED', 10],
  ] as const)('that the tool types as %s exits with %s, %d', async (kind, code, exit) => {
    using world = makeWorld({ plugins: [makePlugin([makeTool({ run: async () => { throw new ToolFailure(kind, 'why it\u202e is so') } })])] })
    const error = errorOf(await world.call('probe.look'))
    expect(error).toMatchObject({ code, exit })
    expect(error.message).toContain('why it[hidden: 1] is so')
  })

  it('that nobody typed says nothing of what it held', async () => {
    using world = makeWorld({ plugins: [makePlugin([makeTool({ run: async () => { throw new Error('password 123456 in a bug') } })])] })
    const error = errorOf(await world.call('probe.look'))
    expect(error).toMatchObject({ code: 'TOOL_BROKE', exit: 10 })
    expect(JSON.stringify(error)).not.toContain('123456')
  })

  it('by time ends the call at its cap, whatever the tool does', async () => {
    using world = makeWorld({ plugins: [makePlugin([makeTool({ run: () => new Promise(() => undefined) })])] })
    const outcome = world.call('probe.look')
    await world.clock.advance(0)
    await world.clock.advance(60_000)
    expect(errorOf(await outcome)).toMatchObject({ code: 'CALL_TIMED_OUT', exit: 124 })
  })

  it.each<[string, RegisteredTool['run']]>([
    ['goes on', (_, { signal }) => new Promise((done) => { signal.addEventListener('abort', () => queueMicrotask(() => done('data'))) })],
    ['takes it for its result', async (_, { signal }) => { try { await new Promise((_, fail) => { signal.addEventListener('abort', () => fail(signal.reason)) }) } catch { return 'caught' } return 'done' }],
  ])('by cancellation is told where the tool %s', async (_, run) => {
    const controller = new AbortController()
    using world = makeWorld({ plugins: [makePlugin([makeTool({ run })])] })
    const outcome = world.call('probe.look', {}, { signal: controller.signal })
    await world.clock.advance(0)
    controller.abort()
    expect(errorOf(await outcome).code).toBe('CALL_CANCELLED')
  })

  it('of one call gives nothing to another to write on', async () => {
    const reasons: unknown[] = []
    using world = makeWorld({ plugins: [makePlugin([makeTool({ run: async (_, { signal }) => { signal.addEventListener('abort', () => { reasons.push(signal.reason) }) } })])] })
    await world.call('probe.look')
    expect(reasons).toMatchObject([{ code: 'CALL_CANCELLED' }])
    expect(Object.isFrozen(reasons[0]) && Object.isFrozen(Reflect.get(Object(reasons[0]), 'params'))).toBe(true)
  })

  it('by cancellation ends at once, and nothing of its context works after that', async () => {
    let late: Promise<unknown> | undefined
    const tool = makeTool({
      plugin: 'board', ...board,
      run: (_, ctx) => { late = new Promise((resolve) => { setTimeout(() => ctx.services.campus.request({ service: 'board', path: '/late' }).then(resolve, resolve), 20) }); return new Promise(() => undefined) },
    })
    using world = makeWorld({ plugins: [makePlugin([tool])] })
    const caller = new AbortController()
    const outcome = world.call('board.look', {}, { signal: caller.signal })
    await world.clock.advance(0)
    caller.abort()
    expect(errorOf(await outcome).code).toBe('CALL_CANCELLED')
    expect(await late).toMatchObject({ code: 'CALL_CANCELLED' })
    expect(world.campus.asked).toEqual([])
  })
})

describe('step run: what may have left and was not answered is unknown', () => {
  const post = { service: 'board', path: '/post', method: 'POST', json: {} } as const
  const asBefore = () => undefined
  const cases: readonly (readonly [string, RegisteredTool['run'], string, string, (world: World) => void])[] = [
    ['the service said no', async (_, ctx) => { await ctx.services.campus.request(post); throw new ToolFailure('rejected', 'no') }, 'TOOL_REJECTED', 'failed', asBefore],
    ['the answer could not be read', async (_, ctx) => { await ctx.services.campus.request(post); throw new ToolFailure('site-changed', '?') }, 'CALL_OUTCOME_UNKNOWN', 'unknown', asBefore],
    ['the tool broke after the answer', async (_, ctx) => { await ctx.services.campus.request(post); throw new Error('bug') }, 'CALL_OUTCOME_UNKNOWN', 'unknown', asBefore],
    ['the connection broke', async (_, ctx) => ctx.services.campus.request(post), 'CALL_OUTCOME_UNKNOWN', 'unknown', ({ campus }) => { campus.answer = () => { throw new Error('reset') } }],
    ['a gateway failed', async (_, ctx) => { await ctx.services.campus.request(post); throw new ToolFailure('closed', '502') }, 'CALL_OUTCOME_UNKNOWN', 'unknown', ({ campus }) => { campus.answer = () => response({}, 502) }],
    ['a record had been written', async (_, ctx) => { await ctx.records('note').put({ text: 'x' }); throw new Error('bug') }, 'CALL_OUTCOME_UNKNOWN', 'unknown', asBefore],
    ['a record had been written, and the plugin says that it failed', async (_, ctx) => { await ctx.records('note').put({ text: 'x' }); throw new ToolFailure('rejected', 'no') }, 'TOOL_REJECTED', 'failed', asBefore],
    ['there was no record to forget', async (_, ctx) => { await ctx.records('note').forget('x'); throw new Error('bug') }, 'TOOL_BROKE', 'failed', asBefore],
    ['nothing had been sent', async () => { throw new Error('bug') }, 'TOOL_BROKE', 'failed', asBefore],
    ['only a read had been sent', async (_, ctx) => { await ctx.services.campus.request({ service: 'board', path: '/read' }); throw new Error('bug') }, 'TOOL_BROKE', 'failed', asBefore],
  ]
  it.each(cases)('%s', async (_, run, code, settled, arrange) => {
    using world = writes({ run })
    arrange(world)
    expect(errorOf(await world.call('board.act', {}, asUser)).code).toBe(code)
    expect(intentOf(world)).toBe(settled)
  })

  it('cancelled while the request is on its way: exit 24, and never repeated', async () => {
    using world = writes({ run: async (_, ctx) => ctx.services.campus.request(post) })
    world.campus.answer = () => new Promise(() => undefined)
    const caller = new AbortController()
    const outcome = world.call('board.act', {}, { ...asUser, signal: caller.signal })
    await world.clock.advance(0)
    await expect.poll(() => world.campus.asked.length).toBe(1)
    caller.abort()
    expect(errorOf(await outcome)).toMatchObject({ code: 'CALL_OUTCOME_UNKNOWN', exit: 24 })
    expect(intentOf(world)).toBe('unknown')
    expect(world.campus.asked).toHaveLength(1)
  })
})
