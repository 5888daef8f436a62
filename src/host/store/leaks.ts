import { z } from 'zod'
import type { Connection } from './connection.ts'
import type { LeakTable } from './store.ts'

const row = z.object({ destination: z.string(), bits: z.number() })

/** What of each leak budget is spent: one row a conversation and destination. A row stays as long as the database does. */
export function leakTable(connection: Connection): LeakTable {
  return {
    of: (conversation) => Object.fromEntries(connection.rows('SELECT destination, bits FROM leaks WHERE conversation = ?', row, conversation).map(({ destination, bits }) => [destination, bits])),
    spend: (conversation, destinations, bits) => connection.transaction(() => {
      for (const destination of destinations) {
        connection.run(
          'INSERT INTO leaks (conversation, destination, bits) VALUES (?, ?, ?) ON CONFLICT (conversation, destination) DO UPDATE SET bits = bits + excluded.bits',
          conversation, destination, bits,
        )
      }
    }),
    giveBack: (conversation, destinations, bits) => connection.transaction(() => {
      for (const destination of destinations) connection.run('UPDATE leaks SET bits = max(0, bits - ?) WHERE conversation = ? AND destination = ?', bits, conversation, destination)
    }),
  }
}
