import { z } from 'zod'
import { joinLabels } from '../../rules/labels.ts'
import type { Connection } from './connection.ts'
import { jsonColumn, labelsColumn, labelsText, toText } from './json-column.ts'
import { holdQuota, sizeOf } from './quota.ts'
import type { ValueTable } from './store.ts'

const row = z.object({ value: jsonColumn, labels: labelsColumn })
const keyRow = z.object({ key: z.string(), labels: labelsColumn })

/** A plugin's own values, each with the labels of the run that wrote it. */
export const valueTable = (connection: Connection): ValueTable => ({
  get: ({ account, plugin }, key) =>
    connection.one('SELECT value, labels FROM plugin_values WHERE account = ? AND plugin = ? AND key = ?', row, account, plugin, key),
  put: (owner, key, value, labels) => connection.transaction(() => {
    const text = toText(value)
    const kept = labelsText(labels)
    connection.run(
      `INSERT INTO plugin_values (account, plugin, key, value, labels, bytes) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET value = excluded.value, labels = excluded.labels, bytes = excluded.bytes`,
      owner.account, owner.plugin, key, text, kept, sizeOf(key, text, kept),
    )
    holdQuota(connection, owner)
  }),
  delete: ({ account, plugin }, key) =>
    connection.run('DELETE FROM plugin_values WHERE account = ? AND plugin = ? AND key = ?', account, plugin, key) > 0,
  list: ({ account, plugin }, prefix = '') => {
    const rows = connection.rows(
      'SELECT key, labels FROM plugin_values WHERE account = ? AND plugin = ? AND substr(key, 1, length(?)) = ? ORDER BY key',
      keyRow, account, plugin, prefix, prefix,
    )
    return { value: rows.map(({ key }) => key), labels: joinLabels(...rows.map(({ labels }) => labels)) }
  },
  forget: (plugin) => { connection.run('DELETE FROM plugin_values WHERE plugin = ?', plugin) },
})
