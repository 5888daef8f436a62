import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Decision, DecisionContext, Outcome, Principal, ToolFacts } from '../../src/rules/call.ts'
import { decide } from '../../src/rules/decide.ts'
import { noEffectSettings } from '../../src/rules/effect-settings.ts'
import { policyWords } from '../../src/rules/words/policy.ts'
import { type AnyQuestion, anyQuestion } from './any-question.ts'
import { campus } from './question.ts'

const runs = { numRuns: 1500 }
const strictness: Readonly<Record<Outcome, number>> = { allow: 0, ask: 1, deny: 2 }
const ask = ({ call, context, grants, settings }: AnyQuestion): Decision => decide(call, context, grants, settings)
const within = (question: AnyQuestion, parts: Partial<DecisionContext>): AnyQuestion => ({ ...question, context: { ...question.context, ...parts } })
const never = (looser: (question: AnyQuestion) => AnyQuestion) =>
  fc.assert(fc.property(anyQuestion, (question) => strictness[ask(looser(question)).outcome] >= strictness[ask(question).outcome]), runs)

describe('what makes a context worse never makes a decision milder', () => {
  it('tainting', () => never((question) => within(question, { labels: { ...question.context.labels, untrusted: ['notices.detail'] } })))
  it('private data', () => never((question) => within(question, { labels: { ...question.context.labels, private: ['portal', 'treehole'] } })))
  it('third-party text in the arguments', () => never((question) => within(question, { thirdPartySpan: true })))
  it('a consent that is missing', () => never((question) => within(question, { unconsented: [...question.context.unconsented, campus] })))
  it('one more denial', () => never((question) => within(question, { denialsInARow: question.context.denialsInARow + 1 })))
  it('a spent budget', () => never((question) => within(question, { budgetSpent: true })))
  it('taking the grants away', () => never((question) => ({ ...question, grants: [] })))
  it('a tool nobody asked for', () => never((question) => within(question, { userAsked: { remember: false, todo: false, agenda: false, remind: false } })))
})

/** Any question, made to be of one kind. */
const made = (kind: (question: AnyQuestion) => AnyQuestion, holds: (decision: Decision) => boolean) =>
  fc.assert(fc.property(anyQuestion, (question) => holds(ask(kind(question)))), { numRuns: 600 })
const as = (principal: Principal, facts: Partial<ToolFacts> = {}) => (question: AnyQuestion): AnyQuestion =>
  ({ ...question, call: { ...question.call, principal, tool: { ...question.call.tool, ...facts } } })
const of = (facts: Partial<ToolFacts>) => (question: AnyQuestion) => as(question.call.principal, facts)(question)
const denied = ({ outcome }: Decision) => outcome === 'deny'
const notAllowed = ({ outcome }: Decision) => outcome !== 'allow'
const others: readonly Principal[] = ['agent', 'script', 'schedule', 'bridge', 'plugin:notes']

describe('whatever else is the case', () => {
  it.each(['write', 'money', 'public'] as const)('a schedule never does more than read: %s', (effect) => made(as('schedule', { effect }), denied))
  it.each(others)('a user-only tool is never run for %s', (principal) => made(as(principal, { userOnly: true }), denied))
  it.each(['disabled', 'unavailable', 'unreviewed', 'changed'] as const)('a tool that is %s never runs', (state) => made(of({ state }), denied))
  it('a spent budget ends it', () => made((question) => within(question, { budgetSpent: true }), denied))
  it('a third denial ends it', () => made((question) => within(question, { denialsInARow: 3 }), denied))
  it.each(others)('a consent that is missing never allows %s, at a terminal or not', (principal) =>
    made((question) => within(as(principal)(question), { unconsented: [campus] }), notAllowed))
  it('a consent that is missing never allows the person where they cannot see the lines', () =>
    made((question) => within(as('user')(question), { unconsented: [campus], atTerminal: false }), notAllowed))
  it.each(['money', 'public'] as const)('%s is never allowed without a grant or a setting of the person’s', (effect) =>
    made((question) => ({ ...of({ effect })(question), grants: [], settings: noEffectSettings }), notAllowed))
  it.each(['community', 'remote'] as const)('no setting allows money or public of a %s plugin', (trust) => {
    for (const effect of ['money', 'public'] as const) made((question) => ({ ...of({ effect, trust })(question), grants: [] }), notAllowed)
  })
  it('what cannot be undone is never allowed without a grant', () => made((question) => ({ ...of({ irreversible: true })(question), grants: [] }), notAllowed))
  it('an outside client never gets private data without a card', () => made(as('bridge', { private: true }), notAllowed))
})

describe('the decision itself', () => {
  it('has reasons, all of its own outcome, in the table’s order, each with words', () => {
    fc.assert(fc.property(anyQuestion, (question) => {
      const { outcome, reasons } = ask(question)
      expect(reasons).not.toHaveLength(0)
      expect(reasons.every((reason) => reason.outcome === outcome && Object.hasOwn(policyWords, reason.code))).toBe(true)
      expect(reasons.map(({ rule }) => rule)).toEqual(reasons.map(({ rule }) => rule).toSorted())
      if (outcome === 'deny') expect(reasons).toHaveLength(1)
    }), runs)
  })

  it('is pure: frozen questions, asked twice, with the grants in any order, give the same', () => {
    fc.assert(fc.property(anyQuestion, (question) => {
      const before = structuredClone(question)
      const first = ask(freeze(question))
      expect(ask({ ...question, grants: question.grants.toReversed() })).toEqual(first)
      expect(question).toEqual(before)
    }), { numRuns: 1000 })
  })

  it('names a grant only if the grant was needed and is one that was given', () => {
    fc.assert(fc.property(anyQuestion, (question) => {
      const { grant, outcome } = ask(question)
      if (grant === undefined) return
      expect(outcome).not.toBe('deny')
      expect(question.grants.filter(({ revoked }) => !revoked).map(({ id }) => id)).toContain(grant)
      expect(ask({ ...question, grants: [] }).outcome).toBe('ask')
    }), runs)
  })
})

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const key of Reflect.ownKeys(value)) freeze<unknown>(Reflect.get(value, key))
  return Object.freeze(value)
}
