import type { GrantRow } from '../../host/store/store.ts'
import type { ToolFacts } from '../../rules/call.ts'
import { type Grant, isForVersion, whyOver } from '../../rules/grant.ts'
import { importedLine, sessionGrant, storedGrant } from './grants.ts'
import type { SessionGrant } from './session-grants.ts'

/** `stands`, or why it speaks for no call. `changed`: its tool is gone or another version; `unreadable`: what is stored reads as no grant. */
export type GrantState = 'stands' | 'revoked' | 'expired' | 'used-up' | 'changed' | 'unreadable'

/** What of a house a state depends on: the tool as it is installed, and the time. */
export interface Now { readonly at: number; readonly facts: (tool: string) => ToolFacts | undefined }

/** How a row stands: one of a grant, or of an allow-file's line. By the same readings as the decision's. */
export function stateOfRow(row: GrantRow, now: Now): GrantState {
  if (row.revokedAt !== undefined) return 'revoked'
  const stored = storedGrant(row)
  if (stored) return stateOf(stored.grant, now)
  const imported = importedLine(row)
  if (!imported) return 'unreadable'
  const { line: { tool, contentHash }, terms } = imported
  const facts = now.facts(tool)
  return whyOver(terms, now.at) ?? (facts && (contentHash === undefined || contentHash === facts.contentHash) ? 'stands' : 'changed')
}

/** The same of one that was given for a conversation. */
export const stateOfSession = (held: SessionGrant, now: Now): GrantState => stateOf(sessionGrant(held).grant, now)

function stateOf(grant: Grant, now: Now): GrantState {
  const facts = now.facts(grant.tool)
  return whyOver(grant, now.at) ?? (facts && isForVersion(grant, facts) ? 'stands' : 'changed')
}
