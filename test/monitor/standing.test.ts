import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { AllowEntry } from '../../src/monitor/call-request.ts'
import { makePlugin, makeTool } from './world/tools.ts'
import { makeTurn, taintedTurn } from './world/turn.ts'
import { errorOf, makeWorld } from './world/world.ts'

const post = makeTool({
  plugin: 'board', name: 'post', effect: 'public', irreversible: true, input: z.strictObject({ text: z.string(), tag: z.string().optional() }),
  confirm: { zh: '发布', en: 'Publish' }, destinations: [{ kind: 'campus', service: 'board' }], run: async () => ({}),
})
const boardWorld = () => makeWorld({ plugins: [makePlugin([post])] })
const entry = (given: Partial<AllowEntry> = {}): AllowEntry => ({ grantId: 'file-1', tool: 'board.post', args: { text: 'a' }, uses: 2, expires: Date.parse('2027-01-01'), ...given })
const script = { principal: 'script' } as const

describe('an allow-file', () => {
  it('lets exactly what it names run, as often as it says', async () => {
    using world = boardWorld()
    world.store.grants.put('file-1', { file: 'digest' })
    const allow = [entry()]
    expect(errorOf(await world.call('board.post', { text: 'b' }, { ...script, allow })).code).toBe('APPROVAL_UNAVAILABLE')
    expect((await world.call('board.post', { text: 'a' }, { ...script, allow })).ok).toBe(true)
    expect((await world.call('board.post', { text: 'a', tag: 'free' }, { ...script, allow })).ok).toBe(true)
    expect(errorOf(await world.call('board.post', { text: 'a' }, { ...script, allow }))).toMatchObject({ code: 'APPROVAL_UNAVAILABLE', exit: 20 })
    expect(world.audit().filter(({ kind }) => kind === 'call.decided').map(({ detail }) => detail['grant'])).toEqual([null, 'file-1', 'file-1', null])
  })

  it('cannot authorise itself: without the row that counts it, it is nothing', async () => {
    using world = boardWorld()
    expect(errorOf(await world.call('board.post', { text: 'a' }, { ...script, allow: [entry()] })).code).toBe('APPROVAL_UNAVAILABLE')
  })

  it('ends with its expiry and with its revocation', async () => {
    using world = boardWorld()
    world.store.grants.put('file-1', { file: 'digest' })
    expect(errorOf(await world.call('board.post', { text: 'a' }, { ...script, allow: [entry({ expires: world.clock.now() })] })).code).toBe('APPROVAL_UNAVAILABLE')
    world.store.grants.revoke('file-1')
    expect(errorOf(await world.call('board.post', { text: 'a' }, { ...script, allow: [entry()] })).code).toBe('APPROVAL_UNAVAILABLE')
  })

  it('answers in a tainted context only if its ceiling says so', async () => {
    using world = boardWorld()
    world.store.grants.put('file-1', { file: 'digest' })
    expect(errorOf(await world.call('board.post', { text: 'a' }, { turn: taintedTurn(), allow: [entry()] })).rules).toContain('R6')
    expect((await world.call('board.post', { text: 'a' }, { turn: taintedTurn(), allow: [entry({ ceiling: 'tainted' })] })).ok).toBe(true)
  })

  it('of many calls at once for its last uses, no more run than it says', async () => {
    using world = boardWorld()
    world.store.grants.put('file-1', { file: 'digest' })
    const allow = [entry({ uses: 3 })]
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => world.call('board.post', { text: 'a' }, { ...script, allow })))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(3)
    expect(new Set(outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.error.exit])))).toEqual(new Set([20]))
  })

  it('bug-log 77: never answers for a consent or a denial', async () => {
    using world = makeWorld({ plugins: [makePlugin([post])], agreed: [] })
    world.store.grants.put('file-1', { file: 'digest' })
    expect(errorOf(await world.call('board.post', { text: 'a' }, { ...script, allow: [entry()] })).rules).toContain('R4')
    expect(errorOf(await world.call('board.post', { text: 'a' }, { principal: 'schedule', allow: [entry()] })).rules).toEqual(['R2'])
  })
})

it('a grant that is revoked while its call waits for a guard does not run', async () => {
  const revoke: { now: () => void } = { now: () => undefined }
  const guard = { name: 'slow', check: () => { revoke.now(); return undefined } }
  using world = makeWorld({ plugins: [makePlugin([post])], house: { guards: [guard] } })
  world.store.grants.put('file-1', { file: 'digest' })
  revoke.now = () => world.store.grants.revoke('file-1')
  expect(errorOf(await world.call('board.post', { text: 'a' }, { ...script, allow: [entry()] }))).toMatchObject({ code: 'GRANT_USED_UP', exit: 20 })
})

it('a stored row that does not read as a grant grants nothing', async () => {
  using world = boardWorld()
  world.store.grants.put('odd', { tool: 'board.post', effect: 'public', allow: true })
  expect(errorOf(await world.call('board.post', { text: 'a' }, { turn: makeTurn() })).code).toBe('APPROVAL_UNAVAILABLE')
})
