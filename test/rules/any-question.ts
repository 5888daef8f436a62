import * as fc from 'fast-check'
import { askKinds, effects } from '../../src/sdk/index.ts'
import { type Call, type DecisionContext, trusts } from '../../src/rules/call.ts'
import type { EffectSettings } from '../../src/rules/effect-settings.ts'
import type { Grant } from '../../src/rules/grant.ts'
import { call, campus, context, grantFor, local, remote, website } from './question.ts'

export interface AnyQuestion {
  readonly call: Call
  readonly context: DecisionContext
  readonly grants: readonly Grant[]
  readonly settings: EffectSettings
}

const places = fc.uniqueArray(fc.constantFrom(local, campus, website, remote), { minLength: 1, maxLength: 2 })
const often = (value: boolean) => fc.oneof({ weight: 3, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: fc.constant(!value) })

const anyCall = fc.record({
  trust: fc.constantFrom(...trusts), effect: fc.constantFrom(...effects), userOnly: often(false), durable: fc.boolean(),
  whenTainted: fc.constantFrom('ask' as const, 'pending' as const), private: fc.boolean(), irreversible: often(false), overwrites: often(false),
  asks: fc.constantFrom(undefined, ...askKinds), destinations: fc.oneof(fc.constant([local]), places),
  state: fc.oneof({ weight: 8, arbitrary: fc.constant('ready' as const) }, { weight: 1, arbitrary: fc.constantFrom('disabled' as const, 'unavailable' as const, 'unreviewed' as const, 'changed' as const) }),
}).chain((facts) => fc.constantFrom('user' as const, 'agent' as const, 'script' as const, 'schedule' as const, 'bridge' as const, 'plugin:notes' as const)
  .map((principal) => call(facts, { principal, args: { text: 'x' } })))

const anyContext = fc.record({
  labels: fc.record({ untrusted: fc.constantFrom([], ['treehole.search']), private: fc.constantFrom([], ['portal']) }),
  userAsked: fc.record({ remember: fc.boolean(), todo: fc.boolean(), agenda: fc.boolean(), remind: fc.boolean() }),
  thirdPartySpan: fc.boolean(), unconsented: fc.oneof(fc.constant([]), places), atTerminal: fc.boolean(),
  egress: fc.record({ bits: fc.constantFrom(0, 1, 3.5, 8, 8.1, Infinity), spent: fc.dictionary(fc.constantFrom('remote:mcp-elsewhere', 'website:example.org'), fc.constantFrom(0, 4.5, 8)) }),
  denialsInARow: fc.oneof(fc.constant(0), fc.nat(5)), budgetSpent: often(false),
}).map(context)

const choices = fc.record({ read: setting(), write: setting(), money: setting(), public: setting() }, { requiredKeys: [] })
function setting() {
  return fc.constantFrom('allow' as const, 'ask' as const, 'deny' as const)
}
const none = fc.constant({})

/** Any question that the types let through; grants now and then fit the call. */
export const anyQuestion: fc.Arbitrary<AnyQuestion> = fc.record({ call: anyCall, context: anyContext }).chain(({ call, context }) => fc.record({
  call: fc.constant(call), context: fc.constant(context),
  grants: fc.array(fc.record({ ceiling: fc.constantFrom('tainted' as const, 'untainted' as const), revoked: often(false), id: fc.constantFrom('g1', 'g2', 'g3') }).map((parts) => grantFor(call, parts)), { maxLength: 2 }),
  settings: fc.record({
    all: fc.oneof(none, choices), plugins: fc.oneof(none, choices.map((own) => ({ notes: own }))), tools: fc.oneof(none, choices.map((own) => ({ 'notes.do': own }))),
  }),
}))
