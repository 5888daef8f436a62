import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { House } from '../../src/monitor/house.ts'
import { createSessionGrants, sessionIdleMs } from '../../src/monitor/standing/session-grants.ts'
import type { Grant } from '../../src/rules/grant.ts'
import { fakeClock } from './world/fake-clock.ts'
import { makePlugin, makeTool } from './world/tools.ts'
import { makeTurn } from './world/turn.ts'
import { errorOf, makeWorld } from './world/world.ts'

const grant = (id: string, usesLeft: number | null = null): Grant => ({
  id, account: null, plugin: 'p', tool: 'p.t', contentHash: null, definitionDigest: 'b'.repeat(64), effect: 'write', destinations: [{ kind: 'local' }],
  args: { exact: {}, free: [] }, ceiling: 'untainted', expires: null, usesLeft, revoked: false, made: { at: 0, how: 'answer', by: 'screen' },
})
const ids = (held: readonly { readonly grant: Grant }[]) => held.map((one) => one.grant.id)

describe('grants for a conversation', () => {
  it('are listed with whose they are and how often they ran, and belong to no other conversation', () => {
    const held = createSessionGrants(fakeClock())
    held.add('c1', grant('a'))
    held.add('c2', grant('b'))
    held.spend('a')
    expect([ids(held.of('c1')), ids(held.of('c2')), held.of('c3')]).toEqual([['a'], ['b'], []])
    expect(held.list().map(({ conversation, uses, grant: { id } }) => [conversation, id, uses])).toEqual([['c1', 'a', 1], ['c2', 'b', 0]])
  })

  it.each<[string, (held: ReturnType<typeof createSessionGrants>, clock: ReturnType<typeof fakeClock>) => unknown]>([
    ['it is revoked', (held) => held.revoke('a')], ['the conversation ends', (held) => held.end('c1')], ['the daemon is locked', (held) => held.clear()],
    ['nothing was asked in it for half an hour', (_, clock) => clock.advance(sessionIdleMs)],
  ])('one is gone once %s: neither listed, spent nor revoked again', async (_, end) => {
    const clock = fakeClock()
    const held = createSessionGrants(clock)
    held.add('c1', grant('a'))
    await end(held, clock)
    expect([held.of('c1'), held.list(), held.spend('a'), held.revoke('a')]).toEqual([[], [], false, false])
  })

  it('a conversation that is gone on with keeps its own, however long it is', async () => {
    const clock = fakeClock()
    const held = createSessionGrants(clock)
    held.add('c1', grant('a'))
    for (let turn = 0; turn < 5; turn++) { await clock.advance(sessionIdleMs - 1); expect(ids(held.of('c1'))).toEqual(['a']) }
  })

  it('one with so many uses runs no more often', () => {
    const held = createSessionGrants(fakeClock())
    held.add('c1', grant('a', 2))
    expect([1, 2, 3].map(() => held.spend('a'))).toEqual([true, true, false])
  })
})

const act = (run = async (): Promise<unknown> => ({})) => makeTool({ name: 'act', effect: 'write', trust: 'community', input: z.strictObject({ text: z.string() }), run })

describe('a call under a session’s grant', () => {
  /** A world whose conversation was given `act` with `text: a` at a card. */
  async function given(house: Partial<House> = {}) {
    const world = makeWorld({ plugins: [makePlugin([act()])], house })
    const { clock, sessionGrants: held } = world
    const call = () => world.call('probe.act', { text: 'a' }, { turn: makeTurn() })
    world.approvals.attach('screen')
    const first = call()
    await clock.advance(0)
    world.approvals.answer(world.approvals.pending()[0]?.card.id ?? '', 'session', 'screen')
    expect(await first).toMatchObject({ ok: true, grant: undefined })
    world.approvals.detach('screen')
    return { world, held, call }
  }

  it('runs by itself and names it, in its outcome and in the chain', async () => {
    const { world, held, call } = await given()
    const [entry] = held.list()
    expect(await call()).toMatchObject({ ok: true, grant: entry?.grant.id })
    expect(world.audit().findLast(({ detail }) => detail['decision'] !== undefined)?.detail['grant']).toBe(entry?.grant.id)
    expect(held.list()[0]?.uses).toBe(1)
    world[Symbol.dispose]()
  })

  it.each<[string, (parts: { held: ReturnType<typeof createSessionGrants> }) => void]>([
    ['revoked', ({ held }) => { held.revoke(held.list()[0]?.grant.id ?? '') }], ['taken by a lock', ({ held }) => held.clear()],
  ])('does not run once it is %s, not even where it waits for a guard', async (_, end) => {
    const change: { now: () => void } = { now: () => undefined }
    const { world, held, call } = await given({ guards: [{ name: 'slow', check: () => { change.now(); return undefined } }] })
    change.now = () => end({ held })
    const before = world.audit().filter(({ kind }) => kind === 'intent').length
    expect(errorOf(await call()).code).toBe('GRANT_USED_UP')
    expect(errorOf(await call()).code).toBe('APPROVAL_UNAVAILABLE')
    expect(world.audit().filter(({ kind }) => kind === 'intent')).toHaveLength(before)
    world[Symbol.dispose]()
  })
})
