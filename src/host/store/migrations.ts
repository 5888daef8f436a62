import { z } from 'zod'
import type { Chance } from '../clock/clock.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import type { Connection } from './connection.ts'

/** Marks the file as ours ("pkuh" in ASCII), so that another program's database is not taken for a damaged one of ours. */
const applicationId = 0x706b7568

/** Row n takes a database from version n to n + 1. A row that was released is never edited: a change is a new row. */
const steps: readonly string[] = [`
  CREATE TABLE plugin_values (
    account TEXT NOT NULL, plugin TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, labels TEXT NOT NULL, bytes INTEGER NOT NULL,
    PRIMARY KEY (account, plugin, key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE records (
    account TEXT NOT NULL, plugin TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, value TEXT NOT NULL, status TEXT NOT NULL,
    source TEXT NOT NULL, labels TEXT NOT NULL, bytes INTEGER NOT NULL, created_at INTEGER NOT NULL,
    PRIMARY KEY (account, plugin, kind, id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE conversations (
    position INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, account TEXT, title TEXT NOT NULL, labels TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE conversation_events (
    conversation TEXT NOT NULL REFERENCES conversations (id), seq INTEGER NOT NULL, event TEXT NOT NULL,
    PRIMARY KEY (conversation, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER conversation_events_stay BEFORE UPDATE ON conversation_events
    BEGIN SELECT RAISE(ABORT, 'conversation events are append-only'); END;
  CREATE TABLE intents (
    position INTEGER PRIMARY KEY AUTOINCREMENT, call_id TEXT NOT NULL UNIQUE, tool TEXT NOT NULL, account TEXT, effect TEXT NOT NULL,
    args_digest TEXT NOT NULL, started_at INTEGER NOT NULL, outcome TEXT
  ) STRICT;
  CREATE INDEX intents_open ON intents (position) WHERE outcome IS NULL;
  CREATE TABLE approvals (
    position INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, call_id TEXT NOT NULL, tool TEXT NOT NULL, digest TEXT NOT NULL,
    card TEXT NOT NULL, state TEXT NOT NULL, created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, answered_by TEXT, answer TEXT
  ) STRICT;
  CREATE TABLE grants (
    position INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, body TEXT NOT NULL, created_at INTEGER NOT NULL,
    revoked_at INTEGER, uses INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE consents (
    account TEXT NOT NULL, plugin TEXT NOT NULL, destination TEXT NOT NULL, accepted_at INTEGER NOT NULL,
    PRIMARY KEY (account, plugin, destination)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE settings (key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE audit_origin (hash TEXT NOT NULL) STRICT;
  CREATE TABLE audit (
    seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, kind TEXT NOT NULL, call_id TEXT, plugin TEXT, detail TEXT NOT NULL,
    prev TEXT NOT NULL, hash TEXT NOT NULL
  ) STRICT;
  CREATE INDEX audit_by_call ON audit (call_id);
  CREATE INDEX audit_by_plugin ON audit (plugin);
  CREATE TRIGGER audit_stays BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit chain is append-only'); END;
  CREATE TRIGGER audit_keeps BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit chain is append-only'); END;
`, `
  ALTER TABLE conversations ADD COLUMN opened_by TEXT NOT NULL DEFAULT 'person';
`, `
  CREATE TABLE leaks (
    conversation TEXT NOT NULL, destination TEXT NOT NULL, bits REAL NOT NULL CHECK (bits >= 0), PRIMARY KEY (conversation, destination)
  ) STRICT, WITHOUT ROWID;
`, `
  ALTER TABLE consents ADD COLUMN revoked_at INTEGER;
`, `
  DROP INDEX audit_by_plugin;
`]

/**
 * Checks a database and brings it to this program's version, in one transaction. Nothing is written to one that is
 * damaged, of another program, or newer than the program: those throw `STORE_UNREADABLE` or `STORE_NEWER`.
 */
export function migrate(connection: Connection, path: string, chance: Chance): void {
  checkDatabase(connection, path)
  connection.useWal()
  // What is forgotten is overwritten in the file, not just unlinked from it.
  connection.script('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON')
  if (versionOf(connection) === steps.length) return
  connection.transaction(() => {
    // Read again inside the transaction: two processes may start at once.
    const from = versionOf(connection)
    if (from === 0) connection.script(`PRAGMA application_id = ${applicationId}`)
    for (const step of steps.slice(from)) connection.script(step)
    if (from === 0) connection.run('INSERT INTO audit_origin (hash) VALUES (?)', chance.bytes(32).toString('hex'))
    connection.script(`PRAGMA user_version = ${steps.length}`)
  })
}

/** Reads only. Throws `STORE_UNREADABLE` for one that is damaged or another program's, `STORE_NEWER` for one of a newer version. */
export function checkDatabase(connection: Connection, path: string): void {
  const found = versionOf(connection)
  const tables = connection.one('SELECT count(*) AS n FROM sqlite_master', z.object({ n: z.number() }))?.n ?? 0
  const owner = connection.one('PRAGMA application_id', z.object({ application_id: z.number() }))?.application_id
  if (owner !== applicationId && (tables > 0 || found !== 0)) throw new HarnessError('STORE_UNREADABLE', { path })
  if (found > steps.length) throw new HarnessError('STORE_NEWER', { path, found, known: steps.length })
  const verdict = connection.one('PRAGMA quick_check(1)', z.object({ quick_check: z.string() }))?.quick_check
  if (verdict !== 'ok') throw new HarnessError('STORE_UNREADABLE', { path })
}

const versionOf = (connection: Connection): number =>
  connection.one('PRAGMA user_version', z.object({ user_version: z.number() }))?.user_version ?? 0
