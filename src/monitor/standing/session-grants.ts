import type { Grant } from '../../rules/grant.ts'

/** Grants that last while their conversation does, and no longer than the daemon (`session` at a card). */
export interface SessionGrants {
  readonly of: (conversation: string) => readonly Grant[]
  readonly add: (conversation: string, grant: Grant) => void
}

export function createSessionGrants(): SessionGrants {
  const held = new Map<string, Grant[]>()
  return {
    of: (conversation) => held.get(conversation) ?? [],
    add: (conversation, grant) => { held.set(conversation, [...held.get(conversation) ?? [], grant]) },
  }
}
