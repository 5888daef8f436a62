import { z } from 'zod'
import type { Clock } from '../clock/clock.ts'
import type { Connection, SqlValue } from './connection.ts'
import { remembered } from './remembered.ts'
import type { ConsentTable } from './store.ts'

const destinationRow = z.object({ destination: z.string() })
const place = z.object({ plugin: z.string(), destination: z.string() })
const row = z.object({ account: z.string(), plugin: z.string(), destination: z.string(), acceptedAt: z.number() })

/** Which destinations of a plugin the person agreed to (policy R4). Revoked, not deleted, so that nothing but the person agrees again. */
export function consentTable(connection: Connection, clock: Clock): ConsentTable {
  const agreed = remembered(connection, (plugin = '', one = '', other = '') => Object.freeze(
    connection.rows('SELECT destination FROM consents WHERE plugin = ? AND account IN (?, ?) AND revoked_at IS NULL', destinationRow, plugin, one, other).map(({ destination }) => destination),
  ))
  const change = (sql: string, ...values: readonly SqlValue[]): number => {
    agreed.forget()
    return connection.run(sql, ...values)
  }
  return {
    accept: ({ account, plugin, destination }) => {
      change(
        `INSERT INTO consents (account, plugin, destination, accepted_at) VALUES (?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET accepted_at = excluded.accepted_at, revoked_at = NULL`,
        account, plugin, destination, clock.now(),
      )
    },
    revoke: (account, plugin, destination) => change(
      'UPDATE consents SET revoked_at = ? WHERE account = ? AND plugin = ? AND (? IS NULL OR destination = ?) AND revoked_at IS NULL',
      clock.now(), account, plugin, destination ?? null, destination ?? null,
    ),
    takenBack: () => connection.rows('SELECT plugin, destination FROM consents GROUP BY plugin, destination HAVING count(revoked_at) = count(*)', place),
    agreed: (plugin, accounts) => agreed.get(plugin, ...accounts),
    list: (account) => connection.rows(
      `SELECT account, plugin, destination, accepted_at AS acceptedAt FROM consents WHERE (? IS NULL OR account = ?) AND revoked_at IS NULL
       ORDER BY account, plugin, destination`, row, account ?? null, account ?? null,
    ),
  }
}
