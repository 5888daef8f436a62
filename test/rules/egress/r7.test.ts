import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Call, Decision, Destination, Outcome, Principal, ToolFacts, Trust } from '../../../src/rules/call.ts'
import { decide } from '../../../src/rules/decide.ts'
import type { Egress } from '../../../src/rules/egress/leak-budget.ts'
import { noEffectSettings } from '../../../src/rules/effect-settings.ts'
import { explainReason } from '../../../src/rules/explain-reason.ts'
import type { Grant } from '../../../src/rules/grant.ts'
import type { Labels } from '../../../src/rules/labels.ts'
import { call, campus, context, grantFor, local, remote, website } from '../question.ts'

const place = 'remote:mcp-elsewhere'
const site = 'website:example.org'
const own: Labels = { untrusted: [], private: ['portal'] }
const clean: Labels = { untrusted: [], private: [] }
const egress = (bits: number, spent: Readonly<Record<string, number>> = { [place]: 0, [site]: 0 }): Egress => ({ bits, spent })
const there: Partial<ToolFacts> = { trust: 'remote', destinations: [remote] }
const asked = (question: Call, weighed: Egress, labels = own, grants: readonly Grant[] = [], settings = noEffectSettings): Decision =>
  decide(question, context({ labels, egress: weighed }), grants, settings)
const codes = ({ outcome, reasons }: Decision): readonly string[] => [outcome, ...reasons.filter(({ rule }) => rule === 'R7').map(({ code }) => code)]

describe('R7: what reaches a third party', () => {
  const rows: readonly (readonly [string, Trust, readonly Destination[], Labels, Egress, readonly string[]])[] = [
    ['a remote read within the budget', 'remote', [remote], own, egress(8), ['allow', 'egressWithin']],
    ['a remote read over it', 'remote', [remote], own, egress(8.1), ['ask', 'egressOver']],
    ['the last of the budget', 'remote', [remote], own, egress(3, { [place]: 5 }), ['allow', 'egressWithin']],
    ['a little more than is left', 'remote', [remote], own, egress(3, { [place]: 5.1 }), ['ask', 'egressOver']],
    ['a budget spent elsewhere', 'remote', [remote], own, egress(3, { [place]: 0, [site]: 8 }), ['allow', 'egressWithin']],
    ['two places, one of them spent', 'community', [remote, website], own, egress(1, { [place]: 0, [site]: 8 }), ['ask', 'egressOver']],
    ['nothing private', 'remote', [remote], clean, egress(900), ['allow']],
    ['nothing private, but a spent budget', 'remote', [remote], clean, egress(1, { [place]: 8 }), ['ask', 'egressOver']],
    ['a community’s website', 'community', [website], own, egress(9), ['ask', 'egressOver']],
    ['an official one’s', 'official', [website], own, egress(9), ['allow']],
    ['a bundled one’s', 'bundled', [website], own, egress(9), ['allow']],
    ['the campus', 'community', [campus], own, egress(9), ['allow']],
    ['this machine', 'community', [local], own, egress(9), ['allow']],
    ['one of several places is a third party', 'community', [local, campus, website], own, egress(9), ['ask', 'egressOver']],
    ['a place of which nothing is known', 'remote', [remote], own, egress(1, {}), ['ask', 'egressUnknown']],
    ['a cost that is no number', 'remote', [remote], own, egress(NaN), ['ask', 'egressUnknown']],
    ['a cost without end', 'remote', [remote], own, egress(Infinity), ['ask', 'egressUnknown']],
    ['a cost below nothing', 'remote', [remote], own, egress(-1), ['ask', 'egressOver']],
    ['a spent that is no number', 'remote', [remote], own, egress(1, { [place]: NaN }), ['ask', 'egressUnknown']],
  ]
  it.each(rows)('%s', (_, trust, destinations, labels, weighed, expected) => expect(codes(asked(call({ trust, destinations }), weighed, labels))).toEqual(expected))

  it('an outside client’s context counts as private from its first call', () => expect(codes(asked(call(there, { principal: 'bridge' }), egress(9), clean))).toEqual(['ask', 'egressOver']))
  it('a schedule’s is denied before (R2)', () => expect(asked(call(there, { principal: 'schedule' }), egress(0))).toMatchObject({ outcome: 'deny', reasons: [{ rule: 'R2' }] }))
  it('a remote write asks for R5 and for R7', () =>
    expect(asked(call({ ...there, effect: 'write' }), egress(9)).reasons.map(({ rule }) => rule)).toEqual(['R5', 'R7']))

  it('says how many bits of how many, to whom, and what is private, in both languages', () => {
    const [reason] = asked(call(there), egress(39.16, { [place]: 4.5 }), { untrusted: [], private: ['card', 'portal'] }).reasons
    if (!reason) throw new Error('no reason')
    for (const lang of ['zh', 'en'] as const) {
      const said = explainReason(reason, lang)
      for (const part of ['R7', place, '39.2', '4.5', '8', 'card, portal']) expect(said).toContain(part)
    }
  })
})

