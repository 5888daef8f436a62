import type { Chance, Clock } from '../clock/clock.ts'
import { approvalTable } from './approvals.ts'
import { auditLog, type Scrub } from './audit.ts'
import { connect } from './connection.ts'
import { consentTable } from './consents.ts'
import { conversationTable } from './conversations.ts'
import { grantTable } from './grants.ts'
import { intentTable } from './intents.ts'
import { leakTable } from './leaks.ts'
import { migrate } from './migrations.ts'
import { ensurePrivateFile, tightenIfThere } from './private-file.ts'
import { holds } from './quota.ts'
import { recordTable } from './records.ts'
import { settingTable } from './settings.ts'
import type { Store } from './store.ts'
import { valueTable } from './values.ts'

export interface StoreSeams {
  readonly clock: Clock
  readonly chance: Chance
  /** Applied to each audit detail before it is hashed and kept; by default nothing is taken out. */
  readonly scrub?: Scrub
}

/**
 * Opens the database of a profile, making it (0600, in a directory of 0700) and migrating it where needed.
 * Throws `STORE_UNREADABLE` for a damaged file or another program's, `STORE_NEWER` for one a newer version wrote;
 * both leave it as it is. Throws `STORE_PLACE_UNSAFE` for a shared directory, a link, or somebody else's file.
 */
export function openStore(path: string, seams: StoreSeams): Store {
  const { clock, chance, scrub = (detail) => detail } = seams
  ensurePrivateFile(path)
  for (const suffix of ['-wal', '-shm']) tightenIfThere(path + suffix)
  const connection = connect(path)
  try {
    migrate(connection, path, chance)
  } catch (error) {
    connection.abandon()
    throw error
  }
  return {
    audit: auditLog(connection, clock, scrub),
    values: valueTable(connection),
    records: recordTable(connection, clock),
    conversations: conversationTable(connection, clock),
    leaks: leakTable(connection),
    intents: intentTable(connection, clock),
    approvals: approvalTable(connection, clock),
    grants: grantTable(connection, clock),
    consents: consentTable(connection, clock),
    settings: settingTable(connection),
    holds: holds(connection),
    transaction: connection.transaction,
    steady: connection.steady,
    close: connection.close,
  }
}
