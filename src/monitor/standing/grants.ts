import type { GrantRow } from '../../host/store/store.ts'
import { type AllowRow, allowRowSchema } from '../../rules/allow-file.ts'
import { sameJson } from '../../rules/canonical.ts'
import { type Grant, grantSchema } from '../../rules/grant.ts'
import type { CallInProgress, StandingGrant } from '../call-in-progress.ts'
import type { AllowEntry } from '../call-request.ts'
import type { OpenHouse } from '../house.ts'

/** Any number of uses, for a row that sets none. */
const unlimited = Number.MAX_SAFE_INTEGER

/** Every grant that could speak for this call: those stored, those of its conversation, and those of an allow-file it names. */
export function standingGrants(call: CallInProgress, house: OpenHouse): readonly StandingGrant[] {
  const rows = house.store.grants.list()
  const stored = rows.flatMap((row) => fromRow(row))
  const session = call.request.turn ? house.sessionGrants.of(call.request.turn.conversation) : []
  const files = (call.request.allow ?? []).flatMap((entry) => fromFile(entry, call, rows.find(({ id }) => id === entry.grantId), house.clock.now()))
  return [...stored, ...session.map(({ grant, uses }): StandingGrant => ({ grant: { ...grant, usesLeft: leftOf(grant.usesLeft, uses) }, counted: { in: 'session' } })), ...files]
}

/** A row that does not read as a grant grants nothing; one that counts an allow-file's uses is no grant by itself. */
function fromRow(row: GrantRow): readonly StandingGrant[] {
  const parsed = grantSchema.safeParse(row.grant)
  return parsed.success ? [counted({ ...parsed.data, id: row.id }, row, parsed.data.usesLeft ?? unlimited)] : []
}

/**
 * A line of an allow-file binds to the tool as it stands, and to the row that was kept when exactly it was imported: its
 * terms are that row's. A file nobody imported has none.
 */
function fromFile(entry: AllowEntry, call: CallInProgress, row: GrantRow | undefined, now: number): readonly StandingGrant[] {
  const { facts } = call.resolved.get().tool
  const kept = allowRowSchema.safeParse(row?.grant)
  if (!row || !kept.success || !isOf(entry, kept.data) || entry.tool !== facts.id) return []
  const { args, schema, ceiling, uses, expires } = kept.data
  const grant = grantSchema.parse({
    id: entry.grantId, account: call.request.account ?? null, plugin: facts.plugin, tool: facts.id, effect: facts.effect,
    contentHash: facts.contentHash, definitionDigest: facts.definitionDigest, destinations: facts.destinations,
    args: { exact: args, free: 'others', ...(schema ? { within: schema } : {}) }, ceiling,
    expires: Date.parse(expires), usesLeft: uses, revoked: false, made: { at: now, how: 'file', by: call.request.client },
  })
  return [counted(grant, row, uses)]
}

const isOf = (entry: AllowEntry, kept: AllowRow): boolean =>
  kept.file === entry.file && entry.grantId.startsWith(`file:${kept.file}:`) && kept.tool === entry.tool && sameJson(kept.args, entry.args)

const counted = (grant: Grant, row: GrantRow, limit: number): StandingGrant => ({
  grant: { ...grant, usesLeft: grant.usesLeft === null ? null : leftOf(limit, row.uses), revoked: grant.revoked || row.revokedAt !== undefined },
  counted: { in: 'store', id: row.id, limit },
})

const leftOf = (limit: number | null, uses: number): number | null => (limit === null ? null : Math.max(0, limit - uses))
