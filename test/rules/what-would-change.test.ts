import { describe, expect, it } from 'vitest'
import * as fc from 'fast-check'
import { decide } from '../../src/rules/decide.ts'
import { noEffectSettings, withChoice } from '../../src/rules/effect-settings.ts'
import { whatWouldChange } from '../../src/rules/what-would-change.ts'
import { changeWords } from '../../src/rules/words/explain.ts'
import { policyWords } from '../../src/rules/words/policy.ts'
import { type AnyQuestion, anyQuestion } from './any-question.ts'
import { context, tool as toolOf } from './question.ts'

/** Half of them of an assistant with nothing in the way but R5: else a setting would seldom be all that is asked. */
const often = fc.tuple(anyQuestion, fc.boolean()).map(([question, plain]): AnyQuestion => (plain
  ? { ...question, context: context(), call: { ...question.call, principal: 'agent', tool: { ...question.call.tool, userOnly: false, state: 'ready' } } }
  : question))
const runs = { numRuns: 2_000 }

describe('what would have to change', () => {
  it('is nothing for a call that is allowed, and something in words for every other', () => {
    fc.assert(fc.property(anyQuestion, ({ call, context, grants, settings }) => {
      const decision = decide(call, context, grants, settings)
      const changes = whatWouldChange(decision, call.tool, settings)
      expect(changes.length > 0).toBe(decision.outcome !== 'allow')
      for (const { code } of changes) expect(Object.keys(changeWords)).toContain(code)
      expect(new Set(changes.map(({ code }) => code)).size).toBe(changes.length)
    }), runs)
  })

  it('a setting is named only where it alone lets the call run', () => {
    let named = 0
    fc.assert(fc.property(often, ({ call, context, grants, settings }) => {
      const decision = decide(call, context, grants, settings)
      if (!whatWouldChange(decision, call.tool, settings).some(({ code }) => code === 'setAllow')) return
      named += 1
      expect(decide(call, context, grants, withChoice(settings, { kind: 'tool', id: call.tool.id }, call.tool.effect, 'allow')).outcome).toBe('allow')
    }), runs)
    expect(named).toBeGreaterThan(5)
  })

  it('has an answer to every reason there is', () => {
    for (const code of Object.keys(policyWords)) {
      const changes = whatWouldChange({ outcome: 'deny', reasons: [{ rule: 'R5', outcome: 'deny', code }], grant: undefined }, toolOf(), noEffectSettings)
      if (!['consentShown', 'effectAllowed', 'settingAllows', 'grant', 'taintedAsked', 'taintedMarked', 'taintedPending', 'egressWithin'].includes(code)) expect(changes, code).not.toEqual([])
    }
    expect(whatWouldChange({ outcome: 'deny', reasons: [{ rule: 'R5', outcome: 'deny', code: 'toString' }], grant: undefined }, toolOf(), noEffectSettings)).toMatchObject([{ code: 'nothing' }])
  })
})
