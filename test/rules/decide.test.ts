import { describe, expect, it } from 'vitest'
import type { AskKind } from '../../src/sdk/index.ts'
import type { Call, DecisionContext } from '../../src/rules/call.ts'
import { decide, type EffectSettings } from '../../src/rules/decide.ts'
import { noEffectSettings } from '../../src/rules/effect-settings.ts'
import type { Grant } from '../../src/rules/grant.ts'
import { nothingAsked, userAsked } from '../../src/rules/user-asked.ts'
import { call, campus, context, grantFor, local, remote, tainted, website } from './question.ts'

const says = (question: Call, where: DecisionContext = context(), settings: EffectSettings = noEffectSettings, grants: readonly Grant[] = []) => {
  const { outcome, reasons } = decide(question, where, grants, settings)
  return `${outcome}: ${reasons.map(({ rule, code }) => `${rule} ${code}`).join(', ')}`
}
const asked = (kind: AskKind) => ({ ...nothingAsked, [kind]: true })
const settings = (parts: Partial<EffectSettings>): EffectSettings => ({ ...noEffectSettings, ...parts })

describe('what each rule says', () => {
  it.each<[string, string, Call, DecisionContext?, EffectSettings?]>([
    ['R1', 'deny: R1 userOnly', call({ userOnly: true })],
    ['R1 lets the person', 'allow: R5 effectAllowed', call({ userOnly: true, effect: 'write', overwrites: true }, { principal: 'user' })],
    ['R2 effect (bug-log 62)', 'deny: R2 scheduleEffect', call({ effect: 'write' }, { principal: 'schedule' })],
    ['R2 private to a remote plugin', 'deny: R2 schedulePrivate', call({ destinations: [remote] }, { principal: 'schedule' }), context({ labels: { untrusted: [], private: ['portal'] } })],
    ['R2 private to a community plugin’s website', 'deny: R2 schedulePrivate', call({ destinations: [website], trust: 'community' }, { principal: 'schedule' }), context({ labels: { untrusted: [], private: ['portal'] } })],
    ['R2 private to a campus service', 'allow: R5 effectAllowed', call({ destinations: [campus] }, { principal: 'schedule' }), context({ labels: { untrusted: [], private: ['portal'] } })],
    ['R3', 'deny: R3 changed', call({ state: 'changed' })],
    ['R4', 'ask: R4 consentMissing', call({ destinations: [campus] }), context({ unconsented: [campus] })],
    ['R4 at the terminal', 'allow: R4 consentShown, R5 effectAllowed', call({ destinations: [campus] }, { principal: 'user' }), context({ unconsented: [campus], atTerminal: true })],
    ['R4 and R5 and R6 together', 'ask: R4 consentMissing, R5 effectAsks, R6 tainted', call({ effect: 'public', destinations: [campus] }), tainted({ unconsented: [campus] })],
    ['R5 deletes', 'ask: R5 overwrites', call({ effect: 'write', overwrites: true })],
    ['R5 irreversible, the person too', 'ask: R5 irreversible', call({ effect: 'write', irreversible: true }, { principal: 'user' })],
    ['R5 a tool that says nowhere it sends is not local', 'ask: R5 effectAsks', call({ effect: 'write', destinations: [] })],
    ['R5 a tool that is local and not', 'ask: R5 effectAsks', call({ effect: 'write', destinations: [local, campus] })],
    ['R8 budget', 'deny: R8 budget', call(), context({ budgetSpent: true })],
    ['R8 denials', 'deny: R8 denials', call(), context({ denialsInARow: 3 })],
    ['R8 two denials', 'allow: R5 effectAllowed', call(), context({ denialsInARow: 2 })],
    ['R8 a count that is none', 'deny: R8 denials', call(), context({ denialsInARow: Number.NaN })],
    ['the first deny ends it', 'deny: R1 userOnly', call({ userOnly: true, state: 'disabled' }), context({ budgetSpent: true })],
  ])('%s → %s', (_, expected, question, where, set) => {
    expect(says(question, where, set)).toBe(expected)
  })
})

