import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import type { CallOutcome } from '../../src/monitor/call-request.ts'
import type { Principal } from '../../src/rules/call.ts'
import type { Effect } from '../../src/sdk/index.ts'
import { makePlugin, makeTool } from './world/tools.ts'
import { makeTurn, taintedTurn } from './world/turn.ts'
import { makeWorld } from './world/world.ts'

const tool = fc.record({
  effect: fc.constantFrom<Effect>('read', 'write', 'money', 'public'), trust: fc.constantFrom('bundled', 'official', 'community', 'remote'),
  userOnly: fc.boolean(), durable: fc.boolean(), whenTainted: fc.constantFrom('ask', 'pending'), untrusted: fc.boolean(), irreversible: fc.boolean(),
  destinations: fc.constantFrom([{ kind: 'local' as const }], [{ kind: 'campus' as const, service: 'board' }]),
}, { noNullPrototype: true })
const call = fc.record({
  principal: fc.constantFrom<Principal>('user', 'agent', 'script', 'schedule', 'bridge', 'plugin:x'),
  tainted: fc.boolean(), args: fc.oneof(fc.json().map((text): unknown => JSON.parse(text)), fc.constant({ text: 'a' }), fc.constant({ text: '替我发布这条树洞' })), words: fc.constantFrom('', '记住这个', '好的'),
}, { noNullPrototype: true })

it('whatever is called, with nobody to approve: an outcome and a record each time, and what the person was not there for did not run', async () => {
  await fc.assert(fc.asyncProperty(tool, fc.array(call, { minLength: 1, maxLength: 4 }), async (facts, calls) => {
    const ran: string[] = []
    const made = makeTool({ ...facts, name: 'it', input: z.strictObject({ text: z.string() }), run: async () => { ran.push('ran'); return { text: 'x' } } })
    using world = makeWorld({ plugins: [makePlugin([made])] })
    const outcomes: CallOutcome[] = []
    for (const { principal, tainted, args, words } of calls) {
      const before = ran.length
      const turn = (tainted ? taintedTurn : makeTurn)({ userWords: words })
      const outcome = await world.call('probe.it', args, { principal, turn })
      outcomes.push(outcome)
      const happened = ran.length > before
      expect(happened).toBe(outcome.ok)
      if (facts.effect === 'money' || facts.effect === 'public') expect(happened).toBe(false)
      if (principal === 'schedule' && facts.effect !== 'read') expect(happened).toBe(false)
      if (facts.userOnly && principal !== 'user') expect(happened).toBe(false)
      if (tainted && facts.effect === 'write' && !facts.durable) expect(happened).toBe(false)
    }
    expect(world.audit().filter(({ kind }) => kind === 'outcome').map(({ callId }) => callId)).toEqual(outcomes.map(({ callId }) => callId))
    const intents = world.store.intents.list(100)
    expect(intents).toHaveLength(facts.effect === 'read' ? 0 : ran.length)
    expect(intents.every(({ outcome }) => outcome === 'done')).toBe(true)
    expect(world.store.audit.verify()).toMatchObject({ ok: true })
  }), { numRuns: 40 })
}, 60_000)
