import { z } from 'zod'
import type { Connection } from './connection.ts'
import { jsonColumn, toText } from './json-column.ts'
import type { SettingTable } from './store.ts'

const valueRow = z.object({ value: jsonColumn })
const keyedRow = valueRow.extend({ key: z.string() })

/** The profile's settings, set by the person. */
export const settingTable = (connection: Connection): SettingTable => ({
  get: (key) => connection.one('SELECT value FROM settings WHERE key = ?', valueRow, key)?.value,
  put: (key, value) => {
    connection.run(
      'INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value', key, toText(value),
    )
  },
  delete: (key) => connection.run('DELETE FROM settings WHERE key = ?', key) > 0,
  list: (prefix = '') => Object.fromEntries(connection.rows(
    'SELECT key, value FROM settings WHERE substr(key, 1, length(?)) = ? ORDER BY key', keyedRow, prefix, prefix,
  ).map(({ key, value }) => [key, value])),
})
