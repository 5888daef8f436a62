import { z } from 'zod'
import { joinLabels } from '../../rules/labels.ts'
import type { Clock } from '../clock/clock.ts'
import type { Connection } from './connection.ts'
import { jsonColumn, labelsColumn, labelsText, toText } from './json-column.ts'
import { holdQuota, sizeOf } from './quota.ts'
import { type RecordTable, recordStates } from './store.ts'

const row = z.object({
  id: z.string(), kind: z.string(), value: jsonColumn, status: z.enum(recordStates), source: z.string(), labels: labelsColumn, createdAt: z.number(),
})
const columns = 'id, kind, value, status, source, labels, created_at AS createdAt'
const one = 'account = ? AND plugin = ? AND kind = ? AND id = ?'

/** What a plugin remembers in the host's form: memory, todo, agenda. Pending ones wait for the person. */
export function recordTable(connection: Connection, clock: Clock): RecordTable {
  const table: RecordTable = {
    put: (owner, { id, kind, value, status, source, labels }) => connection.transaction(() => {
      const text = toText(value)
      const kept = labelsText(labels)
      const createdAt = table.get(owner, kind, id)?.createdAt ?? clock.now()
      connection.run(
        `INSERT INTO records (account, plugin, kind, id, value, status, source, labels, bytes, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET value = excluded.value, status = excluded.status, source = excluded.source,
           labels = excluded.labels, bytes = excluded.bytes`,
        owner.account, owner.plugin, kind, id, text, status, source, kept, sizeOf(kind, id, text, source, kept), createdAt,
      )
      holdQuota(connection, owner)
      return { id, kind, value, status, source, labels: joinLabels(labels), createdAt }
    }),
    get: ({ account, plugin }, kind, id) => connection.one(`SELECT ${columns} FROM records WHERE ${one}`, row, account, plugin, kind, id),
    list: ({ account, plugin }, kind, statuses = recordStates) => connection.rows(
      `SELECT ${columns} FROM records WHERE account = ? AND plugin = ? AND kind = ? ORDER BY created_at, id`, row, account, plugin, kind,
    ).filter(({ status }) => statuses.includes(status)),
    settle: (owner, kind, id, status, labels) => connection.transaction(() => {
      const found = table.get(owner, kind, id)
      if (!found) return undefined
      const value = status === 'forgotten' ? null : found.value
      return table.put(owner, { ...found, value, status, labels: labels ?? found.labels })
    }),
    forget: (plugin) => { connection.run('DELETE FROM records WHERE plugin = ?', plugin) },
  }
  return table
}
