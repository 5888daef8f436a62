import { z } from 'zod'
import { deepFreeze } from '../../rules/canonical.ts'
import type { Clock } from '../clock/clock.ts'
import type { Connection, SqlValue } from './connection.ts'
import { insertNew } from './insert-new.ts'
import { objectColumn, toText } from './json-column.ts'
import { optionalNumber } from './row-columns.ts'
import { remembered } from './remembered.ts'
import type { GrantTable } from './store.ts'

const row = z.object({ id: z.string(), grant: objectColumn, createdAt: z.number(), revokedAt: optionalNumber, uses: z.number() })

/** What the person allowed in advance. Never overwritten; revoked, not deleted, so that it can still be shown. */
export function grantTable(connection: Connection, clock: Clock): GrantTable {
  const all = remembered(connection, () => Object.freeze(
    connection.rows('SELECT id, body AS "grant", created_at AS createdAt, revoked_at AS revokedAt, uses FROM grants ORDER BY position', row).map((found) => Object.freeze({ ...found, grant: deepFreeze(found.grant) })),
  ))
  const changes = (sql: string, ...values: readonly SqlValue[]): boolean => {
    all.forget()
    return connection.run(sql, ...values) === 1
  }
  return {
    put: (id, grant) => {
      all.forget()
      insertNew(connection, 'grant', 'INSERT INTO grants (id, body, created_at, uses) VALUES (?, ?, ?, 0)', id, toText(grant), clock.now())
    },
    list: () => all.get(),
    revoke: (id) => changes('UPDATE grants SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL', clock.now(), id),
    spend: (id, limit) => changes('UPDATE grants SET uses = uses + 1 WHERE id = ? AND revoked_at IS NULL AND uses < ?', id, limit),
  }
}
