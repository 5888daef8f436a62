import { z } from 'zod'
import type { Clock } from '../clock/clock.ts'
import type { Connection } from './connection.ts'
import { insertNew } from './insert-new.ts'
import { objectColumn, toText } from './json-column.ts'
import { optionalNumber } from './row-columns.ts'
import type { GrantTable } from './store.ts'

const row = z.object({ id: z.string(), grant: objectColumn, createdAt: z.number(), revokedAt: optionalNumber, uses: z.number() })

/** What the person allowed in advance. Never overwritten; revoked, not deleted, so that it can still be shown. */
export const grantTable = (connection: Connection, clock: Clock): GrantTable => ({
  put: (id, grant) => insertNew(connection, 'grant',
    'INSERT INTO grants (id, body, created_at, uses) VALUES (?, ?, ?, 0)', id, toText(grant), clock.now()),
  list: () => connection.rows('SELECT id, body AS "grant", created_at AS createdAt, revoked_at AS revokedAt, uses FROM grants ORDER BY position', row),
  revoke: (id) => connection.run('UPDATE grants SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL', clock.now(), id) === 1,
  spend: (id, limit) => connection.run('UPDATE grants SET uses = uses + 1 WHERE id = ? AND revoked_at IS NULL AND uses < ?', id, limit) === 1,
})
