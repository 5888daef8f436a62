import { beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { House } from '../../src/monitor/house.ts'
import type { Decision } from '../../src/rules/call.ts'
import { makePlugin, makeTool } from './world/tools.ts'
import { errorOf, makeWorld } from './world/world.ts'

/** The rules themselves stand behind a door here, so that they can be broken. */
const rules = vi.hoisted(() => ({ broken: undefined as (() => unknown) | undefined }))
vi.mock('../../src/rules/decide.ts', async (original) => {
  const real = await original<typeof import('../../src/rules/decide.ts')>()
  return { ...real, decide: (...question: Parameters<typeof real.decide>) => (rules.broken ? rules.broken() : real.decide(...question)) }
})
beforeEach(() => { rules.broken = undefined })

const allow: Decision = { outcome: 'allow', reasons: [{ rule: 'R5', outcome: 'allow', code: 'effectAllowed' }], grant: undefined }
const throws = () => { throw new Error('fault') }
const hangs = () => new Promise<never>(() => undefined)
/** A port answers what its type does not let it: read as JSON, as it would come from a broken neighbour. */
const answers = (text: string) => (): never => JSON.parse(text) as never

/** A write that asks, with one deciding part broken: whatever the fault, it is a denial with a record. */
async function refusal(house: Partial<House>, effect: 'read' | 'write' = 'write') {
  const ran: unknown[] = []
  const act = makeTool({
    name: 'act', effect, trust: 'official', irreversible: effect === 'write', input: z.strictObject({}), destinations: [{ kind: 'campus', service: 'board' }],
    run: async () => { ran.push(1); return {} },
  })
  using world = makeWorld({ plugins: [makePlugin([act])], house })
  world.approvals.attach('screen')
  const outcome = world.call('probe.act')
  for (const wait of [0, 2_001, 605_001]) await world.clock.advance(wait)
  const error = errorOf(await outcome)
  expect(ran).toEqual([])
  expect(world.audit().at(-1)).toMatchObject({ kind: 'outcome', detail: { ok: false, code: error.code } })
  expect(world.approvals.pending()).toEqual([])
  return error
}

describe('a fault in deciding is a denial with a record (law 4):', () => {
  it.each([
    ['throws', throws], ['hangs', hangs], ['says nothing', () => undefined], ['says yes', () => 'allow'], ['allows without a reason', () => ({ ...allow, reasons: [] })],
    ['allows for a reason that asks', () => ({ ...allow, reasons: [{ rule: 'R5', outcome: 'ask', code: 'x' }] })],
    ['knows another outcome', () => ({ ...allow, outcome: 'permit' })], ['names a rule there is not', () => ({ ...allow, reasons: [{ rule: 'R0', outcome: 'allow', code: 'x' }] })],
    ['has more to say', () => ({ ...allow, force: true })],
  ])('the rules’ decision %s', async (_, broken) => {
    rules.broken = broken
    expect(await refusal({}, 'read')).toMatchObject({ code: 'MONITOR_DECISION_FAILED', exit: 22 })
  })

  it('the rules name a grant that is not there', async () => {
    rules.broken = () => ({ ...allow, grant: 'nobody-gave-it' })
    expect((await refusal({}, 'read')).code).toBe('GRANT_USED_UP')
  })

  it.each([['throws', throws], ['hangs', hangs], ['is not a yes or no', answers('"no"')]])('whether sign-in is needed %s', async (_, signInNeeded) => {
    expect((await refusal({ signInNeeded })).code).toBe('MONITOR_DECISION_FAILED')
  })

  it.each([
    ['throws', throws], ['hangs', hangs], ['says yes', answers('"yes"')], ['approves without a digest', answers('{"verdict":"approved","answer":"once","by":"x"}')],
    ['approves with a word there is not', answers('{"verdict":"approved","answer":"forever","by":"x","digest":"d"}')], ['says nothing', answers('null')],
    ['has another verdict', answers('{"verdict":"allowed"}')],
  ])('the approvals %s', async (_, ask) => {
    using other = makeWorld({ plugins: [makePlugin([makeTool()])] })
    expect((await refusal({ approvals: { ...other.approvals, ask } })).code).toBe('MONITOR_DECISION_FAILED')
  })

  it.each([
    ['throws', throws], ['hangs', hangs], ['says allow', answers('"allow"')], ['says true', answers('true')], ['says null', answers('null')],
    ['denies without words', answers('{"deny":{}}')], ['has more to say', answers('{"deny":{"zh":"x","en":"x"},"allow":true}')],
  ])('a guard %s', async (_, check) => {
    expect((await refusal({ guards: [{ name: 'g', check }] }, 'read')).code).toBe('MONITOR_DECISION_FAILED')
  })

  it.each([['throws', throws], ['does not know', answers('null')]])('whether it is locked %s', async (_, locked) => {
    expect(['CALL_LOCKED', 'MONITOR_DECISION_FAILED']).toContain((await refusal({ locked }, 'read')).code)
  })

  it('the audit digest throws', async () => {
    expect((await refusal({ auditDigest: throws }, 'read')).code).toBe('MONITOR_DECISION_FAILED')
  })

  it('a guard that is content changes nothing, and one that stops is never outvoted', async () => {
    const content = { name: 'a', check: () => undefined }
    const stops = { name: 'b', check: () => ({ deny: { zh: '不', en: 'no' } }) }
    expect((await refusal({ guards: [content, stops, content] }, 'read')).code).toBe('GUARD_DENIED')
    using world = makeWorld({ plugins: [makePlugin([makeTool()])], house: { guards: [content, content] } })
    expect((await world.call('probe.look')).ok).toBe(true)
  })
})
