import type { GrantRow } from '../../host/store/store.ts'
import { type AllowRow, allowRowSchema } from '../../rules/allow-file.ts'
import { sameJson } from '../../rules/canonical.ts'
import { type Grant, grantSchema } from '../../rules/grant.ts'
import type { CallInProgress, StandingGrant } from '../call-in-progress.ts'
import type { AllowEntry } from '../call-request.ts'
import type { OpenHouse } from '../house.ts'
import type { SessionGrant } from './session-grants.ts'

/** Any number of uses, for a row that sets none. */
const unlimited = Number.MAX_SAFE_INTEGER

/** Every grant that could speak for this call: those stored, those of its conversation, and those of an allow-file it names. */
export function standingGrants(call: CallInProgress, house: OpenHouse): readonly StandingGrant[] {
  const rows = house.store.grants.list()
  const session = call.request.turn ? house.sessionGrants.of(call.request.turn.conversation) : []
  return [
    ...rows.flatMap((row) => storedGrant(row) ?? []), ...session.map(sessionGrant),
    ...(call.request.allow ?? []).flatMap((entry) => fromFile(entry, call, rows.find(({ id }) => id === entry.grantId), house.clock.now())),
  ]
}

/** A row as the grant that it is by now; undefined for one that does not read as one, which grants nothing, and for one that counts an allow-file's uses. */
export function storedGrant(row: GrantRow): StandingGrant | undefined {
  const parsed = grantSchema.safeParse(row.grant)
  if (!parsed.success) return undefined
  const { usesLeft, revoked } = parsed.data
  return {
    grant: { ...parsed.data, id: row.id, usesLeft: usesLeft === null ? null : leftOf(usesLeft, row.uses), revoked: revoked || row.revokedAt !== undefined },
    counted: { in: 'store', id: row.id, limit: usesLeft ?? unlimited },
  }
}

/** A conversation's grant with the uses that are left to it. */
export const sessionGrant = ({ grant, uses }: SessionGrant): StandingGrant =>
  ({ grant: { ...grant, usesLeft: grant.usesLeft === null ? null : leftOf(grant.usesLeft, uses) }, counted: { in: 'session' } })

/** An allow-file's line as its import kept it, and how far it still goes. */
export interface ImportedLine { readonly line: AllowRow; readonly terms: Pick<Grant, 'revoked' | 'expires' | 'usesLeft'> }

/** undefined for a row that does not read as one. */
export function importedLine(row: GrantRow): ImportedLine | undefined {
  const { success, data } = allowRowSchema.safeParse(row.grant)
  return success ? { line: data, terms: { revoked: row.revokedAt !== undefined, expires: Date.parse(data.expires), usesLeft: leftOf(data.uses, row.uses) } } : undefined
}

/**
 * A line of an allow-file binds to the tool as it stands, and to the row that was kept when exactly it was imported: its
 * terms are that row's. A file nobody imported has none.
 */
function fromFile(entry: AllowEntry, call: CallInProgress, row: GrantRow | undefined, now: number): readonly StandingGrant[] {
  const { facts } = call.resolved.get().tool
  const imported = row && importedLine(row)
  if (!row || !imported || !isOf(entry, imported.line) || entry.tool !== facts.id) return []
  const { args, schema, ceiling, uses } = imported.line
  const grant = grantSchema.parse({
    id: entry.grantId, account: call.request.account ?? null, plugin: facts.plugin, tool: facts.id, effect: facts.effect,
    contentHash: facts.contentHash, definitionDigest: facts.definitionDigest, destinations: facts.destinations,
    args: { exact: args, free: 'others', ...(schema ? { within: schema } : {}) }, ceiling, ...imported.terms, made: { at: now, how: 'file', by: call.request.client },
  })
  return [{ grant, counted: { in: 'store', id: row.id, limit: uses } }]
}

const isOf = (entry: AllowEntry, kept: AllowRow): boolean =>
  kept.file === entry.file && entry.grantId.startsWith(`file:${kept.file}:`) && kept.tool === entry.tool && sameJson(kept.args, entry.args)

const leftOf = (limit: number, uses: number): number => Math.max(0, limit - uses)
