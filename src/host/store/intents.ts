import { z } from 'zod'
import { HarnessError } from '../../rules/errors/index.ts'
import type { Clock } from '../clock/clock.ts'
import type { Connection } from './connection.ts'
import { insertNew } from './insert-new.ts'
import { optionalText } from './row-columns.ts'
import { type IntentTable, intentOutcomes } from './store.ts'

const row = z.object({
  callId: z.string(), tool: z.string(), account: optionalText, effect: z.string(), argsDigest: z.string(), startedAt: z.number(),
  outcome: z.enum(intentOutcomes).nullable().transform((outcome) => outcome ?? undefined),
})
const columns = 'call_id AS callId, tool, account, effect, args_digest AS argsDigest, started_at AS startedAt, outcome'

/** Law 5: `begin` returns after the row is on the disk. */
export const intentTable = (connection: Connection, clock: Clock): IntentTable => ({
  begin: ({ callId, tool, account, effect, argsDigest }) => insertNew(connection, 'intent',
    'INSERT INTO intents (call_id, tool, account, effect, args_digest, started_at) VALUES (?, ?, ?, ?, ?, ?)',
    callId, tool, account ?? null, effect, argsDigest, clock.now()),
  settle: (callId, outcome) => connection.transaction(() => {
    const found = connection.one(`SELECT ${columns} FROM intents WHERE call_id = ?`, row, callId)
    if (!found) throw new HarnessError('STORE_MISSING', { what: 'intent' })
    // What was unknown may be learned later; what is known is never rewritten.
    if (found.outcome === 'done' || found.outcome === 'failed') throw new HarnessError('STORE_CONFLICT', { what: 'intent' })
    connection.run('UPDATE intents SET outcome = ? WHERE call_id = ?', outcome, callId)
  }),
  recover: () => connection.transaction(() => {
    const open = connection.rows(`SELECT ${columns} FROM intents WHERE outcome IS NULL ORDER BY position`, row)
    connection.run("UPDATE intents SET outcome = 'unknown' WHERE outcome IS NULL")
    return open.map((intent) => ({ ...intent, outcome: 'unknown' as const }))
  }),
  unknown: ({ plugin, call, limit }) => connection.rows(
    `SELECT ${columns} FROM intents WHERE outcome = 'unknown' AND (? IS NULL OR substr(tool, 1, length(?) + 1) = ? || '.') AND (? IS NULL OR substr(call_id, 1, length(?)) = ?) ORDER BY position DESC LIMIT ?`, row,
    plugin ?? null, plugin ?? null, plugin ?? null, call ?? null, call ?? null, call ?? null, limit),
  list: (limit) => connection.rows(`SELECT ${columns} FROM intents ORDER BY position DESC LIMIT ?`, row, limit),
})
