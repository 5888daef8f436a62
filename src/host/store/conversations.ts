import { z } from 'zod'
import { HarnessError } from '../../rules/errors/index.ts'
import { joinLabels, unlabelled } from '../../rules/labels.ts'
import type { Clock } from '../clock/clock.ts'
import type { Connection } from './connection.ts'
import { insertNew } from './insert-new.ts'
import { labelsColumn, labelsText, objectColumn, toText } from './json-column.ts'
import { optionalText } from './row-columns.ts'
import { type ConversationTable, openers } from './store.ts'

const row = z.object({ id: z.string(), account: optionalText, createdAt: z.number(), labels: labelsColumn, title: z.string(), openedBy: z.enum(openers) })
const seqRow = z.object({ seq: z.number() })
const eventRow = z.object({ event: objectColumn })
const columns = 'id, account, created_at AS createdAt, labels, title, opened_by AS openedBy'

/**
 * Conversations as append-only events; their labels only grow. Events and labels are committed `soon`: a loss of power may
 * take the newest, and since commits keep their order it never takes a label and leaves the text that came after it.
 */
export function conversationTable(connection: Connection, clock: Clock): ConversationTable {
  const table: ConversationTable = {
    create: ({ id, account, title, openedBy = 'person' }) => {
      const createdAt = clock.now()
      insertNew(connection, 'conversation',
        'INSERT INTO conversations (id, account, title, labels, created_at, opened_by) VALUES (?, ?, ?, ?, ?, ?)',
        id, account ?? null, title, labelsText(unlabelled), createdAt, openedBy)
      return { id, account, title, createdAt, labels: unlabelled, openedBy }
    },
    get: (id) => connection.one(`SELECT ${columns} FROM conversations WHERE id = ?`, row, id),
    list: (limit) => connection.rows(`SELECT ${columns} FROM conversations ORDER BY position DESC LIMIT ?`, row, limit),
    append: (id, event) => connection.transaction(() => {
      if (!table.get(id)) throw new HarnessError('STORE_MISSING', { what: 'conversation' })
      const last = connection.one('SELECT coalesce(max(seq), 0) AS seq FROM conversation_events WHERE conversation = ?', seqRow, id)
      const seq = (last?.seq ?? 0) + 1
      connection.run('INSERT INTO conversation_events (conversation, seq, event) VALUES (?, ?, ?)', id, seq, toText(event))
      return seq
    }, 'soon'),
    events: (id) => connection.rows(
      'SELECT event FROM conversation_events WHERE conversation = ? ORDER BY seq', eventRow, id,
    ).map(({ event }) => event),
    takeOver: (id) => { connection.run("UPDATE conversations SET opened_by = 'person' WHERE id = ?", id) },
    absorb: (id, labels) => connection.transaction(() => {
      const found = table.get(id)
      if (!found) throw new HarnessError('STORE_MISSING', { what: 'conversation' })
      const before = labelsText(found.labels)
      const after = labelsText(joinLabels(found.labels, labels))
      if (after !== before) connection.run('UPDATE conversations SET labels = ? WHERE id = ?', after, id)
    }, 'soon'),
  }
  return table
}
