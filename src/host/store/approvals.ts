import { z } from 'zod'
import type { Clock } from '../clock/clock.ts'
import type { Connection } from './connection.ts'
import { insertNew } from './insert-new.ts'
import { objectColumn, toText } from './json-column.ts'
import { optionalText } from './row-columns.ts'
import { type ApprovalTable, approvalStates } from './store.ts'

const row = z.object({
  id: z.string(), callId: z.string(), tool: z.string(), digest: z.string(), card: objectColumn, state: z.enum(approvalStates),
  createdAt: z.number(), expiresAt: z.number(), answeredBy: optionalText, answer: optionalText,
})
const columns = 'id, call_id AS callId, tool, digest, card, state, created_at AS createdAt, expires_at AS expiresAt, answered_by AS answeredBy, answer'

/** What was asked of the person and who answered. One answer wins; an approval after its expiry is none. */
export const approvalTable = (connection: Connection, clock: Clock): ApprovalTable => ({
  create: ({ id, callId, tool, digest, card, createdAt, expiresAt }) => insertNew(connection, 'approval',
    `INSERT INTO approvals (id, call_id, tool, digest, card, state, created_at, expires_at) VALUES (?, ?, ?, ?, ?, 'pending', ?, ?)`,
    id, callId, tool, digest, toText(card), createdAt, expiresAt),
  answer: (id, state, answeredBy, answer) => connection.run(
    `UPDATE approvals SET state = ?, answered_by = ?, answer = ? WHERE id = ? AND state = 'pending' AND (? <> 'approved' OR expires_at > ?)`,
    state, answeredBy, answer, id, state, clock.now(),
  ) === 1,
  get: (id) => connection.one(`SELECT ${columns} FROM approvals WHERE id = ?`, row, id),
  list: ({ state, limit = 1000 } = {}) => connection.rows(
    `SELECT ${columns} FROM approvals WHERE (? IS NULL OR state = ?) ORDER BY position DESC LIMIT ?`, row, state ?? null, state ?? null, limit,
  ),
  expireAll: () => connection.run("UPDATE approvals SET state = 'expired' WHERE state = 'pending'"),
})