describe('settings', () => {
  it.each<[string, string, Call, EffectSettings]>([
    ['deny for all', 'deny: R5 settingDenies', call(), settings({ all: { read: 'deny' } })],
    ['ask for all', 'ask: R5 settingAsks', call(), settings({ all: { read: 'ask' } })],
    ['the plugin’s wins over all', 'allow: R5 settingAllows', call({ effect: 'write', trust: 'community' }), settings({ all: { write: 'deny' }, plugins: { notes: { write: 'allow' } } })],
    ['the tool’s wins over the plugin’s', 'deny: R5 settingDenies', call({ effect: 'write' }), settings({ plugins: { notes: { write: 'allow' } }, tools: { 'notes.do': { write: 'deny' } } })],
    ['another effect says nothing', 'allow: R5 effectAllowed', call(), settings({ tools: { 'notes.do': { write: 'deny' } } })],
    ['allow for public, ours', 'allow: R5 settingAllows', call({ effect: 'public', destinations: [campus] }), settings({ all: { public: 'allow' } })],
    ['allow for public, community: not accepted', 'ask: R5 settingAsks', call({ effect: 'public', trust: 'community' }), settings({ tools: { 'notes.do': { public: 'allow' } } })],
    ['allow for money, remote: not accepted', 'ask: R5 settingAsks', call({ effect: 'money', trust: 'remote' }), settings({ all: { money: 'allow' } })],
    ['allow does not silence what cannot be undone', 'ask: R5 irreversible', call({ effect: 'write', irreversible: true }), settings({ all: { write: 'allow' } })],
    ['a plugin named like a property of every object has no setting', 'allow: R5 effectAllowed', call({ plugin: 'constructor', id: 'constructor.name' }), settings({})],
  ])('%s → %s', (_, expected, question, set) => {
    expect(says(question, context(), set)).toBe(expected)
  })

  it('R6 still asks where a setting allows public', () => {
    expect(says(call({ effect: 'public' }), tainted(), settings({ all: { public: 'allow' } }))).toBe('ask: R6 tainted')
  })
})

describe('R6 in a tainted context', () => {
  const memory = { effect: 'write', durable: true, whenTainted: 'pending', asks: 'remember' } as const
  const todo = { effect: 'write', asks: 'todo' } as const
  it.each<[string, string, Call, DecisionContext]>([
    ['reads', 'allow: R5 effectAllowed', call(), tainted()],
    ['a write that nobody asked for', 'ask: R6 tainted', call(todo), tainted()],
    ['a write that was asked for', 'allow: R5 effectAllowed, R6 taintedAsked', call(todo), tainted({ userAsked: asked('todo') })],
    ['another act was asked for', 'ask: R6 tainted', call(todo), tainted({ userAsked: asked('remember') })],
    ['bug-log 73: asked for, but with third-party text in it', 'ask: R6 tainted', call(todo), tainted({ userAsked: asked('todo'), thirdPartySpan: true })],
    ['asked for, but it leaves the machine', 'ask: R5 effectAsks, R6 tainted', call({ ...todo, destinations: [campus] }), tainted({ userAsked: asked('todo') })],
    ['asked for, but it cannot be undone', 'ask: R5 irreversible, R6 tainted', call({ ...todo, irreversible: true }), tainted({ userAsked: asked('todo') })],
    ['asked for, but of an official plugin', 'ask: R6 tainted', call({ ...todo, trust: 'official' }), tainted({ userAsked: asked('todo') })],
    ['asked for, but done by a plugin’s step', 'ask: R6 tainted', call(todo, { principal: 'plugin:notes' }), tainted({ userAsked: asked('todo') })],
    ['a memory that nobody asked for waits', 'allow: R5 effectAllowed, R6 taintedPending', call(memory), tainted({ thirdPartySpan: true })],
    ['bug-log 74: 好的 asks for nothing, so it waits', 'allow: R5 effectAllowed, R6 taintedPending', call(memory), tainted({ userAsked: userAsked('好的') })],
    ['bug-log 73: a memory asked for with third-party text is kept with its mark', 'allow: R5 effectAllowed, R6 taintedMarked', call(memory), tainted({ userAsked: asked('remember'), thirdPartySpan: true })],
    ['pending is for what stays here', 'ask: R5 effectAsks, R6 tainted', call({ ...memory, destinations: [campus] }), tainted()],
    ['pending is for writes', 'ask: R5 effectAsks, R6 tainted', call({ ...memory, effect: 'public' }), tainted()],
    ['pending is for durable tools', 'ask: R6 tainted', call({ ...memory, durable: false }), tainted()],
    ['pending cannot wait for what overwrites', 'ask: R5 overwrites, R6 tainted', call({ ...memory, overwrites: true }), tainted()],
    ['the person’s own call too', 'ask: R6 tainted', call({ effect: 'write' }, { principal: 'user' }), tainted()],
    ['bug-log 76: public after a hostile post', 'ask: R5 effectAsks, R6 tainted', call({ effect: 'public', destinations: [campus] }), tainted({ labels: { untrusted: ['treehole.search'], private: ['portal'] } })],
    ['bug-log 70: text of another conversation came in with its labels', 'ask: R6 tainted', call({ effect: 'write' }), tainted({ labels: { untrusted: ['memory.search'], private: [] } })],
  ])('%s → %s', (_, expected, question, where) => {
    expect(says(question, where)).toBe(expected)
  })
})

