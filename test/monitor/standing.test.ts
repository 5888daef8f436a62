import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { AllowEntry } from '../../src/monitor/call-request.ts'
import type { AllowRow } from '../../src/rules/allow-file.ts'
import { makePlugin, makeTool } from './world/tools.ts'
import { makeTurn, taintedTurn } from './world/turn.ts'
import { errorOf, makeWorld, type World } from './world/world.ts'

const post = makeTool({
  plugin: 'board', name: 'post', effect: 'public', irreversible: true, input: z.strictObject({ text: z.string(), tag: z.string().optional() }),
  confirm: { zh: '发布', en: 'Publish' }, destinations: [{ kind: 'campus', service: 'board' }], run: async () => ({}),
})
const boardWorld = () => makeWorld({ plugins: [makePlugin([post])] })
const file = 'f'.repeat(64)
const id = `file:${file}:0`
const entry = (given: Partial<AllowEntry> = {}): AllowEntry => ({ grantId: id, file, tool: 'board.post', args: { text: 'a' }, ...given })
/** The row as the import keeps it. */
const imported = (world: World, given: Partial<Omit<AllowRow, 'contentHash'>> = {}) =>
  world.store.grants.put(id, { kind: 'allow-file', file, tool: 'board.post', args: { text: 'a' }, uses: 2, expires: '2027-01-01T00:00:00Z', ceiling: 'untainted', ...given })
const script = { principal: 'script' } as const

