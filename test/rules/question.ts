import type { Call, DecisionContext, Destination, ToolFacts } from '../../src/rules/call.ts'
import { canonicalJson, digest } from '../../src/rules/canonical.ts'
import { noEgress } from '../../src/rules/egress/leak-budget.ts'
import type { Grant } from '../../src/rules/grant.ts'
import type { Json } from '../../src/rules/json.ts'
import { nothingAsked } from '../../src/rules/user-asked.ts'

export const local: Destination = { kind: 'local' }
export const campus: Destination = { kind: 'campus', service: 'treehole' }
export const website: Destination = { kind: 'website', host: 'example.org' }
export const remote: Destination = { kind: 'remote', plugin: 'mcp-elsewhere' }

/** A bundled plugin's tool that reads and sends nothing, but for what a test says. */
export const tool = (facts: Partial<ToolFacts> = {}): ToolFacts => ({
  id: 'notes.do', plugin: 'notes', trust: 'bundled', effect: 'read', untrusted: false, userOnly: false, durable: false,
  whenTainted: 'ask', private: false, irreversible: false, overwrites: false, asks: undefined, destinations: [local],
  state: 'ready', contentHash: 'a'.repeat(64), definitionDigest: 'b'.repeat(64), ...facts,
})

export function call(facts: Partial<ToolFacts> = {}, rest: Partial<Pick<Call, 'principal' | 'account'>> & { args?: Json } = {}): Call {
  const canonicalArgs = canonicalJson(rest.args ?? {})
  return { tool: tool(facts), principal: rest.principal ?? 'agent', account: rest.account ?? '2500000001', canonicalArgs, argsDigest: digest(canonicalArgs) }
}

export const now = Date.parse('2026-03-02T08:00:00+08:00')
export const context = (parts: Partial<DecisionContext> = {}): DecisionContext => ({
  labels: { untrusted: [], private: [] }, userAsked: nothingAsked, thirdPartySpan: false, egress: noEgress, unconsented: [], atTerminal: false,
  denialsInARow: 0, budgetSpent: false, now, ...parts,
})
export const tainted = (parts: Partial<DecisionContext> = {}): DecisionContext =>
  context({ labels: { untrusted: ['treehole.search'], private: [] }, ...parts })

/** A grant for exactly `call(facts)`, but for what a test says. */
export function grantFor({ tool, account }: Call, parts: Partial<Grant> = {}): Grant {
  return {
    id: 'g1', account: account ?? null, plugin: tool.plugin, tool: tool.id, contentHash: tool.contentHash,
    definitionDigest: tool.definitionDigest, effect: tool.effect, destinations: [...tool.destinations],
    args: { exact: {}, free: 'others' }, ceiling: 'untainted', expires: now + 60_000, usesLeft: 3, revoked: false,
    made: { at: now - 1000, how: 'answer', by: 'terminal-1' }, ...parts,
  }
}
