import { z } from 'zod'
import { deepFreeze } from '../../rules/canonical.ts'
import type { Connection } from './connection.ts'
import { jsonColumn, toText } from './json-column.ts'
import { remembered } from './remembered.ts'
import type { SettingTable } from './store.ts'

const valueRow = z.object({ value: jsonColumn })
const keyedRow = valueRow.extend({ key: z.string() })

/** The profile's settings, set by the person. */
export function settingTable(connection: Connection): SettingTable {
  const { get, forget } = remembered(connection, (key = '') => {
    const found = connection.one('SELECT value FROM settings WHERE key = ?', valueRow, key)
    return found && deepFreeze(found.value)
  })
  return {
    get: (key) => get(key),
    put: (key, value) => {
      forget()
      connection.run(
        'INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value', key, toText(value),
      )
    },
    delete: (key) => {
      forget()
      return connection.run('DELETE FROM settings WHERE key = ?', key) > 0
    },
    list: (prefix = '') => Object.fromEntries(connection.rows(
      'SELECT key, value FROM settings WHERE substr(key, 1, length(?)) = ? ORDER BY key', keyedRow, prefix, prefix,
    ).map(({ key, value }) => [key, value])),
  }
}