describe('an outside client (bridge)', () => {
  it('counts as tainted from its first call', () => expect(says(call({ effect: 'write' }, { principal: 'bridge' }))).toBe('ask: R6 tainted'))
  it('asks for private data even with a grant, as no grant names the client yet', () => {
    const question = call({ private: true }, { principal: 'bridge' })
    expect(says(question, context(), noEffectSettings, [grantFor(question, { ceiling: 'tainted' })])).toBe('ask: R5 bridgePrivate')
  })
})

describe('what the types rule out is denied', () => {
  const broken = (parts: string): Call => JSON.parse(JSON.stringify(call()).replace(/"(effect|trust|state|principal)":"[^"]*"/g, (found, name: string) => (parts.startsWith(`"${name}"`) ? parts : found)))
  it.each(['"effect":"erase"', '"effect":"constructor"', '"trust":"family"', '"trust":"__proto__"', '"trust":"toString"', '"state":"fine"', '"principal":"root"', '"principal":"plugin:"', '"principal":"User"'])('%s', (parts) => {
    expect(says(broken(parts))).toMatch(/^deny: R[35] unknownCase$/)
  })
  it('a setting that is no word', () => {
    const read: EffectSettings = JSON.parse('{"all":{"read":"sure"},"plugins":{},"tools":{}}')
    expect(says(call(), context(), read)).toBe('deny: R5 unknownCase')
  })
})

describe('grants', () => {
  const post = call({ effect: 'public', destinations: [campus] })
  it('answers R5', () => expect(says(post, context(), noEffectSettings, [grantFor(post)])).toBe('allow: R5 grant'))
  it('answers R6 only with a tainted ceiling', () => {
    expect(says(post, tainted(), noEffectSettings, [grantFor(post)])).toBe('ask: R5 effectAsks, R6 tainted')
    expect(says(post, tainted(), noEffectSettings, [grantFor(post, { ceiling: 'tainted' })])).toBe('allow: R5 grant, R6 grant')
  })
  it('never answers R4', () => expect(says(post, context({ unconsented: [campus] }), noEffectSettings, [grantFor(post)])).toBe('ask: R4 consentMissing'))
  it('never answers a deny', () => {
    expect(says(post, context(), settings({ all: { public: 'deny' } }), [grantFor(post)])).toBe('deny: R5 settingDenies')
    expect(says(call({ userOnly: true }), context(), noEffectSettings, [grantFor(call({ userOnly: true }))])).toBe('deny: R1 userOnly')
  })
  it('bug-log 61: no grant or setting lets the assistant at a tool that changes the rules', () => {
    const change = call({ id: 'settings.effects', plugin: 'settings', effect: 'write', userOnly: true })
    expect(says(change, context(), settings({ all: { write: 'allow' } }), [grantFor(change)])).toBe('deny: R1 userOnly')
  })
  it('is named in the decision', () => expect(decide(post, context(), [grantFor(post)], noEffectSettings).grant).toBe('g1'))
})