describe('an allow-file', () => {
  it('lets exactly what it names run, as often as it says', async () => {
    using world = boardWorld()
    imported(world)
    const allow = [entry()]
    expect(errorOf(await world.call('board.post', { text: 'b' }, { ...script, allow })).code).toBe('APPROVAL_UNAVAILABLE')
    expect((await world.call('board.post', { text: 'a' }, { ...script, allow })).ok).toBe(true)
    expect((await world.call('board.post', { text: 'a', tag: 'free' }, { ...script, allow })).ok).toBe(true)
    expect(errorOf(await world.call('board.post', { text: 'a' }, { ...script, allow }))).toMatchObject({ code: 'APPROVAL_UNAVAILABLE', exit: 20 })
    expect(world.audit().filter(({ detail }) => detail['decision'] !== undefined).map(({ detail }) => detail['grant'])).toEqual([null, id, id, null])
  })

  it('cannot authorise itself: without the row that counts it, it is nothing', async () => {
    using world = boardWorld()
    expect(errorOf(await world.call('board.post', { text: 'a' }, { ...script, allow: [entry()] })).code).toBe('APPROVAL_UNAVAILABLE')
  })

  it('ends with its expiry and with its revocation', async () => {
    using world = boardWorld()
    imported(world)
    expect((await world.call('board.post', { text: 'a' }, { ...script, allow: [entry()] })).ok).toBe(true)
    world.store.grants.revoke(id)
    expect(errorOf(await world.call('board.post', { text: 'a' }, { ...script, allow: [entry()] })).code).toBe('APPROVAL_UNAVAILABLE')
    using later = boardWorld()
    imported(later, { expires: new Date(later.clock.now()).toISOString() })
    expect(errorOf(await later.call('board.post', { text: 'a' }, { ...script, allow: [entry()] })).code).toBe('APPROVAL_UNAVAILABLE')
  })

  it.each<[string, Partial<Omit<AllowRow, 'contentHash'>>, Partial<AllowEntry>]>([
    ['a row of another file', { file: `${'f'.repeat(16)}${'0'.repeat(48)}` }, {}],
    ['a file whose digest begins like the row’s', {}, { file: `${'f'.repeat(16)}${'0'.repeat(48)}` }],
    ['a row of another tool', { tool: 'board.read' }, {}],
    ['a row of other arguments', { args: { text: 'b' } }, {}],
    ['arguments that say less than the row’s', {}, { args: {} }],
    ['a row that does not read as one', { uses: 0 }, {}],
  ])('%s does not speak for the call', async (_, row, given) => {
    using world = boardWorld()
    imported(world, row)
    expect(errorOf(await world.call('board.post', { text: 'a' }, { ...script, allow: [entry(given)] })).code).toBe('APPROVAL_UNAVAILABLE')
  })

  it('answers in a tainted context only if its ceiling says so', async () => {
    using world = boardWorld()
    imported(world)
    expect(errorOf(await world.call('board.post', { text: 'a' }, { turn: taintedTurn(), allow: [entry()] })).rules).toContain('R6')
    using wide = boardWorld()
    imported(wide, { ceiling: 'tainted' })
    expect((await wide.call('board.post', { text: 'a' }, { turn: taintedTurn(), allow: [entry()] })).ok).toBe(true)
  })

  it.each<[string, string, Partial<Omit<AllowRow, 'contentHash'>>, object, (world: World) => void]>([
    ['is for other arguments', '参数 text 和授权文件里写的不同', {}, { text: 'b' }, () => {}],
    ['is used up', '已经用完（1 次）', { uses: 1 }, { text: 'a' }, (world) => { world.store.grants.spend(id, 1) }],
    ['has expired', '已在 2020-01-01T00:00:00Z 过期', { expires: '2020-01-01T00:00:00Z' }, { text: 'a' }, () => {}],
    ['was revoked', '已经撤回', {}, { text: 'a' }, (world) => { world.store.grants.revoke(id) }],
  ])('that %s says so where it is refused', async (_, told, row, args, before) => {
    using world = boardWorld()
    imported(world, row)
    before(world)
    const refused = errorOf(await world.call('board.post', args, { ...script, lang: 'zh', allow: [entry()] }))
    expect(refused.code).toBe('APPROVAL_UNAVAILABLE')
    expect(refused.message).toContain(told)
    expect(errorOf(await world.call('board.post', args, { ...script, lang: 'zh' })).message).toMatch(/没有人可以批准$/)
  })

  it('whose entry does not hold for others’ text, or is for another tool, says so; of several the nearest is told', async () => {
    using world = boardWorld()
    imported(world)
    const refused = async (allow: readonly AllowEntry[], given: object = {}) => errorOf(await world.call('board.post', { text: 'a' }, { ...script, lang: 'en', allow, ...given })).message
    expect(await refused([entry()], { turn: taintedTurn() })).toContain('ceiling: untainted')
    expect(await refused([entry({ tool: 'board.read' })])).toContain('no entry of the allow-file is for board.post')
    expect(await refused([entry({ grantId: 'file:none:1' })])).toContain('was not imported')
    world.store.grants.spend(id, 2)
    world.store.grants.spend(id, 2)
    expect(await refused([entry({ grantId: 'file:none:1' }), entry()])).toContain('is used up (2)')
  })

  it('with bounds lets run what is within them, and says which argument is not', async () => {
    using world = boardWorld()
    imported(world, { args: {}, schema: { text: { type: 'string', maxLength: 3 } } })
    const allow = [entry({ args: {} })]
    expect((await world.call('board.post', { text: 'abc' }, { ...script, allow })).ok).toBe(true)
    const refused = errorOf(await world.call('board.post', { text: 'abcd' }, { ...script, lang: 'zh', allow }))
    expect([refused.code, refused.message]).toEqual(['APPROVAL_UNAVAILABLE', expect.stringContaining('参数 text 和授权文件里写的不同')])
  })

  it('of many calls at once for its last uses, no more run than it says', async () => {
    using world = boardWorld()
    imported(world, { uses: 3 })
    const allow = [entry()]
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => world.call('board.post', { text: 'a' }, { ...script, allow })))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(3)
    expect(new Set(outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.error.exit])))).toEqual(new Set([20]))
  })

  it('bug-log 77: never answers for a consent or a denial', async () => {
    using world = makeWorld({ plugins: [makePlugin([post])], agreed: [] })
    imported(world)
    expect(errorOf(await world.call('board.post', { text: 'a' }, { ...script, allow: [entry()] })).rules).toContain('R4')
    expect(errorOf(await world.call('board.post', { text: 'a' }, { principal: 'schedule', allow: [entry()] })).rules).toEqual(['R2'])
  })
})

it('a grant that is revoked while its call waits for a guard does not run', async () => {
  const revoke: { now: () => void } = { now: () => undefined }
  const guard = { name: 'slow', check: () => { revoke.now(); return undefined } }
  using world = makeWorld({ plugins: [makePlugin([post])], house: { guards: [guard] } })
  imported(world)
  revoke.now = () => world.store.grants.revoke(id)
  expect(errorOf(await world.call('board.post', { text: 'a' }, { ...script, allow: [entry()] }))).toMatchObject({ code: 'GRANT_USED_UP', exit: 20 })
})

it('a stored row that does not read as a grant grants nothing', async () => {
  using world = boardWorld()
  world.store.grants.put('odd', { tool: 'board.post', effect: 'public', allow: true })
  expect(errorOf(await world.call('board.post', { text: 'a' }, { turn: makeTurn() })).code).toBe('APPROVAL_UNAVAILABLE')
})
