import type { Clock } from '../../host/clock/clock.ts'
import type { Grant } from '../../rules/grant.ts'

/** A grant that was given for one conversation, and how often it has run. */
export interface SessionGrant { readonly conversation: string; readonly grant: Grant; readonly uses: number }

/**
 * Grants that last while their conversation does (`session` at a card): until it ends or nothing was asked in it for half an
 * hour, and no longer than the daemon or the next lock. They stand in memory alone.
 */
export interface SessionGrants {
  /** Those of a conversation, which is being gone on with. */
  readonly of: (conversation: string) => readonly SessionGrant[]
  readonly add: (conversation: string, grant: Grant) => void
  readonly list: () => readonly SessionGrant[]
  /** Counts one use, if it still stands and has one left. */
  readonly spend: (id: string) => boolean
  /** Whether there was one to revoke. */
  readonly revoke: (id: string) => boolean
  /** The conversation is over. */
  readonly end: (conversation: string) => void
  /** All of them, at a lock. */
  readonly clear: () => void
}

/** How long nothing may be asked in a conversation before what was given for it is gone, in milliseconds: a fresh one is begun after as long. */
export const sessionIdleMs = 30 * 60_000

export function createSessionGrants(clock: Pick<Clock, 'now'>): SessionGrants {
  const held = new Map<string, { grants: Map<string, SessionGrant>; lastAt: number }>()

  const dropIdle = (): void => {
    for (const [conversation, { lastAt }] of held) if (clock.now() - lastAt >= sessionIdleMs) held.delete(conversation)
  }
  const owner = (id: string) => { dropIdle(); return [...held.values()].find(({ grants }) => grants.has(id)) }

  return {
    of(conversation) {
      dropIdle()
      const found = held.get(conversation)
      if (!found) return []
      found.lastAt = clock.now()
      return [...found.grants.values()]
    },
    add(conversation, grant) {
      const found = held.get(conversation) ?? { grants: new Map<string, SessionGrant>(), lastAt: 0 }
      found.grants.set(grant.id, { conversation, grant, uses: 0 })
      found.lastAt = clock.now()
      held.set(conversation, found)
    },
    list() { dropIdle(); return [...held.values()].flatMap(({ grants }) => [...grants.values()]) },
    spend(id) {
      const found = owner(id)
      const entry = found?.grants.get(id)
      if (!found || !entry || (entry.grant.usesLeft !== null && entry.uses >= entry.grant.usesLeft)) return false
      found.grants.set(id, { ...entry, uses: entry.uses + 1 })
      found.lastAt = clock.now()
      return true
    },
    revoke: (id) => owner(id)?.grants.delete(id) ?? false,
    end: (conversation) => { held.delete(conversation) },
    clear: () => held.clear(),
  }
}