describe('what cannot weaken it', () => {
  const everything = { read: 'allow', write: 'allow', money: 'allow', public: 'allow' } as const
  const effects = ['read', 'write', 'money', 'public'] as const
  it.each(effects)('a setting that allows %s answers R5 only', (effect) => {
    const allowed = { all: everything, plugins: { notes: everything }, tools: { 'notes.do': everything } }
    for (const trust of ['community', 'remote'] as const) {
      const decision = asked(call({ ...there, trust, effect }), egress(9), own, [], allowed)
      expect([decision.outcome, decision.reasons.map(({ rule }) => rule)]).toEqual(['ask', expect.arrayContaining(['R7'])])
    }
  })
  it.each<Principal>(['user', 'agent', 'script', 'bridge', 'plugin:notes'])('whoever calls: %s', (principal) => expect(asked(call(there, { principal }), egress(9)).outcome).toBe('ask'))
})

describe('a grant answers R7 only if it names the place and pins the arguments', () => {
  const args = { q: 'grades', n: 1 }
  const question = call(there, { args })
  const pinned = { exact: args, free: [] }
  const rows: readonly (readonly [string, Partial<Grant>, Outcome])[] = [
    ['these arguments and no others', { args: pinned }, 'allow'],
    ['these arguments, others free but none there', { args: { exact: args, free: 'others' } }, 'allow'],
    ['one of them open', { args: { exact: { n: 1 }, free: ['q'] } }, 'ask'],
    ['one of them open with all others', { args: { exact: { n: 1 }, free: 'others' } }, 'ask'],
    ['nothing pinned', { args: { exact: {}, free: 'others' } }, 'ask'],
    ['another value', { args: { exact: { q: 'grade', n: 1 }, free: [] } }, 'ask'],
    ['another place', { args: pinned, destinations: [website] }, 'ask'],
    ['a place on the campus', { args: pinned, destinations: [campus, local] }, 'ask'],
    ['revoked', { args: pinned, revoked: true }, 'ask'],
    ['used up', { args: pinned, usesLeft: 0 }, 'ask'],
    ['another account', { args: pinned, account: '2500000002' }, 'ask'],
  ]
  it.each(rows)('%s', (_, parts, outcome) => {
    const grant = grantFor(question, parts)
    expect(asked(question, egress(900), own, [grant])).toMatchObject({ outcome, grant: outcome === 'allow' ? 'g1' : undefined })
  })
  it('one for everything does not stand before the one that pins', () => {
    const grants = [grantFor(question, { id: 'a-open' }), grantFor(question, { id: 'b-pinned', args: pinned })]
    expect(asked(question, egress(900), own, grants)).toMatchObject({ outcome: 'allow', grant: 'b-pinned' })
  })
  it('leave for whatever arguments is none for a call without any', () => {
    const bare = call(there)
    expect(asked(bare, egress(900), own, [grantFor(bare)]).outcome).toBe('ask')
    expect(asked(bare, egress(900), own, [grantFor(bare, { args: { exact: {}, free: [] } })]).outcome).toBe('allow')
  })
  it('is not used up where the budget is enough', () => expect(asked(question, egress(2), own, [grantFor(question, { args: pinned })]).grant).toBeUndefined())
  it('in a tainted context only with a ceiling that says so', () => {
    const tainted = { untrusted: ['treehole.read'], private: ['portal'] }
    expect(asked(question, egress(900), tainted, [grantFor(question, { args: pinned })]).outcome).toBe('ask')
    expect(asked(question, egress(900), tainted, [grantFor(question, { args: pinned, ceiling: 'tainted' })]).outcome).toBe('allow')
  })
})

describe('whatever was spent', () => {
  it('what was sent unasked comes to no more than the budget, however it is divided', () => fc.assert(fc.property(fc.array(fc.double({ min: 0, max: 12, noNaN: true }), { maxLength: 40 }), (costs) => {
    let sent = 0
    for (const bits of costs) if (asked(call(there), egress(bits, { [place]: sent })).outcome === 'allow') sent += bits
    expect(sent).toBeLessThanOrEqual(8)
  })))
  it('more of it never makes a decision milder', () => fc.assert(fc.property(fc.double({ min: 0, max: 12 }), fc.double({ min: 0, max: 12 }), fc.double({ min: 0, max: 12 }), (bits, spent, more) => {
    const before = asked(call(there), egress(bits, { [place]: spent })).outcome
    expect(before === 'ask' && asked(call(there), egress(bits + more, { [place]: spent + more })).outcome === 'allow').toBe(false)
  })))
})
