import { z } from 'zod'
import { HarnessError } from '../../rules/errors/index.ts'
import type { Connection } from './connection.ts'
import type { Owner } from './store.ts'

/** What one plugin may keep for one account, values and records together, in bytes of UTF-8. */
export const pluginQuota = 1024 * 1024

const sum = `SELECT
  (SELECT coalesce(sum(bytes), 0) FROM plugin_values WHERE account = ? AND plugin = ?) +
  (SELECT coalesce(sum(bytes), 0) FROM records WHERE account = ? AND plugin = ?) AS used`
const usedRow = z.object({ used: z.number() })

/** To be called after the write, inside its transaction: throwing `STORE_QUOTA` undoes it. */
export function holdQuota(connection: Connection, owner: Owner): void {
  const { account, plugin } = owner
  const used = connection.one(sum, usedRow, account, plugin, account, plugin)?.used ?? 0
  if (used > pluginQuota) throw new HarnessError('STORE_QUOTA', { plugin, limit: pluginQuota })
}

/** The size that counts against the quota. */
export const sizeOf = (...texts: readonly string[]): number => texts.reduce((total, text) => total + Buffer.byteLength(text), 0)

const heldRow = z.object({ held: z.number() })

/** Whether a plugin keeps anything at all, of whichever account. */
export const holds = (connection: Connection) => (plugin: string): boolean =>
  connection.one('SELECT EXISTS (SELECT 1 FROM plugin_values WHERE plugin = ?) OR EXISTS (SELECT 1 FROM records WHERE plugin = ?) AS held', heldRow, plugin, plugin)?.held === 1
